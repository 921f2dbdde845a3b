"""How the game ends and who has won. Sources: Chaosium [5.0], [13.4], [14.1]-[14.7]; Avalon Hill 4.91, 12.44, 13."""

from __future__ import annotations

from typing import Final

from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.position import words
from elric.young_kingdoms.position.context import Context
from elric.young_kingdoms.position.events import EVENTS
from elric.young_kingdoms.position.notes import Captured, noted
from elric.young_kingdoms.position.state import CAST, IN_HAND, LOST, NEUTRAL, OVER, State, box, cargo, drop_hand
from elric.young_kingdoms.world.terrain import IMRRYR

# An outcome is (winner seat or -1, how, clause pair, words).


def end(s: State, winner: int, how: str, clause: tuple[str, str], says: str, cx: Context) -> None:
    """Close the game. Whoever has not escaped by now never does."""
    for u in pieces.HEROES:
        if s.place[u] == LOST:
            drop_hand(s, u)
            for x in cargo(s, u):
                box(s, x)
    s.outcome = (winner, how, clause, says)
    s.phase = OVER
    s.agenda = ()
    s.moving = ()
    s.battle = None
    cx.tell("outcome", winner=winner, how=how, clause=clause, says=says)


def capitals(s: State, seat: int) -> list[int]:
    """Enemy capitals a seat holds: of nations that serve another player now, or served one when the city was taken.
    Capitals of its own nations and of neutral ones are not counted; one taken from an enemy counts on when its captor has
    mustered the nation, where the edition says so ([5.0] / 4.91 E)."""
    out = []
    for a, n in _CAPITALS:
        if s.control[a] != seat:
            continue
        owner = s.nation_owner[n]
        taken = Captured(a, seat) in noted(s, Captured)
        if (taken if owner >= NEUTRAL else owner != seat) or (taken and s.rules.mustered_capital_counts):
            out.append(a)
    return out


# Every capital with its nation.
_CAPITALS: Final = tuple((a, pieces.NATION_INDEX[BOARD.nation[a]]) for a in BOARD.lands if BOARD.capital[a])


def holds(s: State, seat: int, nation: str) -> bool:
    """Whether a seat holds a nation's capital or main city."""
    return s.control[BOARD.main_city(nation)] == seat


def imrryr_taken(s: State, seat: int, cx: Context) -> None:
    """Taking Imrryr wins at once in the Chaosium edition, where the scenario lets it ([5.0])."""
    if s.rules.imrryr_wins == "at-once" and imrryr_counts(s) and s.nation_owner[pieces.MELNIBONE] != seat:
        end(s, seat, "imrryr", ("5.0", "4.91A"), "Imrryr, the Dreaming City, has fallen.", cx)


def imrryr_counts(s: State) -> bool:
    """Whether holding Imrryr decides this scenario."""
    switch = s.scenario.imrryr
    return IMRRYR >= 0 and (not switch or bool(getattr(s.rules, switch)))


def imrryr_holder(s: State) -> int:
    """The seat that has captured Imrryr and holds it, or -1; Melnibone's own player has not captured it."""
    c = s.control[IMRRYR] if imrryr_counts(s) else NEUTRAL
    return c if c < NEUTRAL and s.nation_owner[pieces.MELNIBONE] != c else -1


def group_of(s: State, k: int) -> int:
    """The seat that plays the k-th group of the scenario, or -1."""
    return s.sides.index(k) if k in s.sides else -1


def finish(s: State, cx: Context) -> None:
    """The tenth turn is over: the conditions in their order of precedence ([5.0] / 4.91)."""
    if not _imrryr_or_goal(s, cx):
        _otherwise(s, cx)


def _imrryr_or_goal(s: State, cx: Context) -> bool:
    """The first two conditions: whoever holds Imrryr, then whoever has done what the scenario asks ([5.0] / 4.91 A, B)."""
    holder = imrryr_holder(s)
    clause = s.scenario.clauses
    if holder >= 0:
        end(s, holder, "imrryr", ("5.0", "4.91A"), "The winner holds Imrryr, the Dreaming City, at the end.", cx)
    elif s.scenario.goal == "capitals":
        first, second = group_of(s, 0), group_of(s, 1)
        kings, theocrat = s.scenario.groups[0].nations, s.scenario.groups[1].nations
        if all(holds(s, second, n) for n in kings):
            end(
                s,
                second,
                "decisive",
                clause,
                "The Theocrat holds every capital of the western kings: a decisive victory.",
                cx,
            )
        elif all(holds(s, first, n) for n in theocrat):
            end(
                s,
                first,
                "decisive",
                clause,
                "The western kings hold both capitals of the Theocrat: a decisive victory.",
                cx,
            )
        elif s.rules.marginal_before_end:
            _marginal(s, cx)
    elif s.scenario.goal == "imrryr":
        end(s, group_of(s, 1), "imrryr kept", clause, "Imrryr was not taken.", cx)
    return s.outcome is not None


