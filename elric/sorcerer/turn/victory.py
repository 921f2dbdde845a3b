"""How a game ends [15.0, 16.1]: Prime Sorcerers lost, points after the last turn, and what a scenario says."""

from __future__ import annotations

from typing import NamedTuple

from elric.kernel.bits import ones
from elric.kernel.context import Context
from elric.sorcerer.position import hooks
from elric.sorcerer.position.notes import NOTES, Clones, noted, remember
from elric.sorcerer.position.state import GONE, HIDDEN, NOBODY, State, black_seat, on_board
from elric.sorcerer.position.state import lift as off
from elric.sorcerer.turn.points import score


@NOTES.many("slain")
class Slain(NamedTuple):
    """Whom the Black Sorcerer has destroyed, and on which Game-Turn [21.1]."""

    seat: int
    turn: int


def end(s: State, winner: int, how: str, clause: str, words: str, cx: Context) -> None:
    """The game is over; the first ending counts."""
    if s.outcome is None:
        s.outcome = (winner, how, clause, words)
        cx.tell("over", words=words)


def lives(s: State, seat: int) -> bool:
    """Whether a seat's Prime Sorcerer is in the game: himself, or one of his clones [22.3]."""
    u = s.primes[seat]
    if u == NOBODY or s.place[u] >= 0 or s.place[u] == HIDDEN:
        return True
    clones = [v for one in noted(s, Clones) if one.whole == u for v in one.parts]
    return any(s.place[v] >= 0 or s.place[v] == HIDDEN for v in clones)


def bury(s: State, cx: Context) -> None:
    """The end of a phase [16.1]: whose Prime Sorcerer is lost has lost, and his units go; the last player left wins (R38)."""
    dead = [seat for seat in ones(s.alive) if not lives(s, seat)]
    if not dead:
        return
    for seat in dead:
        s.alive &= ~(1 << seat)
        cx.tell("prime lost", seat=seat)
        for u in (*on_board(s, seat), *[u for u in tuple(s.hidden) if s.owner[u] == seat]):
            off(s, u, GONE)
        if s.player == black_seat(s):
            remember(s, Slain(seat, s.turn))
    _last(s, cx, over=False)


def _last(s: State, cx: Context, *, over: bool) -> None:
    """Has only one player his Prime Sorcerer still, or nobody? While Shir lives the last has won when the turn is `over` [21.1]."""
    black = black_seat(s)
    left = [seat for seat in ones(s.alive) if seat != black]
    shir = black >= 0 and bool(s.alive >> black & 1)
    if s.scenario.alone:
        if not s.alive:
            end(s, NOBODY, "prime", "16.1", "The Prime Sorcerer is lost, and with him the game.", cx)
    elif len(left) == 1 and shir and not over:
        return
    elif len(left) == 1:
        end(s, left[0], "prime", "15.25", f"{s.scenario.name(left[0])} wins: no other Prime Sorcerer is left.", cx)
    elif not left and shir:
        end(s, black, "shir", "21.1", "Shir wins: nobody else is left.", cx)
    elif not left:
        end(s, NOBODY, "draw", "15.25", "Every Prime Sorcerer is lost: the game is drawn.", cx)


def turn_over(s: State, cx: Context) -> None:
    """The end of a Game-Turn, before points are counted: who was left alone in it has won, if Shir has let him [21.1]."""
    if black_seat(s) >= 0:
        _last(s, cx, over=True)


def judge(s: State, clause: str, cx: Context) -> None:
    """By points [15.21, 18.12, 18.22, 19.12]: the most win, equal ones draw. Shir wins whom he has destroyed in this turn [21.1]."""
    black = black_seat(s)
    seats = [seat for seat in ones(s.alive) if seat != black]
    sums = {seat: score(s, seat).sum for seat in seats}
    for slain in noted(s, Slain):
        best = score(s, slain.seat).sum > max(sums.values(), default=0)
        if slain.turn == s.turn and s.alive >> black & 1 and best:
            end(
                s, black, "shir", "21.1", f"Shir wins: he has destroyed {s.scenario.name(slain.seat)}, who had won.", cx
            )
            return
    order = sorted(seats, key=lambda seat: -sums[seat])
    told = ", ".join(f"{s.scenario.name(seat)} {sums[seat]}" for seat in order)
    for seat in order:
        cx.tell("points", seat=seat, points=str(sums[seat]))
    if len(order) > 1 and sums[order[0]] == sums[order[1]]:
        if black >= 0 and s.alive >> black & 1:
            end(s, black, "shir", "21.1", f"Nobody has the most points ({told}): Shir wins.", cx)
        else:
            end(s, NOBODY, "draw", "15.21", f"Equal points, {told}: the game is drawn.", cx)
    else:
        end(s, order[0], "points", clause, f"{s.scenario.name(order[0])} wins by points: {told}.", cx)


hooks.AT_REST.append(bury)
