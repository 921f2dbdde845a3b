"""A battle's odds in words: what it may come to, where the figures come from, who is lost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final

from elric.dragon_pass.combat.reckoning import SCALE, Line, lost_on
from elric.dragon_pass.combat.table import A_ELIM, COLUMNS, D_BACK, D_ELIM, TRADE, is_rolled, result
from elric.dragon_pass.components.board import BOARD
from elric.dragon_pass.components.units import IDS, SUPERHEROES, UNITS
from elric.dragon_pass.lab.odds import NONE, Odds
from elric.dragon_pass.lab.unseen import COUNTED, unseen_in
from elric.dragon_pass.lab.walk import IMMUNE, NO_BATTLE, Ending
from elric.dragon_pass.position.state import Segment
from elric.dragon_pass.position.telling import many
from elric.kernel.bits import ones
from elric.lab.chances import tally
from elric.lab.definition import Answer, Because, Row
from elric.lab.say import often, percent

TROUPE: Final = "puppeteer-troupe"
Deals = tuple[tuple[Fraction, Odds], ...]
NAMED: Final = 2  # as many who are lost are named; more are counted


def number(parts: int) -> str:
    """A strength in factors: "12", "7½"."""
    value = Fraction(parts, SCALE)
    whole, rest = divmod(value, 1)
    if not rest:
        return str(whole)
    if rest == Fraction(1, 2):
        return f"{whole or ''}½"
    return f"{float(value):.2f}"


def factors(value: Fraction) -> str:
    """An expected loss: "4.5 factors", "1 factor", "nothing"."""
    figure = f"{float(value):.1f}".removesuffix(".0")
    return f"{figure} factor{'' if value == 1 else 's'}" if value else "nothing"


def listed(names: list[str]) -> str:
    """Names with commas and "and"."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}" if names else "nobody"


def places(hexes: list[int]) -> str:
    """Hexes by name and number."""
    return listed([BOARD.where(h) for h in hexes])


def answer(found: Odds) -> Answer:
    """All that is to be said of a battle in which everybody is seen."""
    return Answer(sentence(found), rows(found), because(found), left_out(found))


def some(units: tuple[int, ...], hidden: int = 0) -> str:
    """Some units by the first of them who is seen: "Wolfrunners and 2 more"."""
    first = next((UNITS[u].name for u in units if not hidden >> u & 1), "")
    if len(units) == 1:
        return first or "a counter face down"
    return f"{first} and {len(units) - 1} more" if first else f"{len(units)} counters face down"


def named(units: Sequence[int], hidden: int = 0) -> str:
    """Some units by their names, and how many are not seen: "Goatkin and 2 counters face down"."""
    unseen = sum(hidden >> u & 1 for u in units)
    names = [UNITS[u].name for u in units if not hidden >> u & 1]
    return listed(
        [*names, *(() if not unseen else ("a counter face down" if unseen == 1 else f"{unseen} counters face down",))]
    )


def does(units: Sequence[int], hidden: int, one: str, several: str) -> str:
    """Some units and what they do: "Goatkin attacks", "Goatkin and Freedmen attack"."""
    return f"{named(units, hidden)} {several if plural(tuple(units), hidden) else one}"


def title(battle: Segment, hidden: int = 0) -> str:
    """Who attacks whom, and where."""
    sent = [units for _, units in battle.attackers] + [units for _, units, *_ in battle.casters]
    mine = tuple(dict.fromkeys(u for units in sent for u in units))
    theirs = tuple(u for _, units in battle.defenders for u in units)
    many = "" if plural(mine, hidden) else "s"
    verb = f"sall{'ies' if many else 'y'} out at" if battle.sally else f"attack{many}"
    both = " with swords and magic" if battle.casters and battle.attackers else ""
    if battle.casters and not battle.attackers:
        verb = f"cast{many} at"
    where = places([d for d, _ in battle.defenders])
    return f"{some(mine, hidden)} {verb} {some(theirs, hidden)} at {where}{both}"


def plural(units: tuple[int, ...], hidden: int = 0) -> bool:
    """Whether the name of some units is spoken of as of many."""
    return len(units) > 1 or (not hidden >> units[0] & 1 and many(units))


def _driven(where: str, chance: Fraction) -> str:
    """How often the defenders are there no more."""
    if not chance:
        return f"the defenders are neither driven from {where} nor destroyed"
    return f"the defenders are driven from {where} or destroyed {often(chance)}"


