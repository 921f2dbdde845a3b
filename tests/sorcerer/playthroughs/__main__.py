"""`python -m tests.sorcerer.playthroughs`: write the digests anew."""

from tests.sorcerer.playthroughs.golden import FILE, all_lines

if __name__ == "__main__":
    FILE.write_text("\n".join(all_lines()) + "\n", encoding="utf-8")
