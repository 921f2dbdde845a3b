"""`python -m elric`."""

from elric.app.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
