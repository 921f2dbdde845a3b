"""The coach: what is decided, what may be done, what it is worth, what it risks. All by the rules; no more is known than the seat sees."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Any, Final

from elric.kernel.bits import ones
from elric.kernel.game import Game
from elric.sorcerer.combat.attrition import at_risk
from elric.sorcerer.components.board import HEXES
from elric.sorcerer.components.colors import GRAY, NAMES, VALUE, WHITE
from elric.sorcerer.components.units import KIND, SORCERER, SORCERERS
from elric.sorcerer.components.words import an, capital, where
from elric.sorcerer.magic.bolts import odds as bolt_odds
from elric.sorcerer.movement.prices import points_to_spend
from elric.sorcerer.planning import answers
from elric.sorcerer.position.state import State, color_of, force, here_of
from elric.sorcerer.teaching import tips, worth
from elric.sorcerer.teaching.phrases import the, unit, units
from elric.tutor.definition import Advice, Danger

_MOST: Final = 3  # hexes spoken of at once
_NAMED: Final = 2  # Sorcerers with as many points who are named one by one


@cache
def texts() -> dict[str, dict[str, Any]]:
    """What is said of each decision, by the name of its step."""
    return tomllib.loads(files(__package__).joinpath("data/coach.toml").read_text(encoding="utf-8"))


def advice(g: Game) -> Advice | None:
    """What to say to the seat that decides now; None when nobody decides."""
    text = texts().get(g.step)
    if g.seat is None or text is None:
        return None
    s: State = g.state
    facts = _FACTS.get(g.step, _nothing)(g, s)
    tip = tips.tip(g)
    said = {key: capital(text[key].format_map(facts)) for key in ("title", "now", "why", "next")}
    return Advice(
        title=said["title"],
        now=said["now"],
        why=said["why"],
        next=said["next"],
        clauses=tuple(text["clauses"]),
        tip=tip.words if tip else "",
        actions=tip.actions if tip else (),
        look=tip.look if tip else "",
        risks=tuple(risks(g, s)),
        arrows=tip.arrows if tip else (),
    )


# ---- the words that a text about the decision may need -----------------------------------------------------------------


def _nothing(g: Game, s: State) -> dict[str, str]:
    return {}


def _of_deploy(g: Game, s: State) -> dict[str, str]:
    return {"unit": unit(s.to_place[0])}


def points_left(s: State) -> str:
    """The Sorcerers of the mover who have points, as a sentence; many who have as many are only counted."""
    able: dict[int, list[int]] = {}
    for u in ones(s.of[s.player] & SORCERERS):
        able.setdefault(points_to_spend(s, u), []).append(u)
    rows: list[str] = []
    for points, who in able.items():
        if points > 0 and len(who) > _NAMED:
            rows.append(f"{points} for each of {len(who)} Sorcerers")
        elif points > 0:
            rows += [f"{points} for {the(u)} in {where(here_of(s, u))}" for u in who]
    return f"Points left: {', '.join(rows)}. " if rows else ""


def _of_movement(g: Game, s: State) -> dict[str, str]:
    look = texts()["movement"]["look"]
    return {"points": points_left(s), "look": look.get(s.scenario.story, look["points"])}


def _of_march(g: Game, s: State) -> dict[str, str]:
    rows = [f"{max(points_to_spend(s, u), 0)} for {the(u)}" for u in s.hand]
    here = s.ground[here_of(s, s.hand[0])]
    why = f"They stand in {NAMES[here].capitalize()}. "
    tasks = "; a Sorcerer's other tasks are the buttons" if any(KIND[u] == SORCERER for u in s.hand) else ""
    return {"hand": units(s.hand), "left": f"Points left: {', '.join(rows)}. ", "tasks": tasks, "why": why}


def _of_bolt(g: Game, s: State) -> dict[str, str]:
    f = s.agenda[-1]
    clash = bolt_odds(s, f.side, f.hex, f.color, f.throwers, -1)
    return {
        "bolt": f"{capital(an(NAMES[f.color].capitalize()))} Bolt of {clash.attack.sum} at {where(f.hex)}: {worth.total(clash.attack)}."
    }


def _of_hex(g: Game, s: State) -> dict[str, str]:
    return {"hex": where(s.agenda[-1].hex)}


def _named(g: Game) -> tuple[int, ...]:
    """The Sorcerers whom the seat that decides has named for this combat phase."""
    return answers.named(g.state) if g.step == "declare" else ()


def _of_declare(g: Game, s: State) -> dict[str, str]:
    mine, _ = worth.meetings(s, s.seat, _named(g))
    rows = [f"in {where(m.hex)} {worth.total(m.clash.attack)} against {m.clash.defence.sum}" for m in mine[:_MOST]]
    return {"fights": f"You have {'; '.join(rows)}." if rows else ""}


def _of_losses(g: Game, s: State) -> dict[str, str]:
    f = s.agenda[-1]
    return {
        "steps": f"{f.steps} step{'s' if f.steps > 1 else ''}",
        "s": "" if f.steps > 1 else "s",
        "hex": where(f.hex),
    }


def _of_hidden(g: Game, s: State) -> dict[str, str]:
    asked = next((a.args[0] for a in g.legal_actions() if a.args), -1)
    return {"unit": unit(asked), "hex": where(here_of(s, asked))}


_FACTS: Final[dict[str, Callable[[Game, State], dict[str, str]]]] = {
    "deploy": _of_deploy, "movement": _of_movement, "march": _of_march, "volley": _of_bolt, "shield": _of_hex,
    "declare": _of_declare, "losses": _of_losses, "ambush": _of_hidden, "emerge": _of_hidden, "lurk": _of_hidden, "spoil": _of_hidden,
}  # fmt: skip


# ---- what is at risk ---------------------------------------------------------------------------------------------------


def risks(g: Game, s: State) -> list[Danger]:
    """What this decision may come to: the fights that wait, and before them attrition and vortexes."""
    if g.seat is None:
        return []
    if g.step in ("movement", "march", "declare"):
        return _fights(g, s, g.seat) + ([] if g.step == "declare" else [*_wasting(s, g.seat), *_storms(s, g.seat)])
    if g.step == "volley":
        f = s.agenda[-1]
        return [Danger(_bolt(s, f.side, f.hex, f.color, f.throwers), HEXES.names[f.hex])]
    return []


def _fights(g: Game, s: State, seat: int) -> list[Danger]:
    """The hexes that a seat shares with enemies, the fiercest first: its attack there, and the one on it."""
    rows = [(ours, theirs) for ours, theirs in zip(*worth.meetings(s, seat, _named(g)), strict=True)
            if ours.odds.steps or ours.odds.pin or theirs.odds.steps or theirs.odds.pin]  # fmt: skip
    out = []
    for ours, theirs in sorted(rows, key=lambda row: -(row[0].odds.mean + row[1].odds.mean))[:_MOST]:
        them = s.scenario.name(ours.other)
        words = (
            f"{capital(where(ours.hex))}: your attack on {them} is {_attack(ours)}; the one on you {_attack(theirs)}."
        )
        out.append(Danger(words, HEXES.names[ours.hex]))
    if any(m.odds.ours for row in rows for m in row):
        out.append(
            Danger("Cells of the results table are reconstructed there: the printed one may have differed by a step.")
        )
    return out


def _attack(met: worth.HexFight) -> str:
    return f"{met.clash.attack.sum} against {met.clash.defence.sum}: {worth.told(met.odds)}"


def _bolt(s: State, side: int, h: int, color: int, throwers: tuple[int, ...]) -> str:
    there = force(s, side, h)
    lead = next((u for u in there if KIND[u] == SORCERER), -1)
    clash = bolt_odds(s, side, h, color, throwers, lead)
    found = worth.odds(clash, worth.can_lose(s, there))
    sums = f"{worth.total(clash.attack)} against {worth.total(clash.defence)}"
    return f"{sums}: {worth.level(clash)}; {worth.told(found)}."


def _wasting(s: State, seat: int) -> list[Danger]:
    """Stacks of one's own that attrition may strike: certain in White, else two of six colors, and the color value in six."""
    out = []
    for h in ones(s.at[seat]):
        these = at_risk(s, seat, h)
        ground = s.ground[h]
        if not these or ground == GRAY:
            continue
        if ground == WHITE:
            says = "a step for certain, for it is White"
        else:
            value = VALUE[color_of(s, these[0])][ground]
            says = f"when {NAMES[ground].capitalize()} is drawn, which is one time in three, a die of {value} or less costs a step"
        out.append(Danger(f"Attrition, {units(these)} in {where(h)}: {says}.", HEXES.names[h]))
    return out[:_MOST]


def _storms(s: State, seat: int) -> list[Danger]:
    """Stacks of one's own on a ray of a vortex: one die in six each."""
    out = []
    for h in ones(s.vortex):
        struck = [n for n in worth.in_reach(s, h) if worth.struck(s, seat, n)]
        if struck:
            names = ", ".join(where(n) for n in struck)
            out.append(
                Danger(f"The vortex of {where(h)} would strike {names}, each on one face of its die.", HEXES.names[h])
            )
    return out[:_MOST]


__all__ = ["advice", "risks", "texts"]
