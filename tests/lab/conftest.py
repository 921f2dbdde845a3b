"""Lets the tests of the lab import their oracle."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
