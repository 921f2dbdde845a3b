"""The build hook of `make wheel-fast`: compiled modules go into the wheel beside their source, and are imported first."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledCore(BuildHookInterface[Any]):
    """Adds what `compile.py` makes. The wheel is then for one Python on one kind of machine, and named so."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        compiler = runpy.run_path(str(Path(self.root) / ".ci" / "compile.py"))
        for made in compiler["build"]():
            build_data["force_include"][str(made)] = made.relative_to(compiler["OUT"]).as_posix()
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
