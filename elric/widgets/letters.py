"""The page's own letters as a style that holds them, for pages that no server gives them to."""

from __future__ import annotations

import base64
import re
from functools import cache
from pathlib import Path
from typing import Final

__all__ = ["with_letters"]

_STATIC: Final = Path(__file__).parent / "static"


@cache
def with_letters() -> str:
    """The style of the letters, with the letters inside."""

    def inside(found: re.Match[str]) -> str:
        data = base64.b64encode((_STATIC / found[1]).read_bytes()).decode("ascii")
        return f"url(data:font/woff2;base64,{data})"

    return re.sub(r"url\((fonts/[\w-]+\.woff2)\?v=\w+\)", inside, (_STATIC / "fonts.css").read_text(encoding="utf-8"))
