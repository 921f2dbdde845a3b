"""The coach: what phase it is, whose decision, what can be done and why, what to try, what is at risk."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, Final

from elric.dragon_pass.combat.factors import DAYS, MOON
from elric.dragon_pass.combat_phase.dividing import waiting_stacks
from elric.dragon_pass.components.board import HEXES
from elric.dragon_pass.components.units import LUNAR, SIDE_NAMES
from elric.dragon_pass.description.phrases import stack, unit, units, where, within
from elric.dragon_pass.description.view import sees_battle, waiting_battles
from elric.dragon_pass.lab import LAB, Odds, odds, tell
from elric.dragon_pass.lab.unseen import COUNTED, unseen_in
from elric.dragon_pass.magic.asking import surely_immune
from elric.dragon_pass.magic.spells import WITH_SWORDS
from elric.dragon_pass.movement.going import pace
from elric.dragon_pass.position.notes import the_note
from elric.dragon_pass.position.state import State
from elric.dragon_pass.position.telling import factors
from elric.dragon_pass.teaching import tips
from elric.kernel.game import Game
from elric.lab.say import often
from elric.planning.memory import Memory
from elric.tutor.definition import Advice, Danger

_MOST: Final = 3  # battles spoken of at once


@cache
def _texts() -> dict[str, dict[str, Any]]:
    return tomllib.loads(files(__package__).joinpath("data/coach.toml").read_text(encoding="utf-8"))


class _Blank(dict[str, str]):
    def __missing__(self, key: str) -> str:
        return ""


def advice(g: Game, memory: Memory | None = None, first: bool = False) -> Advice | None:
    """What to say to the seat that decides now; None when nobody decides.

    Args:
        memory: what was advised before, which is gone on with until something is better.
        first: somebody's first Move, in which one attack is enough.
    """
    if g.seat is None:
        return None
    s = g.state
    text = _texts().get(g.step)
    if text is None:
        return None
    facts = _Blank(_facts(g, s))
    tip = tips.tip(g, memory, first)
    clauses = [c.format_map(facts) for c in text["clauses"]]
    return Advice(
        title=_cap(text["title"].format_map(facts)),
        now=_cap(text["now"].format_map(facts)),
        why=text["why"].format_map(facts),
        next=text["next"].format_map(facts),
        clauses=tuple(clauses),
        tip=tip.words if tip else "",
        actions=tip.actions if tip else (),
        look=tip.look if tip else "",
        risks=tuple(_risks(g, s, tip)),
        arrows=tip.arrows if tip else (),
    )


def _cap(text: str) -> str:
    return text[:1].upper() + text[1:]


def _facts(g: Game, s: State) -> dict[str, str]:
    """The words that a text about the decision may need."""
    out = {"side": SIDE_NAMES[g.seat or 0], "scenario": s.scenario.clause}
    give = _FACTS.get(g.step)
    return out | (give(g, s) if give else {})


def _of_setup(g: Game, s: State) -> dict[str, str]:
    army = s.scenario.armies[s.agenda[-1].army]
    more = len(s.to_place) - 1
    left = "It is the last of them." if not more else f"{more} more wait{'s' if more == 1 else ''} after it."
    return {"army": army.name, "unit": unit(s.to_place[0]), "stands": army.says, "left": left}


def _of_muster(g: Game, s: State) -> dict[str, str]:
    return {"unit": unit(s.agenda[-1].units[0])}


def _of_early(g: Game, s: State) -> dict[str, str]:
    return {
        "day": f"It is {DAYS[s.day]} day: Lunar magic is worth {MOON[s.day]}. "
        if s.day >= 0 and s.scenario.magic
        else ""
    }


def _of_movement(g: Game, s: State) -> dict[str, str]:
    forced = not s.forced_used >> s.player & 1 and not s.left
    return {
        **_of_early(g, s),
        "forced": " A forced march, twice as far, can be ordered once a game, now." if forced else "",
    }


def _of_march(g: Game, s: State) -> dict[str, str]:
    left = pace(s, s.hand)
    points = f"{left // 2 or ''}{'½' if left % 2 else ''}" or "no"
    lit = "The lit hexes can be reached; a click plays the cheapest way."
    on = lit if any(a.verb in ("step", "drift") for a in g.legal_actions()) else "It can go no further."
    return {
        "hand": units(s.hand),
        "left": f"{'They have' if s.hand[1:] else 'It has'} {points} point{'' if points in ('1', '½') else 's'} left. {on}",
    }


def _of_sally(g: Game, s: State) -> dict[str, str]:
    return {"wall": where(s.agenda[-1].wall)}


def _of_combat(g: Game, s: State) -> dict[str, str]:
    idle, spared = waiting_stacks(s)
    if s.locked and s.segments:
        left = len(s.segments)
        what = f"The battles are divided; {left} wait{'s' if left == 1 else ''} for the die."
    elif idle or spared:
        n, m = idle.bit_count(), spared.bit_count()
        left_over = f"{_count(m, 'enemy stack')} {'is' if m == 1 else 'are'} not attacked"
        what = (
            f"{_count(n, 'stack')} of yours beside an enemy {'has' if n == 1 else 'have'} no target yet"
            f"{f', and {left_over}' if m else ''}."
            if n
            else f"Every stack of yours beside an enemy has a target, but {left_over}."
        )
    elif s.links:
        what = "Everybody who must fight has a target. Change it as you like; the first roll settles it."
    else:
        what = "No swords must be crossed. Spells, emissaries and other powers, if you have them, belong here."
    return {**_of_early(g, s), "what": what}


def _count(n: int, noun: str) -> str:
    return f"{n or 'no'} {noun}{'' if n == 1 else 's'}"


def _of_cover(g: Game, s: State) -> dict[str, str]:
    return {"target": stack(s, s.agenda[-1].battle.aims[0])}


def _of_back(g: Game, s: State) -> dict[str, str]:
    driven = s.agenda[-1].units
    return {"units": units(driven)}


def _of_pay(g: Game, s: State) -> dict[str, str]:
    return {"due": factors(s.agenda[-1].due)}


def _of_price(g: Game, s: State) -> dict[str, str]:
    return {"due": str(s.agenda[-1].due)}


def _of_scapegoat(g: Game, s: State) -> dict[str, str]:
    return {"hero": unit(s.agenda[-1].hero)}


_FACTS: Final = {
    "setup": _of_setup, "muster": _of_muster, "early": _of_early, "movement": _of_movement, "march": _of_march, "sally": _of_sally,
    "combat": _of_combat, "cover": _of_cover, "back": _of_back, "pay": _of_pay, "price": _of_price,
    "scapegoat": _of_scapegoat,
}  # fmt: skip

# ---- what is at risk -------------------------------------------------------------------------------------------------


def _risks(g: Game, s: State, tip: tips.Tip | None) -> list[Danger]:
    """Odds of what waits: exact for battles that the seat sees whole, the best first; where counters lie face down, with every
    one weighed that could lie there. Else of what the tip leads to."""
    out: list[tuple[Odds, str]] = []
    veiled: list[Danger] = []
    if g.step == "combat" and (waiting := waiting_battles(s)):
        hidden = [b for b in waiting[:_MOST] if not sees_battle(s, b, s.player)]
        out = [(odds(s, b), HEXES.names[b.defenders[0][0]]) for b in waiting[:_MOST] if b not in hidden]
        veiled = _weighed(g, {b.defenders[0][0] for b in hidden}) if hidden else []
    if tip is not None and tip.odds is not None and not out:
        out.append((tip.odds, tip.area))
    out.sort(key=lambda row: (-row[0].cleared, row[1]))
    advised = tip.odds if tip is not None else None  # whose odds the tip has told
    defends = g.step == "cover"  # who is asked to cover did not begin this battle
    told = [
        Danger(danger(found, defends), area, _cost(found, defends) if found is advised else None) for found, area in out
    ]
    told += veiled
    for t in sorted({t for _, t, how in s.spells if how != WITH_SWORDS and surely_immune(s, t)}):
        told.append(Danger(f"No magic touches {stack(s, t)}: a spell at them is lost.", HEXES.names[t]))
    if s.scenario.exotic and g.seat == LUNAR and g.step in ("movement", "combat"):
        told += _hunger(s)
    return told


def _weighed(g: Game, targets: set[int]) -> list[Danger]:
    """What the lab says of battles in which somebody lies face down; of those with many such it would not be said in time."""
    out = []
    for clash in LAB.battles(g, g.seat):
        there = clash.battle.defenders[0][0]
        if there in targets and clash.hidden:
            targets = targets - {there}
            if unseen_in(clash.battle, clash.hidden).bit_count() > COUNTED:
                continue
            out.append(Danger(f"{stack(g.state, there)}: {within(clash.answer().says)}", HEXES.names[there]))
    return out


def danger(found: Odds, defends: bool = False) -> str:
    """The odds of a battle as one says them at a table, to the attacker, or to who `defends`."""
    places = " and ".join(stack(found.state, d) for d, _ in found.battle.defenders)
    theirs, mine = ("the defenders are", "the attackers") if defends else ("the enemy is", "all of yours")
    parts = [f"{theirs} gone {often(found.cleared)}" if found.cleared else f"{theirs} never gone"]
    parts += [f"{unit(u)} takes a Wound {often(p)}" for u, p in found.scars.items()]
    own = found.destroyed(found.attackers)
    if own:
        parts.append(f"{mine} die {often(own).removesuffix(' of battles')}")
    cost = _cost(found, defends)
    wasted = f"{tell.proof(found)}: magic adds nothing. " if tell.proof(found) else ""
    return f"{wasted}{places}, {found.odds}: {', '.join(parts)}; {cost[:1].lower()}{cost[1:]}"


def _cost(found: Odds, defends: bool = False) -> str:
    """What a battle costs both sides, told to the attacker, or to who `defends`."""
    both = (found.defenders, found.attackers) if defends else (found.attackers, found.defenders)
    mine, theirs = (_number(found.lost(side)) for side in both)
    return f"You lose {mine} factors on average, they {theirs}."


def _number(value: Any) -> str:
    return f"{float(value):.1f}".removesuffix(".0")


def _hunger(s: State) -> list[Danger]:
    from elric.dragon_pass.exotics.lunar import BatFed, due

    wanted = due(s) - the_note(s, BatFed).units
    if wanted <= 0:
        return []
    return [Danger(f"The Bat asks for {wanted} unit{'' if wanted == 1 else 's'} today; what it does not get doubles.")]


__all__ = ["advice", "danger"]
