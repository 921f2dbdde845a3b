"""What the lab says of a battle: in a sentence, result by result with its span, and line by line how the totals come about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from elric.lab.definition import Answer, Because, Row
from elric.lab.say import often, span
from elric.sorcerer.combat.joint import can_attack, clash_in
from elric.sorcerer.combat.strength import Clash, Total, default_lead, sorcerers
from elric.sorcerer.components.board import BOARD, HEXES
from elric.sorcerer.components.colors import LINE_NAMES, NAMES, ahead
from elric.sorcerer.components.table import PIN, column
from elric.sorcerer.components.units import KIND, SORCERER, UNITS
from elric.sorcerer.components.words import an, capital, listed, the, units
from elric.sorcerer.lab.battle import Battle
from elric.sorcerer.lab.fills import faces
from elric.sorcerer.lab.law import Ending, Law
from elric.sorcerer.lab.worth import worth
from elric.sorcerer.magic.bolts import odds
from elric.sorcerer.position.state import force

DEALT: Final = "Where an owner may choose whom to lose, he loses what costs him least [13.6]."
UNTOUCHED: Final = "nothing happens to"


def bolts(b: Battle) -> str:
    """The Bolts that are flung first: "3 Yellow Bolts"."""
    colors = [NAMES[v.color].capitalize() for v in b.bolts]
    kinds = dict.fromkeys(colors)
    return listed([f"{colors.count(c)} {c} Bolts" if colors.count(c) > 1 else f"{an(c)} Bolt" for c in kinds])


def title(battle: Battle) -> str:
    """What is fought: who attacks whom, where, on which ground."""
    ground = f"{BOARD.city_name(battle.hex)} ({NAMES[battle.ground]})"
    theirs = units(battle.defenders)
    if battle.seals:
        many = f"{len(battle.seals)} {battle.seals[0].what}s" if len(battle.seals) > 1 else f"a {battle.seals[0].what}"
        spent = listed([str(-x.differential) for x in battle.seals])
        return capital(f"{theirs} and {many}, {'points' if battle.seals[0].what == 'seal' else 'order'} {spent}")
    if not battle.attackers:
        return f"{capital(bolts(battle))} at {theirs} in {ground}"
    first = f"{bolts(battle)}, then " if battle.volleys else ""
    return capital(f"{first}{units(battle.attackers)} against {theirs} in {ground}")


# ---- the results


def fate(law: Law, ending: Ending, side: int) -> str:
    """What has become of a side: "the Orange troll is eliminated", "all are pinned"."""
    b = law.battle
    mine = force(b.state, side, b.hex)
    out = became(mine, [1 if b.state.depleted >> u & 1 else 2 for u in mine], [law.steps(ending, u) for u in mine])
    if law.pinned(ending, side) and not all(b.state.pinned >> u & 1 for u in mine):
        left = [u for u in mine if law.steps(ending, u)]
        out.append("what is left is pinned" if out else f"{units(left)} {'is' if len(left) == 1 else 'are'} pinned")
    return "; ".join(out) or f"{UNTOUCHED} {units(mine)}"


def became(mine: Sequence[int], was: Sequence[int], now: Sequence[int]) -> list[str]:
    """What has become of some counters that had so many steps, and have so many now."""
    rows = list(zip(mine, was, now, strict=True))
    parts = (("eliminated", [u for u, _, k in rows if not k]), ("depleted", [u for u, a, k in rows if 0 < k < a]))
    return [f"{units(these)} {'is' if len(these) == 1 else 'are'} {what}" for what, these in parts if these]


def row(law: Law, words: str, these: frozenset[Ending], good: int = 0, big: bool = False) -> Row:
    """A result with its chance and, where it rests on cells that are ours, its span."""
    p = law.chance(these.__contains__)
    between = law.span(these.__contains__)
    return Row(words, p, good, big, between if between != (p, p) else ())


def fates(law: Law, side: int) -> list[Row]:
    """Everything that may become of one side, the likeliest first."""
    found: dict[str, list[Ending]] = {}
    for ending in law.ever:
        found.setdefault(fate(law, ending, side), []).append(ending)
    struck = 1 if side == law.battle.other else -1
    rows = [
        row(law, capital(words), frozenset(these), 0 if words.startswith(UNTOUCHED) else struck, "eliminated" in words)
        for words, these in found.items()
    ]
    return sorted(rows, key=lambda one: (-one.chance, one.words))


def together(law: Law) -> list[Row]:
    """Everything that may become of both sides as one event [13.0], the likeliest first."""
    b = law.battle
    if not b.attackers:
        return fates(law, b.other)
    found: dict[str, list[Ending]] = {}
    for ending in law.ever:
        words = f"{capital(fate(law, ending, b.other))}; {fate(law, ending, b.side)}"
        found.setdefault(words, []).append(ending)
    rows = [row(law, words, frozenset(these), _good(law, these[0])) for words, these in found.items()]
    return sorted(rows, key=lambda one: (-one.chance, one.words))


def _good(law: Law, ending: Ending) -> int:
    """For whom an ending is good: for the side that has lost less, by what its counters are worth."""
    b = law.battle
    lost = []
    for side in (b.side, b.other):
        mine = force(b.state, side, b.hex)
        before = sum(worth(b.state, u) for u in mine)
        lost.append(before - sum(worth(b.state, u, law.steps(ending, u)) for u in mine))
    mine_, theirs = lost
    if mine_ == theirs:
        mine_, theirs = (float(law.pinned(ending, side)) for side in (b.side, b.other))
    return (theirs > mine_) - (mine_ > theirs)


# ---- the totals


def _total(words: str, total: Total) -> Because:
    lines = [
        Because("Color of the magic in this hex" if one.words == "color" else one.words, f"{one.adds:+}", (one.clause,))
        for one in total.lines
    ]
    return Because(words, str(total.sum), ("13.0",), tuple(lines))


def result_words(result: int) -> str:
    """A result of the table."""
    return "pinned" if result == PIN else "nothing" if not result else f"{result} step{'s' if result > 1 else ''}"


def _throws(which: int) -> Because:
    """A column, and what each side of the die gives; of a cell that is ours also what else may have stood there."""
    parts = []
    for die, face in enumerate(faces(which), 1):
        least, most = result_words(face.may_be[0]), result_words(face.may_be[-1])
        lost = f", ours: {least} to {most} may have stood there" if len(face.may_be) > 1 else ""
        parts.append(Because(f"Die {die}", result_words(face.result) + lost, ("13.4",)))
    return Because(f"Column {which} of the results table", "", ("13.4",), tuple(parts))


def _clash(words: str, met: Clash) -> Because:
    said = f"{ahead(met.differential)} on the {LINE_NAMES[met.line]} line"
    return Because(
        words,
        said,
        ("13.0",),
        (
            _total("Who attacks", met.attack),
            _total("Who is attacked", met.defence),
            _throws(column(met.differential, met.line)),
        ),
    )


def derivation(battle: Battle) -> Iterator[Because]:
    """How the totals come about, as all stand before the first die."""
    s = battle.state
    for x in battle.seals:
        said = f"{ahead(x.differential)} on the {LINE_NAMES[x.line]} line"
        clause = "19.25" if x.what == "seal" else "25.2"
        yield Because(f"The {x.what} strikes", said, (clause,), (_throws(column(x.differential, x.line)),))
    for k, v in enumerate(battle.bolts):
        lead = next(
            (u for u in battle.leads if s.owner[u] == battle.other),
            default_lead(s, sorcerers(s, battle.other, battle.hex)),
        )
        many = f"Bolt {k + 1}, as they stand now" if len(battle.bolts) > 1 else "The Bolt"
        yield _clash(many, odds(s, battle.other, battle.hex, v.color, v.throwers, lead))
    if battle.attackers:
        for words, side, other in (
            ("The attack", battle.side, battle.other),
            ("Their attack", battle.other, battle.side),
        ):
            if (side == battle.side or battle.answers) and can_attack(s, side, battle.hex):
                yield _clash(words, clash_in(s, side, battle.hex, other, battle.leads))


# ---- what is to be said beside it


def doubts(law: Law) -> Iterator[str]:
    """What in this battle is ours because the printed thing is lost, beyond the cells of the table."""
    b = law.battle
    s = b.state
    throwers = {u for v in b.bolts for u in v.throwers}
    ours = {u for u in (*law.units, *throwers) if "full combat" in UNITS[u].lost}
    several = len(b.volleys) + bool(b.attackers) > 1 or b.worn
    for u in (*law.units, *throwers):
        if "depleted combat" in UNITS[u].lost and (s.depleted >> u & 1 or (several and u in law.units)):
            ours.add(u)
    if ours:
        yield f"Ours, since the counters are lost, without bounds to reckon with: the strength of {units(sorted(ours))}."
    if BOARD.printed[b.hex] == s.paint[b.hex] and BOARD.confidence[b.hex] == "reconstructed":
        yield f"That {HEXES.names[b.hex]} is {NAMES[b.ground]} is ours too: the printed map is lost; “In which color?” has the other grounds beside it."


def sentence(law: Law) -> list[tuple[str, tuple[str, ...]]]:
    """The answer in a few stretches, each with its clause."""
    b = law.battle
    out: list[tuple[str, tuple[str, ...]]] = []
    for side, words, clause in ((b.other, "Those attacked", "13.5"), (b.side, "Those who attack", "13.0")):
        mine = force(b.state, side, b.hex)
        if not mine:
            continue
        hit = row(law, "", frozenset(e for e in law.ever if law.hurt(e, side)))
        pin = row(law, "", frozenset(e for e in law.ever if law.pinned(e, side) and not law.hurt(e, side)))
        out.append(
            (f"{words} lose a step or more {_how_often(hit)}, and are only pinned {_how_often(pin)}.", (clause,))
        )
        for u in mine:
            if KIND[u] == SORCERER or len(mine) == 1:
                falls = row(law, "", frozenset(e for e in law.ever if not law.steps(e, u)))
                if falls.chance or falls.span:
                    lost = " and with the Prime Sorcerer the game is lost" if u in b.state.primes else ""
                    clause = "15.25" if lost else "13.5"
                    out.append(
                        (f"{capital(the(u))} is eliminated {_how_often(falls)}{',' if lost else ''}{lost}.", (clause,))
                    )
    return out


def _how_often(one: Row) -> str:
    if not one.chance and not one.span:
        return "in no battle"
    return often(one.chance) + (f" ({span(one.span)} by what the lost cells may have been)" if one.span else "")


def answer(law: Law) -> Answer:
    """Everything the lab has to say of a battle."""
    b = law.battle
    told = sentence(law)
    says = " ".join(text for text, _ in told)
    bars = [*fates(law, b.other), *(fates(law, b.side) if b.attackers else ())]
    notes = [*([DEALT] if len(law.units) > 1 else []), *doubts(law)]
    if b.worn:
        notes.insert(0, "Attrition passes before they meet [11.0]; vortexes are not reckoned with here.")
    stretches = tuple((text if n == 0 else f" {text}", clause) for n, (text, clause) in enumerate(told))
    return Answer(says, tuple(together(law)), tuple(derivation(b)), tuple(notes), stretches, tuple(bars))


__all__ = ["answer", "became", "bolts", "fate", "fates", "row", "title", "together"]
