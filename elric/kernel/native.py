"""What the compiled core needs to be told: which of its classes other code may extend."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    # mypyc knows the decorator by this name while it compiles; nothing of it is needed when the program runs
    from mypy_extensions import mypyc_attr as mypyc_attr
else:
    _Class = TypeVar("_Class")

    def mypyc_attr(**_settings: object) -> Callable[[_Class], _Class]:
        """Settings for mypyc: without it they mean nothing."""
        return lambda cls: cls
