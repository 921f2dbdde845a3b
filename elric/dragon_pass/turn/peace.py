"""Peace between rulers [69.2]: where three play, any two may give each other their word, and take it back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from elric.dragon_pass.components.notation import VERBS
from elric.dragon_pass.components.units import SIDE_NAMES, TARSH
from elric.dragon_pass.position import powers, telling
from elric.dragon_pass.position.events import EVENTS
from elric.dragon_pass.position.notes import NOTES, Word, noted, remember, set_note, strike_out, the_note
from elric.dragon_pass.position.state import MOVEMENT, State, at_peace
from elric.dragon_pass.position.steps import Action, Context, Why, no

TO_PEACE: Final = VERBS.add("peace", "side", "Give your word to {0}")
TO_WAR: Final = VERBS.add("war", "side", "Take your word back from {0}")


@NOTES.one("spoken")
class Spoken(NamedTuple):
    """To whom a ruler has spoken, and in which Move."""

    move: int = -1
    others: tuple[int, ...] = ()


def _spoken_to(s: State) -> tuple[int, ...]:
    """To whom the ruler who moves has spoken in this Move."""
    spoken = the_note(s, Spoken)
    return spoken.others if spoken.move == s.moves else ()


def may_speak(s: State, other: int, why: Why) -> bool:
    """[69.2]"""
    if not s.rules.peace or TARSH not in s.scenario.sides:
        return no(why, "69.2", "In this game rulers make no peace.")
    if other == s.player or other not in s.order:
        return no(why, "69.2", "Peace is made with another ruler of this game.")
    if other in _spoken_to(s):
        return no(why, "69.2", f"You have spoken to {SIDE_NAMES[other]} in this Move.", "Wait for your next Move.")
    return True


def may_offer(s: State, args: tuple[int, ...], why: Why) -> bool:
    """[69.2]"""
    (other,) = args
    if not may_speak(s, other, why):
        return False
    return Word(s.player, other) not in noted(s, Word) or no(why, "69.2", f"{SIDE_NAMES[other]} has your word already.")


def may_break(s: State, args: tuple[int, ...], why: Why) -> bool:
    """[69.2]"""
    (other,) = args
    if not may_speak(s, other, why):
        return False
    return Word(s.player, other) in noted(s, Word) or no(why, "69.2", f"{SIDE_NAMES[other]} does not have your word.")


def offer(s: State, args: tuple[int, ...], cx: Context) -> None:
    """The word is given; with the other's there is peace."""
    (other,) = args
    remember(s, Word(s.player, other))
    _speak(s, other)
    cx.tell("peace", seat=s.player, other=other, made=at_peace(s, s.player, other))


def take_back(s: State, args: tuple[int, ...], cx: Context) -> None:
    """Neither is bound any more."""
    (other,) = args
    strike_out(s, Word, s.player, other)
    strike_out(s, Word, other, s.player)
    _speak(s, other)
    cx.tell("war", seat=s.player, other=other)


def _speak(s: State, other: int) -> None:
    set_note(s, Spoken(s.moves, (*_spoken_to(s), other)))


def _all(verb: str) -> powers.Offer:
    words = [Action(verb, (k,)) for k in range(len(SIDE_NAMES))]
    return lambda s: words if s.rules.peace and TARSH in s.scenario.sides else []


powers.add(TO_PEACE, powers.Power(may_offer, offer, _all("peace"), frozenset({MOVEMENT}), plain=True))
powers.add(TO_WAR, powers.Power(may_break, take_back, _all("war"), frozenset({MOVEMENT}), plain=True))


def _told_peace(event: Mapping[str, Any], names: Mapping[int, str]) -> str:
    who = telling.who(event, names)
    other = SIDE_NAMES[event["other"]]
    return f"{who} and {other} are at peace." if event["made"] else f"{who} offers peace to {other}."


EVENTS.add("peace", "seat other made", words=_told_peace)
EVENTS.add(
    "war",
    "seat other",
    words=lambda event, names: f"{telling.who(event, names)} takes back its word to {SIDE_NAMES[event['other']]}.",
)
