"""What a click on the map means: whom it takes up, and why an area cannot be chosen."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from elric.widgets.choice import Click
from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.components.board import BOARD, LAND, MOUNTAIN
from elric.young_kingdoms.components.notation import VERBS, Action, action_text, parse_action
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.planning import ways
from elric.young_kingdoms.planning.marches import legal_run
from elric.young_kingdoms.planning.plans import best_leader, takes_along
from elric.young_kingdoms.position import words
from elric.young_kingdoms.table.choice_kit import View


def clicked(g: Game, view: View, area: str, unit: str, selected: str | None) -> Click:
    """What a click on an area that is not lit asks for; `unit`: the counter that was pointed at."""
    at = BOARD.index[area]
    if g.step == "stack":
        here = view["units"][view["asks"]["leader"]]["at"]
        if area == here:
            return Click()
        far = at not in BOARD.touch[BOARD.index[here]] and BOARD.kind[at] != MOUNTAIN
        return Click(headline=f"{words.cap(words.area(at))} cannot be reached.", reasons=ways.refusal(g, area), far=far)
    if g.step == "movement" and area != selected and (leader := leader_at(g, view, area, unit)):
        return Click(lead=leader)
    return _tried(g, view, area)


def leader_at(g: Game, view: View, area: str, unit: str) -> str:
    """Whom a click on an area takes up: the counter that was clicked, or the best leader there; "" for nobody."""
    ready = {pieces.IDS[a.args[0]] for a in g.legal_actions() if a.verb == "lead"}
    if unit in ready and view["units"][unit]["at"] == area:
        return unit
    best = best_leader(g, BOARD.index[area])
    return pieces.IDS[best] if best >= 0 else ""


def _tried(g: Game, view: View, area: str) -> Click:
    """A click on an area that is not lit, where areas are chosen: why it cannot be that one."""
    ours = any(u["at"] == area and u["owner"] == view["player"] for u in view["units"].values())
    if g.waits.browses and not ours:
        return Click()  # only looked at
    at = BOARD.index[area]
    for verb in dict.fromkeys(a.verb for a in g.legal_actions() if VERBS[a.verb].takes == ("area",)):
        said = g.verdict(Action(verb, (at,)))
        if not said:
            return Click(headline=f"Not {words.area(at)}.", reasons=said.reasons)
    return Click()


def taken_up(g: Game, unit: str, advised: Sequence[str] = ()) -> tuple[str, ...]:
    """The actions that take up a leader with those who are advised to go with him, else with every army that stands with him,
    or with those who can go somewhere: leaving some behind is one click each."""
    if unit not in pieces.INDEX:
        return ()
    lead = f"lead {unit}"
    if advised and advised[0] == lead:
        return tuple(takewhile(lambda a: a.startswith((lead, "join ", "ashore")), advised))
    if g.step == "movement" and g.verdict(parse_action(lead)):
        return tuple(action_text(a) for a in takes_along(g, pieces.INDEX[unit]))
    return (lead,)


def veiled(g: Game, actions: Sequence[str]) -> str:
    """Why a way that an onlooker would think open is not walked while the hand is closed: what magicians hold may bar it
    ([9.5] / 8.5)."""
    if g.step != "stack" or legal_run(g, [parse_action(a) for a in actions]):
        return ""
    return "Whether this stack may go there hangs on the spells it holds. Open your hand first; then the map shows it."


def goes_to(view: View, area: str) -> str:
    """The action by which the stack in hand would go to an area, legal or not; "" where it stands already."""
    leader = view["units"][view["asks"]["leader"]]
    if leader["at"] == area:
        return ""
    verb = "step" if not leader["aboard"] else "land" if BOARD.kind[BOARD.index[area]] == LAND else "sail"
    return f"{verb} {area}"
