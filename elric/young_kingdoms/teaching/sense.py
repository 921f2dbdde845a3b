"""One sensible action at any decision: for "show me" and for ready-made games. Looks only at what the seat that decides
may see, as long as the game it is given is that seat's own (`Game.resampled`).
"""

from __future__ import annotations

from elric.young_kingdoms.combat.battle import pending_battles
from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.notation import Action
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.planning.decision import held
from elric.young_kingdoms.position.state import hand
from elric.young_kingdoms.wild.wilderness import chance_needed


def sensible(g: Game) -> Action:
    """One legal action that is no mistake, at any decision but the movement of stacks (see `plans.best`).

    Raises:
        ValueError: the game is over.
    """
    legal = g.legal_actions()
    by: dict[str, list[Action]] = {}
    for a in legal:
        by.setdefault(a.verb, []).append(a)
    if "cast" in by and pending_battles(g.state) and (laid := _spell_to_lay(g, by["cast"])) is not None:
        return laid
    if "search" in by:
        return min(by["search"], key=lambda a: chance_needed(g.state, *a.args))
    if "lose" in by:
        return min(by["lose"], key=lambda a: (pieces.KIND[a.args[0]] == pieces.HERO, pieces.FIGHT[a.args[0]]))
    if "keep" in by:
        return max(by["keep"], key=lambda a: _worth(g, (spells.LAW, spells.CHAOS)[a.args[0]]))
    for verb in ("raise", "hunt", "fight", "ready", "take", "save", "dispel", "muster", "wield", "roll", "stay"):
        if verb in by:
            return by[verb][0]
    for verb in ("done", "end", "halt"):
        if verb in by:
            return by[verb][0]
    if not legal:
        raise ValueError("the game is over")
    return legal[0]


def _spell_to_lay(g: Game, casts: list[Action]) -> Action | None:
    """The strongest spell beside a coming battle that has none of ours yet."""
    s = g.state
    here = [a for a in casts if s.place[a.args[0]] in pending_battles(s) and spells.STRENGTH[a.args[1]]]
    return max(here, key=lambda a: (spells.STRENGTH[a.args[1]], -a.args[1]), default=None)


def _worth(g: Game, side: int) -> int:
    """How much strength the magicians who must choose hold on one side."""
    magicians = held(g.state).get("magicians", ())
    spelled = (i for name in magicians for i in hand(g.state, pieces.INDEX[name]))
    return sum(spells.VALUE[i] for i in spelled if spells.ALIGN[i] == side)


__all__ = ["sensible"]
