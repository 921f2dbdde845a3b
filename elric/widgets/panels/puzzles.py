"""Puzzles as HTML: the head of their room, with the puzzle of the day and the runs. Pure functions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from elric.tutor.puzzles import Puzzles
from elric.widgets.markup import Markup, html
from elric.widgets.panels.controls import do, tabs

if TYPE_CHECKING:
    from elric.widgets.definition import TableDef

__all__ = ["TODAY", "head"]

TODAY: Final = "today"
"""The puzzle of the day, in a message and in an address."""


def head(kit: TableDef, edition: str, puzzles: Puzzles, theme: str, done: tuple[int, int], today: bool) -> Markup:
    """Title, how many of the run are solved, the puzzle of the day, a button for each run, the way out."""
    there = {p.theme for p in puzzles.every().values()}
    runs = {"": "All", **{key: title for key, title in puzzles.themes.items() if key in there}}
    shown = [(TODAY, "Puzzle of the day"), *runs.items()]
    return html(
        '<div class="masthead"><h1>Puzzles</h1><p>{} · {} of {} solved · {}</p>{}<div class="btns">{}</div></div>',
        "Puzzle of the day" if today else f"The run: {runs[theme]}",
        *done,
        kit.game.titles[edition],
        tabs("puzzles", shown, TODAY if today else theme, label="Runs of puzzles"),
        do("leave", "Leave", kind="small quiet"),
    )
