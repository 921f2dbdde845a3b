"""`python -m tests.dragon_pass.playthroughs`: write the digests and the endings anew."""

from tests.dragon_pass.playthroughs import endings
from tests.dragon_pass.playthroughs.golden import FILE, all_lines

if __name__ == "__main__":
    FILE.write_text("\n".join(all_lines()) + "\n", encoding="utf-8")
    endings.FILE.write_text("\n".join(endings.ending_lines()) + "\n", encoding="utf-8")
