"""What a player is after and how it stands, in a line that unfolds. Pure functions to HTML."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from elric.tutor.standing import Goal, Standing
from elric.widgets.markup import Markup, html, join
from elric.widgets.panels.controls import chip

__all__ = ["aim", "goals"]

Cite = Callable[[tuple[str, ...]], str]


def aim(standing: Standing, cite: Cite) -> Markup:
    """The line, and below it every condition of victory by its clause."""
    return html(
        '<details class="aim" data-key="aim"><summary><b>Your aim</b> <span class="after">{}</span> '
        '<span class="now">{}</span></summary>{}</details>',
        standing.aim,
        standing.stands,
        goals(standing.goals, cite),
    )


def goals(conditions: Sequence[Goal], cite: Cite) -> Markup:
    """Conditions of victory in the order in which they are looked at."""
    rows = join(
        html(
            "<li{}><p>{} {}</p><p class='stands'>{}</p></li>",
            html(' class="met"') if goal.seat is not None else "",
            goal.words,
            chip(cite(goal.clause)),
            goal.stands,
        )
        for goal in conditions
    )
    return html('<ol class="goals">{}</ol>', rows)
