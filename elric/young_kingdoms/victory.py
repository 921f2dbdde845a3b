"""How the game ends and who has won. Sources: Chaosium [5.0], [13.4], [14.1]-[14.7]; Avalon Hill 4.91, 12.44, 13."""

from __future__ import annotations

from . import pieces, spells
from .board import BOARD
from .context import Context
from .ground import IMRRYR
from .state import CAST, IN_HAND, NEUTRAL, OVER, State

# An outcome is (winner seat or -1, how, clause pair, words).


def end(s: State, winner: int, how: str, clause: tuple[str, str], says: str, cx: Context) -> None:
    """Close the game."""
    s.outcome = (winner, how, clause, says)
    s.phase = OVER
    s.agenda = ()
    s.moving = ()
    s.battle = None
    cx.tell("outcome", winner=winner, how=how, clause=clause, says=says)


def capitals(s: State, seat: int) -> list[int]:
    """Capitals a seat holds that are not of nations it began with or mustered: enemy and foreign capitals."""
    start = {n for g in s.notes if g[0] == "group" and g[1] == seat for n in g[2]}
    return [a for a in BOARD.lands if BOARD.capital[a] and s.control[a] == seat and BOARD.nation[a] not in start]


def holds(s: State, seat: int, nation: str) -> bool:
    """Whether a seat holds a nation's capital or main city."""
    return s.control[BOARD.main_city(nation)] == seat


def imrryr_taken(s: State, seat: int, cx: Context) -> None:
    """Taking Imrryr wins at once in the Chaosium edition, where the scenario lets it ([5.0])."""
    if s.rules.imrryr_wins != "at-once" or not imrryr_counts(s) or s.scenario.goal == "imrryr":
        return
    if any(n[0] == "group" and n[1] == seat and "melnibone" in n[2] for n in s.notes):
        return
    end(s, seat, "imrryr", ("5.0A", "4.91A"), "Imrryr, the Dreaming City, has fallen.", cx)


def imrryr_counts(s: State) -> bool:
    """Whether Imrryr decides this scenario."""
    if s.scenario.key == "successor":
        return bool(s.rules.successor_imrryr)
    return s.rules.edition in s.scenario.imrryr


def group_of(s: State, k: int) -> int:
    """The seat that plays the k-th group of the scenario, or -1."""
    for n in s.notes:
        if n[0] == "group" and n[3] == k:
            return int(n[1])
    return -1


def finish(s: State, cx: Context) -> None:
    """The tenth turn is over: the conditions in their order of precedence ([5.0] / 4.91)."""
    if IMRRYR >= 0 and imrryr_counts(s) and s.scenario.goal != "imrryr":
        c = s.control[IMRRYR]
        if c < NEUTRAL:
            end(s, c, "imrryr", ("5.0A", "4.91A"), "Holds Imrryr when the last turn ends.", cx)
            return
    goal = s.scenario.goal
    if goal == "capitals":
        _capital_war(s, cx)
    elif goal == "imrryr":
        upstart = group_of(s, 0)
        if s.control[IMRRYR] == upstart:
            end(s, upstart, "imrryr", s.scenario.clauses, "Holds Imrryr when the last turn ends.", cx)
        else:
            end(s, group_of(s, 1), "imrryr kept", s.scenario.clauses, "Imrryr was not taken.", cx)
    elif goal == "dragons":
        end(s, -1, "dragons unbeaten", s.scenario.clauses, "Ten turns have passed, and the Dragons have no master.", cx)
    else:
        most_capitals(s, cx)


def _capital_war(s: State, cx: Context) -> None:
    first, second = group_of(s, 0), group_of(s, 1)
    kings, theocrat = s.scenario.groups[0].nations, s.scenario.groups[1].nations
    clause = s.scenario.clauses
    if all(holds(s, second, n) for n in kings):
        end(s, second, "decisive", clause, "Holds every capital of the western kings: a decisive victory.", cx)
    elif all(holds(s, first, n) for n in theocrat):
        end(s, first, "decisive", clause, "Holds both capitals of the Theocrat: a decisive victory.", cx)
    else:
        end(
            s,
            first,
            "marginal",
            clause,
            "Neither side took all it came for: a marginal victory for the western kings.",
            cx,
        )


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
            f"Holds {best[0]} enemy capital{'' if best[0] == 1 else 's'}, more than anybody else.",
            cx,
        )
    else:
        end(
            s,
            -1,
            "draw",
            ("5.0", "4.91E"),
            f"{len(tied)} players hold {best[0]} enemy capitals each: nobody has won.",
            cx,
        )


def world_ends(s: State, cx: Context) -> None:
    """The world ends, in order or in chaos ([5.0], [13.4] / 4.91 C and D, 12.44)."""
    if IMRRYR >= 0 and imrryr_counts(s) and s.control[IMRRYR] < NEUTRAL and s.scenario.goal != "imrryr":
        end(
            s,
            s.control[IMRRYR],
            "imrryr",
            ("5.0A", "4.91A"),
            "The world ends, and Imrryr's holder is its last lord.",
            cx,
        )
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
            f"The world ends in {where}, and {what} is in this player's hands.",
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
            f"The world ends in {where}, and this player holds {best} points of {where} magic, the most.",
            cx,
        )
    else:
        end(
            s,
            -1,
            f"end in {where.lower()}",
            clause,
            f"The world ends in {where}, and nobody holds more of its magic than everybody else.",
            cx,
        )


def _keeper(s: State, at: int) -> int:
    if IN_HAND <= at < IN_HAND + 256:
        return s.owner[at - IN_HAND]
    if at >= CAST:
        return s.owner[(at - CAST) % 1000]
    return -1


__all__ = [n for n in globals() if not n.startswith("_") and n != "HELD_OPEN"]
