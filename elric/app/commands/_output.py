"""What the commands share: the `--json` switch and one way to print."""

from __future__ import annotations

import argparse
import json
from typing import Any

__all__ = ["add_json", "emit"]


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add `--json`: one JSON document on standard output, for programs."""
    parser.add_argument("--json", action="store_true", help="print one JSON document instead of text")


def emit(args: argparse.Namespace, data: Any, text: str) -> None:
    """Print `data` as JSON when `--json` was given, else `text`."""
    print(json.dumps(data, ensure_ascii=False, indent=2) if args.json else text)
