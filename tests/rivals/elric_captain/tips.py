"""What is worth trying at a decision: a sentence, and the actions that do it, each legal in its turn.

Nothing is recommended that has not been found among the legal actions, and no figure is named that is not the lab's. Where
there is nothing true to say there is no tip.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Final, NamedTuple

from elric.kernel import running
from elric.lab.say import percent
from elric.young_kingdoms.artifacts.black_swords import sword_value
from elric.young_kingdoms.combat.battle import pending_battles
from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.notation import Action
from elric.young_kingdoms.components.pieces import ARMY, FIGHT, HERO, KIND, MAGIC
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.lab import policy
from elric.young_kingdoms.lab.battle import Battle
from elric.young_kingdoms.lab.policy import POLICIES
from elric.young_kingdoms.lab.prospects import battle_at
from elric.young_kingdoms.lab.risk import Risk, risk
from elric.young_kingdoms.lab.spec import BattleError, Spec
from elric.young_kingdoms.lab.walk import STILL, ChanceAsked
from elric.young_kingdoms.planning.decision import held
from elric.young_kingdoms.planning.decision import leader as leader_of
from elric.young_kingdoms.position import words
from elric.young_kingdoms.position.state import State, hand
from elric.young_kingdoms.teaching.phrases import phrase
from elric.young_kingdoms.wild.wilderness import chance_needed
from elric.young_kingdoms.world.terrain import IMRRYR
from tests.rivals.elric_captain import plans
from tests.rivals.elric_captain.marches import legal_part

_TRIED: Final = 9  # battles asked about for one tip
_LIKELY: Final = 4  # a roll that is likelier to save than not
_MAGIC: Final = 0  # what a search may be for: hidden magic


class Tip(NamedTuple):
    """Something worth trying: a sentence, what does it, and the area to look at ("" for none)."""

    words: str
    actions: tuple[Action, ...]
    look: str = ""


def tip(g: Game, hand_open: bool) -> Tip | None:
    """What to try now; None when there is nothing to say.

    Args:
        g: a game that is not over.
        hand_open: whether the spells of the seat that decides may be named.
    """
    legal = g.legal_actions()
    if len(legal) == 1:
        a = legal[0]
        return (
            None if _secret(a) and not hand_open else Tip(f"Nothing else can be done now: {_small(a)}.", (a,), _at(a))
        )
    by: dict[str, list[Action]] = {}
    for a in legal:
        by.setdefault(a.verb, []).append(a)
    maker = _STEPS.get(g.step)
    return maker(g, by, hand_open) if maker is not None else None


def viewer(g: Game, hand_open: bool) -> int:
    """Whose knowledge counts for figures: an onlooker's while the hand is closed, so that no figure tells what it holds.
    It is how the lab is opened from the same page."""
    return g.seat if hand_open and g.seat is not None else -1


def odds(g: Game, area: int, hand_open: bool) -> Risk | None:
    """The lab's figures for the battle in an area, for the seat that decides; None where there is none. While a spell is
    to be drawn in it the lab needs seconds, and the coach is silent."""
    if g.seat is None:
        return None
    try:
        b = battle_at(g, BOARD.ids[area], viewer(g, hand_open))
        return None if b.spec.conjure else risk(g, g.seat, b)
    except BattleError:
        return None


def _secret(a: Action) -> bool:
    """Whether naming an action names a spell."""
    return a.verb in ("cast", "give", "discard", "muster", "sacrifice", "charm", "take", "maintain", "release", "fly")


def _at(a: Action) -> str:
    return BOARD.ids[a.args[-1]] if a.args and a.verb in _PLACED else ""


_PLACED: Final = ("harbour", "appear", "reappear", "retreat", "fight", "step", "sail", "land", "attack")


def _small(a: Action) -> str:
    """A phrase inside a sentence: names keep their capital, "Ready" does not."""
    text = phrase(a)
    return text[:1].lower() + text[1:]


# ---- movement -------------------------------------------------------------------------------------------------------


def _movement(g: Game, by: dict[str, list[Action]], hand_open: bool) -> Tip | None:
    plan = plans.best(g, viewer(g, hand_open))
    return said_of(g, plan) if plan is not None else _here(g, by)


def said_of(g: Game, plan: plans.Plan) -> Tip:
    """A plan of the stack in hand, or of one to take up, as a tip: where nothing is left to do with it, it is put down."""
    actions = _put_down(g, plan)
    if not plan.take:
        return Tip(f"Try this: {_goes(g, plan)}", actions, BOARD.ids[plan.area])
    along = [a.args[0] for a in plan.take[1:] if a.args]
    who = words.units([plan.leader, *along])
    link = "," if plan.ship >= 0 or plan.along else " and"
    stays = f" An army stays to hold {words.area(plan.start)}." if plans.guards(g.state, plan) else ""
    return Tip(f"Try this: take up {who} {words.inside(plan.start)}{link} {_goes(g, plan)}{stays}", actions,
               BOARD.ids[plan.start])  # fmt: skip


def _put_down(g: Game, plan: plans.Plan) -> tuple[Action, ...]:
    """The actions of a plan and the halt behind them: not where luck falls on the way, or where a personality has come to
    armies that wait to be taken along."""
    t = plans.after(g.state, plan.actions)
    halt = Action("halt")
    if t is None or not plans.in_hand(t) or not running.allowed(t, halt):
        return plan.actions
    joins = plan.risk is None and plan.goal == plan.area and not g.scenario.solo
    return plan.actions if joins else (*plan.actions, halt)


def _here(g: Game, by: dict[str, list[Action]]) -> Tip | None:
    """Alone, what lies hidden where one stands is searched for: that comes after movement."""
    s = g.state
    if not s.scenario.solo or "end" not in by:
        return None
    here = {s.place[u] for u in pieces.HEROES if s.owner[u] == g.seat and s.place[u] in plans.targets(s)}
    at = min(here, default=-1)
    if at < 0 or at == IMRRYR:
        return None
    return Tip(f"Stay: something lies hidden {words.inside(at)}. End the phase, and search there.", tuple(by["end"]), BOARD.ids[at])  # fmt: skip


def _stack(g: Game, by: dict[str, list[Action]], hand_open: bool) -> Tip | None:
    s = g.state
    here = s.place[leader_of(s)]
    if s.assaults >> here & 1:
        halt = tuple(by.get("halt", ())[:1])
        return Tip("Halt here, and take up the next stack.", halt) if halt else None  # fmt: skip
    plan = plans.best(g, viewer(g, hand_open))
    return said_of(g, plan) if plan is not None else None


def _goes(g: Game, p: plans.Plan) -> str:
    """What a plan does once the stack is in hand: "march to Hornus. From there ..."."""
    first = ""
    if p.left:
        first = f"leave {words.units(p.left)} behind for want of room, "
    if p.ship >= 0:
        first += f"board {words.unit(p.ship)} and "
    if p.along:
        there = words.units(p.along)
        come = "" if p.via == p.start and not p.take else f"march to {words.area(p.via)}, "
        first += f"{come}take {there} along{' there' if come else ''} and "
    name = words.area(p.area)
    storms = (
        p.go and p.go[-1].verb != "attack"
    )  # nobody mans the walls: one goes there first, and storms them in Combat
    if p.risk is not None and not storms:
        return f"{first}attack {name}: {won(p.risk.win)}."
    how = {"sail": "sail to", "land": "land in"}.get(p.go[-1].verb, "march to")
    if p.risk is not None:
        return f"{first}{how} {name}, whose walls nobody mans. Storm them, and {won(p.risk.win)}."
    return f"{first}{how} {name}{_reason(g, p)}."


def _reason(g: Game, p: plans.Plan) -> str:
    """Why a march is worth it, as far as it is so."""
    s = g.state
    if p.goal < 0:
        return ""
    if p.goal == p.area:
        if s.scenario.solo:
            return ""
        return ", where an army of yours has no leader"
    what = "which lies hidden" if s.scenario.solo else ""
    if not s.scenario.solo:
        what = "an enemy capital" if BOARD.capital[p.goal] else "an enemy city" if BOARD.city[p.goal] else ""
        if not plans.against_somebody(s, p.goal):
            return f". A ship of yours that takes armies aboard lies {_away(p.far)} from there"
        if what and s.control[p.goal] in (s.player, 4):
            what = ""
    called = f"{words.area(p.goal)}, {what}," if what and not s.scenario.solo else str(words.area(p.goal))
    return f". From there it is {_away(p.far)} to {called}".rstrip(",")


def _away(n: int) -> str:
    return "one area" if n == 1 else f"{words.number(n)} areas"


def won(win: Fraction) -> str:
    """How often a battle is won, for the seat it is told to."""
    return "you cannot win" if not win else "you always win" if win == 1 else f"you win {times(win)}"


def times(p: Fraction) -> str:
    """How often: "every time", "in 16.7% of battles"."""
    return "every time" if p == 1 else f"in {percent(p)} of battles"


# ---- battles --------------------------------------------------------------------------------------------------------


def _magic(g: Game, by: dict[str, list[Action]], hand_open: bool) -> Tip | None:
    """The spell that makes a coming battle surest, by the lab; to save them where every battle is won in any case."""
    s, found, asked = g.state, [], 0
    coming = pending_battles(s)
    if coming and "done" in by and all((r := odds(g, a, hand_open)) is not None and r.win == 1 for a in coming):
        sure = "the battle that is coming" if len(coming) == 1 else "every battle that is coming"
        return Tip(f"Keep your spells: you win {sure} as it stands.", tuple(by["done"][:1]))
    if not hand_open or not by.get("cast"):
        return None
    for area in coming:
        was = odds(g, area, hand_open)
        if was is None or was.win == 1:
            continue
        side = 0 if was.attacks else 1
        for a in by["cast"]:
            u, i = a.args[:2]
            if s.place[u] != area:
                continue
            asked += 1
            if asked > _TRIED:
                break
            now = _but_cast(was.battle, u, i)
            if now is not None and now.odds().win[side] > was.win:
                found.append((now.odds().win[side], -spells.VALUE[i], a, was, area))
    if not found:
        return None
    win, _, a, was, area = max(found, key=lambda x: x[:2])
    much = f"you win {times(win)} {words.inside(area)}, without it {percent(was.win)}"
    return Tip(f"Try this: {_small(a)}. Then {much}.", (a,), BOARD.ids[area])


def _but_cast(b: Battle, u: int, i: int) -> Battle | None:
    card = (pieces.IDS[u], spells.IDS[i])
    try:
        return b.but(cast=(*b.spec.cast, card), hands=tuple(x for x in b.spec.hands if x != card))
    except BattleError:
        return None


def _combat(g: Game, by: dict[str, list[Action]], hand_open: bool) -> Tip | None:
    """Of the battles that must be fought the surest; of sieges one that is won more often than not."""
    rated = [(r.win, -a.args[0], a) for a in by.get("fight", ()) if (r := odds(g, a.args[0], hand_open)) is not None]
    if not rated:
        return None
    win, _, a = max(rated)
    if not win or ("end" in by and 2 * win <= 1):
        return None
    first = " first, the surest of your battles" if len(rated) > 1 else ""
    return Tip(f"Try this: {_small(a)}{first}: {won(win)}.", (a,), BOARD.ids[a.args[0]])


def _withhold(g: Game, by: dict[str, list[Action]], hand_open: bool) -> Tip | None:
    """Whoever is safer held back without a battle lost by it; else whoever wins more by conjuring."""
    s = g.state
    was = odds(g, s.battle.area, hand_open)
    if was is None:
        return None
    side = 0 if was.attacks else 1
    for a in by.get("withhold", ())[:_TRIED]:
        key = pieces.IDS[a.args[0]]
        dies = was.heroes.get(key)
        if KIND[a.args[0]] != HERO or not dies:
            continue
        try:
            now = was.battle.but(held=(*was.battle.spec.held, key)).odds()
        except BattleError:
            continue
        after = now.heroes[key].dies if key in now.heroes else Fraction(0)
        if now.win[side] >= was.win and after < dies:
            name = words.unit(a.args[0])
            much = f"{name:is|are} lost for good {times(after) if after else 'never'} instead of {percent(dies)}"
            return Tip(f"Try this: {_small(a)}. You win as often, and {much}.", (a,))
    ready = tuple(by.get("ready", ())[:1])
    return Tip(f"Say ready: {won(was.win)} as it stands.", ready) if ready else None


def _port(g: Game, by: dict[str, list[Action]], hand_open: bool) -> Tip | None:
    """Ships or armies: whichever wins more often."""
    found = []
    was = odds(g, g.state.battle.area, hand_open)
    for a in by.get("defend", ()) if was is not None else ():
        try:
            b = was.battle.but(port=("ships", "armies")[a.args[0]]) if was is not None else None
        except BattleError:
            continue
        if b is not None:
            found.append((b.odds().win[1], a))
    if len(found) < 2 or found[0][0] == found[1][0]:
        return None
    (win, a), (other, _) = max(found), min(found)
    return Tip(f"Try this: {_small(a)}. You win {times(win)}, the other way {percent(other)}.", (a,))


def _losses(g: Game, by: dict[str, list[Action]], hand_open: bool) -> Tip | None:
    s = g.state
    f = s.agenda[-1]
    p = POLICIES[Spec().policy[0]]
    lose = tuple(Action("lose", (u,)) for u in policy.losses(s, f, p))
    lose = legal_part(s, lose)
    if not lose:
        return None
    return Tip(f"Try this: take off {words.units([a.args[0] for a in lose])}. {_why_lost(lose)}".strip(), lose)


def _why_lost(lose: Sequence[Action]) -> str:
    spared = not any(KIND[a.args[0]] == HERO for a in lose)
    return "No personality is put in danger." if spared else ""


def _escape(g: Game, by: dict[str, list[Action]], hand_open: bool) -> Tip | None:
    value = min(6, sword_value(g.state, pieces.INDEX[held(g.state)["personality"]]))
    if "save" in by or "roll" not in by or value < 1:
        return None
    return Tip(f"Roll the die: {saves(value)}.", tuple(by["roll"][:1])) if value >= _LIKELY else None


def saves(value: int) -> str:
    """How often the die saves somebody who must roll this or less."""
    return "it always saves" if value >= 6 else f"it saves in {percent(Fraction(value, 6))} of rolls"


def _reappear(g: Game, by: dict[str, list[Action]], hand_open: bool) -> Tip | None:
    found = by.get("reappear", ())
    if g.seat is None or len(found) < 2:
        return None
    a = policy.refuge(g.state, g.seat, found)
    return _comfortable(g.state, g.seat, a, [x.args[0] for x in found])


def _retreat(g: Game, by: dict[str, list[Action]], hand_open: bool) -> Tip | None:
    if g.seat is None:
        return None
    found = by.get("retreat", ())
    if "stay" in by:
        return Tip("Stay behind the walls: nobody makes you leave them.", tuple(by["stay"][:1]))
    if len(found) < 2:
        return None
    a = policy.retreat(g.state, g.seat, [x.args[0] for x in found])
    return _comfortable(g.state, g.seat, a, [x.args[0] for x in found])


def _comfortable(s: State, seat: int, a: Action, others: Sequence[int]) -> Tip | None:
    """A place to go to, with what speaks for it; nothing where all are alike."""
    at = a.args[0]
    if s.control[at] == seat and not all(s.control[x] == seat for x in others):
        why = "the city there is yours"
    elif not BOARD.wild[at] and any(BOARD.wild[x] for x in others):
        why = "it is no wilderness"
    else:
        return None
    return Tip(f"Try this: {_small(a)}; {why}.", (a,), BOARD.ids[at])


def _dispel(g: Game, by: dict[str, list[Action]], hand_open: bool) -> Tip | None:
    a = policy.dispel(g.state, by["dispel"])
    i = a.args[0]
    adds = policy.strength(g.state, i)
    why = "it swallows units" if spells.EATER[i] else f"it adds {adds}, and no other of them adds more" if adds else ""
    return Tip(f"Try this: {_small(a)}; {why}.", (a,)) if why else None


# ---- the rest of the turn -------------------------------------------------------------------------------------------


def _replacement(g: Game, by: dict[str, list[Action]], hand_open: bool) -> Tip | None:
    found = by.get("raise", ())
    if not found:
        return None
    a = max(found, key=lambda a: (KIND[a.args[0]] == ARMY, FIGHT[a.args[0]], -a.args[0]))
    return Tip(f"Try this: {_small(a)}. It costs nothing.", (a,))


def _search(g: Game, by: dict[str, list[Action]], hand_open: bool) -> Tip | None:
    found = [a for a in by.get("search", ()) if a.args[1] == _MAGIC]
    if not found:
        return None
    a = min(found, key=lambda a: (chance_needed(g.state, *a.args), a.args))
    found_in = percent(Fraction(7 - chance_needed(g.state, *a.args), 6))
    return Tip(
        f"Try this: {_small(a)}. What lies there is found in {found_in} of searches.", (a,), BOARD.ids[a.args[0]]
    )


def _muster(g: Game, by: dict[str, list[Action]], hand_open: bool) -> Tip | None:
    """The call that brings most, by what comes when it is played on a copy."""
    if not hand_open or g.seat is None:
        return None
    rated: list[tuple[int, int, Action, list[int]]] = []
    for a in by.get("muster", ()):
        t = g.state.copy()
        with suppress(ChanceAsked):  # up to where a spell is drawn for a magician who has come
            running.apply(t, a, STILL)
        new = [u for u in range(pieces.SIZE) if _on_board(t, u, g.seat) and not _on_board(g.state, u, g.seat)]
        rated.append((sum(FIGHT[u] for u in new), -len(rated), a, new))
    if not rated:
        return None
    worth, _, a, new = max(rated, key=lambda x: x[:2])
    if not worth:
        return None
    come = words.cap(words.units(new))
    return Tip(f"Try this: {_small(a)}. {come:comes|come} to you, with a combat value of {worth}.", (a,))


def _on_board(s: State, u: int, seat: int) -> bool:
    return s.owner[u] == seat and s.place[u] < BOARD.size and KIND[u] != pieces.ARTIFACT


def _align(g: Game, by: dict[str, list[Action]], hand_open: bool) -> Tip | None:
    if not hand_open:
        return None
    sums = []
    for a in by.get("keep", ()):
        of = (spells.LAW, spells.CHAOS)[a.args[0]]
        mine = (i for name in held(g.state).get("magicians", ()) for i in hand(g.state, pieces.INDEX[name]))
        sums.append((sum(spells.VALUE[i] for i in mine if spells.ALIGN[i] == of), a))
    if len(sums) < 2 or sums[0][0] == sums[1][0]:
        return None
    (more, a), (less, _) = max(sums), min(sums)
    return Tip(f"Try this: {_small(a)}. Its spells add up to {more}, the others to {less}.", (a,))


def _take(g: Game, by: dict[str, list[Action]], hand_open: bool) -> Tip | None:
    able = [a for a in by.get("take", ()) if MAGIC[a.args[0]]]
    if not able or len(able) == len(by["take"]):
        return None
    a = max(able, key=lambda a: (MAGIC[a.args[0]], -a.args[0]))
    return Tip(f"Try this: {_small(a)}. A magician may cast spells, a warrior only keeps them.", (a,))


def _nearest(verb: str) -> Callable[[Game, dict[str, list[Action]], bool], Tip | None]:
    """Of several places the one nearest to a personality of one's own."""

    def make(g: Game, by: dict[str, list[Action]], hand_open: bool) -> Tip | None:
        s = g.state
        mine = [u for u in pieces.HEROES if s.owner[u] == g.seat and s.place[u] < BOARD.size]
        found = []
        for a in by.get(verb, ()):
            steps = BOARD.distances(a.args[-1])
            near = [(steps[s.place[u]], -FIGHT[u], u) for u in mine if steps[s.place[u]] >= 0]
            if near:
                found.append((*min(near), a))
        if len(found) < 2 or len({x[0] for x in found}) < 2:
            return None
        far, _, u, a = min(found)
        where = f"{_away(far)} from {words.unit(u)}" if far else f"where {words.unit(u):stands|stand}"
        return Tip(f"Try this: {_small(a)}, {where}.", (a,), BOARD.ids[a.args[-1]])

    return make


_STEPS: Final[dict[str, Callable[[Game, dict[str, list[Action]], bool], Tip | None]]] = {
    "movement": _movement,
    "stack": _stack,
    "magic": _magic,
    "combat": _combat,
    "withhold": _withhold,
    "port": _port,
    "losses": _losses,
    "escape": _escape,
    "reappear": _reappear,
    "shelter": _reappear,
    "retreat": _retreat,
    "dispel": _dispel,
    "replacement": _replacement,
    "search": _search,
    "muster": _muster,
    "align": _align,
    "take": _take,
    "appearance": _nearest("appear"),
}
__all__ = ["Tip", "odds", "said_of", "times", "tip", "viewer", "won"]