def sentence(found: Odds) -> str:
    """The answer in a sentence or two."""
    where = places([d for d, _ in found.battle.defenders])
    wasted = proof(found)
    if IMMUNE in found.results:
        return f"{wasted}: nothing comes of it."
    one = len(found.battle.defenders) == 1
    out = [f"At {found.odds} {_driven(where, found.cleared)}." if one else
           f"At {found.odds} all of {where} are cleared {often(found.cleared)}."]  # fmt: skip
    out += [f"{UNITS[u].name} takes a Wound {often(p)}." for u, p in found.scars.items()]
    if wasted:
        out.append(f"{wasted}: the spell beside the swords adds nothing.")
    out.append(
        f"On average the attackers lose {factors(found.lost(found.attackers))}, "
        f"the defenders {factors(found.lost(found.defenders))}."
    )
    return " ".join(out)


def proof(found: Odds) -> str:
    """Whom no magic touches in a battle with spells in it; "" where everybody can be touched, or there are none."""
    kept = ones(lost_on(found.state, found.battle))
    return f"No magic touches those in {places(list(kept))}" if kept else ""


# ---- the results


def rows(found: Odds) -> tuple[Row, ...]:
    """Everything that may come of it in words, the likeliest first."""
    return _rows((outcome(found, ending), p) for ending, p in found.endings.items())


def _rows(ways: Iterable[tuple[tuple[str, int], Fraction]]) -> tuple[Row, ...]:
    told = sorted(tally(ways).items(), key=lambda row: (-row[1], row[0]))
    return tuple(Row(words, p, good) for (words, good), p in told)


def outcome(found: Odds, ending: Ending, named: bool = True) -> tuple[str, int]:
    """An ending in words, and for whom it is good; `named`: with the names of those who die."""
    if ending.result == IMMUNE:
        return "Nothing happens: no magic touches them", 0
    if ending.result == NO_BATTLE:
        return "The giant changes sides, and there is no battle", -1
    was = {u: h for h, units in (*found.battle.attackers, *found.battle.defenders) for u in units}
    was |= {u: h for h, units, *_ in found.battle.casters for u in units}
    theirs, hit = _fate(found, ending, found.defenders, was, "defenders", named)
    ours, paid = _fate(found, ending, found.attackers, was, "attackers", named)
    told = [words for words in (theirs, ours) if words] or ["nobody is hurt"]
    good = 0 if bool(hit) == bool(paid) else 1 if hit else -1
    words = ", ".join(told)
    return f"{words[0].upper()}{words[1:]} ({ending.result})", good


def _fate(
    found: Odds, ending: Ending, units: tuple[int, ...], was: dict[int, int], side: str, named: bool
) -> tuple[str, int]:
    """What becomes of one side, and how much it hurts."""
    dead = [u for u in units if u in ending.dead]
    living = dict(ending.places)
    moved = [u for u in units if u in living and living[u] != was[u]]
    beaten = ending.result == (D_ELIM if side == "defenders" else A_ELIM)
    told = []
    if dead:
        names = [UNITS[u].name for u in dead]
        told.append(f"the {side} die" if len(dead) == len(units) and len(units) > 1 else
                    f"{listed(names)} {'die' if plural(tuple(dead)) else 'dies'}" if named and len(dead) <= NAMED else
                    f"{len(dead)} of the {side} {'dies' if len(dead) == 1 else 'die'}")  # fmt: skip
    scarred = [u for u, n in ending.wounds if u in units and n > found.state.wounds.get(u, 0)]
    told += [f"{UNITS[u].name} takes a Wound" for u in scarred]
    reborn = [u for u in units if UNITS[u].corps == "Dragonewts" and u in living
              and (beaten or (u in moved and ending.result == TRADE))]  # fmt: skip
    if reborn:
        told.append(f"{len(reborn)} Dragonewt{'s are' if len(reborn) > 1 else ' is'} born again")
    gone = [u for u in ending.gone if u in units]
    if gone:
        told.append(f"{listed([UNITS[u].name for u in gone])} {'leaves' if len(gone) == 1 else 'leave'} them")
    goals = {d for d, _ in found.battle.defenders}
    taken = sorted({living[u] for u in moved if living[u] in goals and side == "attackers"})
    away = [u for u in moved if u not in reborn and living[u] not in (goals if side == "attackers" else ())]
    slipped = [u for u in away if IDS[u] == TROUPE and (beaten or ending.result == TRADE)]
    if slipped:
        told.append("the Puppeteer Troupe escapes")
    elif away:
        told.append(f"the {side} are driven back")
    if taken:
        told.append(f"they take {places(taken)}")
    return " and ".join(told), len(dead) + len(scarred) + len(reborn) + len(gone) + bool(away)


# ---- where the figures come from