def _marginal(s: State, cx: Context) -> None:
    """The marginal victory of Successor ([14.3] / 13.3)."""
    says = "Neither side took all it came for: a marginal victory for the western kings."
    end(s, group_of(s, 0), "marginal", s.scenario.clauses, says, cx)


def _otherwise(s: State, cx: Context) -> None:
    """What decides when no condition of the scenario is met and the world still stands."""
    if s.scenario.goal == "capitals":
        _marginal(s, cx)
    elif s.scenario.goal == "dragons":
        says = (
            "Ten turns have passed, and the Dragons have no master."
            if s.stands[0]
            else "Nobody is left to master the Dragons."
        )
        end(s, -1, "dragons unbeaten", s.scenario.clauses, says, cx)
    else:
        most_capitals(s, cx)


def sorcerer_lost(s: State, u: int, cx: Context) -> None:
    """The duel is over as soon as one of the two is gone ([14.7])."""
    if s.scenario.goal != "duel" or s.outcome is not None:
        return
    for k, g in enumerate(s.scenario.groups):
        if pieces.IDS[u] in g.pieces:
            says = f"{pieces.NAMES[u]} is no more, and the other sorcerer has won."
            end(s, group_of(s, 1 - k), "duel", s.scenario.clauses, says, cx)


def most_capitals(s: State, cx: Context) -> None:
    """Whoever holds most enemy capitals wins; a tie is nobody's victory."""
    counts = sorted(((len(capitals(s, o)), o) for o in s.order), reverse=True)
    best = counts[0]
    tied = [o for n, o in counts if n == best[0]]
    if len(tied) == 1:
        end(
            s,
            best[1],
            "capitals",
            ("5.0", "4.91E"),
            f"The winner holds {best[0]} enemy capital{'' if best[0] == 1 else 's'}, more than anybody else.",
            cx,
        )
    else:
        end(
            s,
            -1,
            "draw",
            ("5.0", "4.91E"),
            f"{words.cap(words.number(len(tied)))} players hold {words.number(best[0])} enemy capital{'' if best[0] == 1 else 's'} each: nobody has won.",
            cx,
        )


def world_ends(s: State, cx: Context) -> None:
    """The world ends, in order or in chaos ([5.0], [13.4] / 4.91 C and D, 12.44). Imrryr and what the scenario asks come
    first. Where nobody has most magic the capitals decide in the one edition; the other counts them only in a game that has
    not ended with the world. A marginal victory is given in both."""
    if _imrryr_or_goal(s, cx):
        return
    side = s.tipped
    clause = ("5.0", "4.91C") if side == spells.LAW else ("5.0", "4.91D")
    where = "Law" if side == spells.LAW else "Chaos"
    token = -1
    if side == spells.LAW:
        token = _keeper(s, s.spell_at[spells.RUNESTAFF])
        what = "the Runestaff"
    else:
        if s.place[pieces.MOURNBLADE] < BOARD.size:
            token = s.owner[pieces.MOURNBLADE]
        what = "Mournblade"
    if 0 <= token < NEUTRAL:
        end(
            s,
            token,
            f"end in {where.lower()}",
            clause,
            f"The world ends in {where}, and {what} is in the winner's hands.",
            cx,
        )
        return
    sums = dict.fromkeys(s.order, 0)
    for i, at in enumerate(s.spell_at):
        if spells.ALIGN[i] == side:
            o = _keeper(s, at)
            if o in sums:
                sums[o] += spells.VALUE[i]
    best = max(sums.values())
    tied = [o for o, v in sums.items() if v == best]
    if len(tied) == 1:
        end(
            s,
            tied[0],
            f"end in {where.lower()}",
            clause,
            f"The world ends in {where}, and the winner holds {best} points of {where} magic, the most.",
            cx,
        )
    elif s.scenario.goal == "capitals" or s.rules.capitals_after_end:
        _otherwise(s, cx)
    else:
        says = f"The world ends in {where}, and nobody holds more of its magic than all others: nobody has won."
        end(s, -1, "draw", clause, says, cx)


def _keeper(s: State, at: int) -> int:
    if IN_HAND <= at < IN_HAND + 256:
        return s.owner[at - IN_HAND]
    if at >= CAST:
        return s.owner[(at - CAST) % 1000]
    return -1


EVENTS.add("outcome", "winner how clause says", words=lambda e, n: e["says"])
