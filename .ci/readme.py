"""The build hook that makes the package index's page of README.md: an index shows a page by itself, so what it links to in the
repository needs a whole address. ELRIC_HOME names where the repository's files can be read (https://.../blob/v0.2.0); where it is
not set, pictures are left out and links become plain words."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface


def standing_alone(text: str, home: str) -> str:
    """README.md for a page on which nothing lies beside it."""
    if home:
        return re.sub(r"\]\((?![a-z]+:|#)", f"]({home.rstrip('/')}/", text)
    text = re.sub(r"!\[[^\]]*\]\((?![a-z]+:)[^)]+\)\n*", "", text)
    return re.sub(r"(?<!!)\[([^\]]+)\]\((?![a-z]+:|#)[^)]+\)", r"\1", text)


class Readme(MetadataHookInterface):
    """Sets `readme`, which pyproject.toml calls dynamic."""

    def update(self, metadata: dict[str, Any]) -> None:
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": standing_alone(text, os.environ.get("ELRIC_HOME", "")),
        }