def because(found: Odds) -> tuple[Because, ...]:
    """The derivation: strengths line by line, odds, table, then who is lost and what more would do."""
    sums = found.reckoning
    which = sums.column
    if IMMUNE in found.results:
        return (Because(proof(found), "", ("18.3", "38.4")),)
    out = [
        Because("Attack", number(sums.attack), ("12.2",), tuple(_line(x) for x in sums.lines if x.attacks)),
        Because("Defence", number(sums.defence), ("12.2",), tuple(_line(x) for x in sums.lines if not x.attacks)),
        Because("Odds", found.odds, ("22.1",)),
    ]
    if is_rolled(which):
        dice = tuple(Because(f"A {die}", result(which, die)) for die in range(1, 7))
        out.append(Because("The table", f"column {COLUMNS[which]}", ("12.4",), dice))
    else:
        out.append(Because("No die falls", result(which, 0), ("12.4",)))
    more = found.to_next()
    if more:
        out.append(
            Because(
                f"{more} more attacking factor{'' if more == 1 else 's'} would make it {COLUMNS[which + 1]}",
                "",
                ("22.1",),
            )
        )
    shut = chance_without_way_out(found)
    if shut > found.gone:
        words = f"With every way back closed they would be destroyed {often(shut)}, and not {often(found.gone)}"
        out.append(Because(words, "", ("12.7",)))
    out.append(Because("Who is lost", "", ("12.5",), tuple(_lost(found))))
    return tuple(out)


def chance_without_way_out(found: Odds) -> Fraction:
    """The chance that all defenders are gone if a step back killed them, as it does with no way out [12.7]."""
    walls = all(BOARD.walls >> d & 1 for d, _ in found.battle.defenders)
    return (
        found.gone
        if walls
        else found.gone
        + sum(
            (p for e, p in found.endings.items() if e.result == D_BACK and not set(found.defenders) <= set(e.dead)),
            NONE,
        )
    )


def _line(line: Line) -> Because:
    why = tuple(Because(words, "", (clause,)) for words, clause in line.why)
    return Because(UNITS[line.unit].name, number(line.factor), (), why)


def _lost(found: Odds) -> list[Because]:
    out = []
    for u in (*found.attackers, *found.defenders):
        if SUPERHEROES >> u & 1:
            out.append(Because(f"{UNITS[u].name} takes a Wound", percent(found.wounded(u)), ("18.5",)))
        else:
            out.append(Because(UNITS[u].name, percent(found.dies[u])))
    return out


def left_out(found: Odds) -> tuple[str, ...]:
    """What the figures take for granted."""
    out = []
    told = found.results
    if "Trade" in told:
        out.append("Who pays for a Trade loses what is worth least to him.")
    if found.battle.attackers and not found.battle.sally and found.plan.advance:
        out.append("One unit moves into ground that is cleared, where that is allowed.")
    if found.battle.casters:
        hexes = sorted({*found.plan.covers, *(found.state.place[u] for u in found.battle.covers)})
        out.append(f"The target is covered from {places(hexes)}." if hexes else "Nobody covers the target.")
    return tuple(out)


# ---- what lies face down


def guess(found: Deals, hidden: int) -> Answer:
    """All that is to be said of a battle in which somebody is not seen."""
    cleared = sum((p * odds.cleared for p, odds in found), NONE)
    by_odds = tally((odds.odds, p) for p, odds in found)
    told = _rows((outcome(odds, e, named=False), p * q) for p, odds in found for e, q in odds.endings.items())
    first = found[0][1]
    where = places([d for d, _ in first.battle.defenders])
    says = f"Not everybody is seen. All in all {_driven(where, cleared)}."
    odds_lines = tuple(Because(words, percent(p)) for words, p in by_odds.items())
    seen = [
        Because(
            side,
            "",
            ("7.6",),
            tuple(_line(x) for x in first.reckoning.lines if x.attacks == attacks and not hidden >> x.unit & 1),
        )
        for side, attacks in (("Attackers who are seen", True), ("Defenders who are seen", False))
    ]
    why = (*seen, Because("Odds, by who may lie there", "", ("22.1",), odds_lines))
    drawn = DRAWN if unseen_in(first.battle, hidden).bit_count() > COUNTED else ()
    return Answer(says, told, why, (*left_out(first), *GUESSED, *drawn))


GUESSED: Final = (
    "Who lies face down may be anyone of that side who is not seen. Magicians among them are not counted on to cover.",
)
DRAWN: Final = (
    "So many lie face down that not every deal of them is counted: the chances are estimated from a thousand deals.",
)
