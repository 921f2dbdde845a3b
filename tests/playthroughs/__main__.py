"""`python -m tests.playthroughs`: write the golden playthroughs anew and say which of them changed."""

from tests.playthroughs.golden import write

if __name__ == "__main__":
    for name in write() or ["nothing changed"]:
        print(name)
