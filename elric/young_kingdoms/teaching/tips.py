"""What is worth trying at a decision: a sentence, and the actions that do it, each legal in its turn.

Nothing is recommended that has not been found among the legal actions, and no figure is named that is not the lab's. Where
there is nothing true to say there is no tip.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final

from elric.lab.say import percent
from elric.planning.definition import TurnPlan
from elric.young_kingdoms.artifacts.black_swords import sword_value
from elric.young_kingdoms.combat.heroic_escape import ESCAPE_CHOICE, REAPPEAR
from elric.young_kingdoms.combat.losses import LOSSES, TO_LOSE
from elric.young_kingdoms.combat.ports import PORT
from elric.young_kingdoms.combat_phase.phase import COMBAT_PHASE, TO_WITHHOLD, WITHHOLD
from elric.young_kingdoms.combat_phase.resolution import DISPEL
from elric.young_kingdoms.combat_phase.retreat import RETREAT_CHOICE
from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.notation import Action
from elric.young_kingdoms.components.pieces import ARMY, FIGHT, HERO, KIND, MAGIC
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.lab import policy
from elric.young_kingdoms.lab.policy import POLICIES
from elric.young_kingdoms.lab.risk import Risk, risk
from elric.young_kingdoms.lab.spec import BattleError, Spec
from elric.young_kingdoms.legends.end_of_movement import SHELTER
from elric.young_kingdoms.magic.hands import ALIGN_STEP, TAKE
from elric.young_kingdoms.magic_phase.phase import MAGIC_PHASE
from elric.young_kingdoms.planning import advised, battles, choices, companies, plans, told
from elric.young_kingdoms.planning.choices import Choice
from elric.young_kingdoms.planning.decision import held
from elric.young_kingdoms.planning.decision import leader as leader_of
from elric.young_kingdoms.planning.marches import legal_part
from elric.young_kingdoms.planning.temper import EVEN, Temper
from elric.young_kingdoms.planning.weighed import Weighed
from elric.young_kingdoms.position import words
from elric.young_kingdoms.position.state import State, hand
from elric.young_kingdoms.reinforcements.muster import MUSTER_PHASE
from elric.young_kingdoms.reinforcements.replacement import REPLACEMENT_PHASE
from elric.young_kingdoms.teaching.going import Tip, said_of
from elric.young_kingdoms.teaching.phrases import phrase
from elric.young_kingdoms.turn.random_appearance import WHERE
from elric.young_kingdoms.turn.setup import CHOOSE_STEP
from elric.young_kingdoms.wild.wilderness import SEARCH_PHASE, chance_needed
from elric.young_kingdoms.world.terrain import IMRRYR

_TRIED: Final = 9  # battles asked about for one tip
_LIKELY: Final = 4  # a roll that is likelier to save than not
_MAGIC: Final = 0  # what a search may be for: hidden magic


def tip(
    g: Game, hand_open: bool, plan: TurnPlan | None = None, shown: bool = False, temper: Temper = EVEN
) -> Tip | None:
    """What to try now; None when there is nothing to say.

    Args:
        g: a game that is not over.
        hand_open: whether the spells of the seat that decides may be named.
        plan: what the seat goes for, where that is known.
        shown: whether the hand lies open though magic is left aside: figures count none of its spells then.
        temper: what the seat dares and wants.
    """
    legal = g.legal_actions()
    if g.step == "muster" and not hand_open:
        return None  # that nothing is left but to end would tell what the spells cannot do
    if len(legal) == 1:
        a = legal[0]
        return (
            None
            if _secret(a) and not hand_open
            else Tip(f"Nothing else can be done now: {words.within(phrase(a))}.", (a,), _at(a))
        )
    by: dict[str, list[Action]] = {}
    for a in legal:
        by.setdefault(a.verb, []).append(a)
    if g.step in ("movement", "stack"):
        w = advised.best(g, viewer(g, hand_open), plan, temper)
        w = w._replace(plan=as_shown(g, w.plan, shown)) if w is not None else None
        return (_movement if g.step == "movement" else _stack)(g, by, w)
    found = options(g, viewer(g, hand_open), temper)
    if found:
        return of_choice(g, found[0]) if found[0].why else None
    maker = _MAKERS.get(g.step)
    return maker(g, by, hand_open) if maker is not None else None


def options(g: Game, viewer: int, temper: Temper = EVEN) -> list[Choice]:
    """What could be decided now, the best first, where the plan of the seat weighs it; empty elsewhere.

    Args:
        viewer: whose knowledge counts; -1 for what everybody knows.
    """
    match g.step:
        case CHOOSE_STEP.name:
            return choices.sides(g)
        case MAGIC_PHASE.name:
            return choices.lay(g, viewer, temper)
        case COMBAT_PHASE.name:
            return choices.battles(g, viewer, temper)
        case MUSTER_PHASE.name:
            return choices.musters(g)
    return []


def of_choice(g: Game, choice: Choice) -> Tip:
    """What could be decided, with its reason."""
    look = BOARD.ids[choice.area] if choice.area >= 0 else ""
    if choice.keeps:
        what = _KEEPS.get(g.step, "")
        said = f"{what}: {words.within(choice.why)}" if what and choice.why else choice.why or f"{what}."
        return Tip(said, (choice.action,), look)
    what = f"Try this: {words.within(phrase(choice.action))}"
    if g.step == COMBAT_PHASE.name:
        first = " first" if sum(a.verb == "fight" for a in g.legal_actions()) > 1 else ""
        return Tip(f"{what}{first}: {words.within(choice.why)}", (choice.action,), look)
    return Tip(f"{what}. {choice.why}".rstrip(), (choice.action,), look)


_KEEPS: Final = {MAGIC_PHASE.name: "Keep your spells", MUSTER_PHASE.name: "Call nobody now"}


def viewer(g: Game, hand_open: bool) -> int:
    """Whose knowledge counts for figures: an onlooker's while the hand is closed, so that no figure tells what it holds.
    It is how the lab is opened from the same page."""
    return g.seat if hand_open and g.seat is not None else -1


def odds(g: Game, area: int, hand_open: bool) -> Risk | None:
    """The lab's figures for the battle in an area, for the seat that decides; None where there is none."""
    return battles.odds(g, area, viewer(g, hand_open))


def as_shown(g: Game, p: plans.Plan, shown: bool) -> plans.Plan:
    """A plan with the odds of whoever sees his own hand: none of its spells is laid yet, so none of them is unseen."""
    if not shown or p.risk is None or g.seat is None:
        return p
    side, unseen = (0 if p.risk.attacks else 1), list(p.risk.battle.spec.unseen)
    if not unseen[side]:
        return p
    unseen[side] = 0
    return p._replace(risk=risk(g, g.seat, p.risk.battle.but(unseen=(unseen[0], unseen[1]))))


def _secret(a: Action) -> bool:
    """Whether naming an action names a spell."""
    return a.verb in ("cast", "give", "discard", "muster", "sacrifice", "charm", "take", "maintain", "release", "fly")


def _at(a: Action) -> str:
    return BOARD.ids[a.args[-1]] if a.args and a.verb in _PLACED else ""


_PLACED: Final = ("harbour", "appear", "reappear", "retreat", "fight", "step", "sail", "land", "attack")


# ---- movement -------------------------------------------------------------------------------------------------------


def _movement(g: Game, by: dict[str, list[Action]], w: Weighed | None) -> Tip | None:
    if w is not None:
        return said_of(g, w)
    if g.scenario.solo or g.scenario.goal == "duel":
        return _here(g, by)
    home = next((a for a in by.get("home", ()) if not companies.awaited(g.state, a.args[0])), None)
    if home is not None:
        return Tip(f"Try this: {words.within(phrase(home))}: there is nobody to command it.", (home,))
    end = tuple(by.get("end", ())[:1])
    return Tip("Nothing more is worth moving: end the phase.", end) if end else None


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


def _stack(g: Game, by: dict[str, list[Action]], w: Weighed | None) -> Tip | None:
    s = g.state
    here = s.place[leader_of(s)]
    if s.assaults >> here & 1:
        halt = tuple(by.get("halt", ())[:1])
        return Tip("Halt here, and take up the next stack.", halt) if halt else None  # fmt: skip
    if w is not None:
        return said_of(g, w)
    halt = tuple(by.get("halt", ())[:1])
    if not halt or g.scenario.solo or g.seat is None:
        return None
    return Tip(f"Halt here: {told.halted(s, g.seat, here)}.", halt)


# ---- battles --------------------------------------------------------------------------------------------------------


def _withhold(g: Game, by: dict[str, list[Action]], hand_open: bool) -> Tip | None:
    """Whoever is better held back, by what the battle is worth then: in no danger and not needed, or Elric, whose sword may
    turn on its own; else whoever wins more by conjuring."""
    s, seat = g.state, g.seat
    was = odds(g, s.battle.area, hand_open)
    if was is None or seat is None:
        return None
    worth = battles.stakes(s, s.battle.area, was, seat)
    found: list[tuple[float, int, Action, Risk]] = []
    drawn = {x.bearer: x for x in was.battle.odds().swords}
    for a in by.get(TO_WITHHOLD.name, ())[:_TRIED]:
        key = pieces.IDS[a.args[0]]
        if KIND[a.args[0]] != HERO or not (was.heroes.get(key) or key in drawn):
            continue
        try:
            now = battles.risk_of(seat, was.battle.but(held=(*was.battle.spec.held, key)))
        except BattleError:
            continue
        better = battles.stakes(s, s.battle.area, now, seat) - worth
        if better > 0:
            found.append((better, -a.args[0], a, now))
    if found:
        _, _, a, now = max(found, key=lambda x: x[:2])
        key = pieces.IDS[a.args[0]]
        much = "You win as often" if now.win == was.win else f"Then {told.won(now.win)}, else {told.times(was.win)}"
        dies, after = was.heroes.get(key, Fraction(0)), now.heroes.get(key, Fraction(0))
        if dies > after:
            name = words.unit(a.args[0])
            much += f", and {name:is|are} lost for good {told.times(after) if after else 'never'} instead of {percent(dies)}"
        if key in drawn and (turns := drawn[key].turns):
            much += f", and the black sword does not turn on its own, as it would {told.times(turns)}"
        return Tip(f"Try this: {words.within(phrase(a))}. {much}.", (a,))
    ready = tuple(by.get("ready", ())[:1])
    nobody = ", and nobody is better held back" if TO_WITHHOLD.name in by else " as it stands"
    return Tip(f"Say ready: {told.won(was.win)}{nobody}.", ready) if ready else None


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
    return Tip(f"Try this: {words.within(phrase(a))}. You win {told.times(win)}, the other way {percent(other)}.", (a,))


def _losses(g: Game, by: dict[str, list[Action]], hand_open: bool) -> Tip | None:
    s = g.state
    f = s.agenda[-1]
    p = POLICIES[Spec().policy[0]]
    lose = tuple(TO_LOSE(u) for u in policy.losses(s, f, p))
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
    return Tip(f"Try this: {words.within(phrase(a))}; {why}.", (a,), BOARD.ids[at])


def _dispel(g: Game, by: dict[str, list[Action]], hand_open: bool) -> Tip | None:
    a = policy.dispel(g.state, by["dispel"])
    i = a.args[0]
    adds = policy.strength(g.state, i)
    why = "it swallows units" if spells.EATER[i] else f"it adds {adds}, and no other of them adds more" if adds else ""
    return Tip(f"Try this: {words.within(phrase(a))}; {why}.", (a,)) if why else None


# ---- the rest of the turn -------------------------------------------------------------------------------------------


def _replacement(g: Game, by: dict[str, list[Action]], hand_open: bool) -> Tip | None:
    found = by.get("raise", ())
    if not found:
        return None
    a = max(found, key=lambda a: (KIND[a.args[0]] == ARMY, FIGHT[a.args[0]], -a.args[0]))
    return Tip(f"Try this: {words.within(phrase(a))}. It costs nothing.", (a,))


def _search(g: Game, by: dict[str, list[Action]], hand_open: bool) -> Tip | None:
    found = [a for a in by.get("search", ()) if a.args[1] == _MAGIC]
    if not found:
        return None
    a = min(found, key=lambda a: (chance_needed(g.state, *a.args), a.args))
    found_in = percent(Fraction(7 - chance_needed(g.state, *a.args), 6))
    return Tip(
        f"Try this: {words.within(phrase(a))}. What lies there is found in {found_in} of searches.",
        (a,),
        BOARD.ids[a.args[0]],
    )


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
    return Tip(f"Try this: {words.within(phrase(a))}. Its spells add up to {more}, the others to {less}.", (a,))


def _take(g: Game, by: dict[str, list[Action]], hand_open: bool) -> Tip | None:
    able = [a for a in by.get("take", ()) if MAGIC[a.args[0]]]
    if not able or len(able) == len(by["take"]):
        return None
    a = max(able, key=lambda a: (MAGIC[a.args[0]], -a.args[0]))
    return Tip(f"Try this: {words.within(phrase(a))}. A magician may cast spells, a warrior only keeps them.", (a,))


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
        where = f"{told.away(far)} from {words.unit(u)}" if far else f"where {words.unit(u):stands|stand}"
        return Tip(f"Try this: {words.within(phrase(a))}, {where}.", (a,), BOARD.ids[a.args[-1]])

    return make


_MAKERS: Final[dict[str, Callable[[Game, dict[str, list[Action]], bool], Tip | None]]] = {
    step.name: make
    for step, make in (
        (WITHHOLD, _withhold),
        (PORT, _port),
        (LOSSES, _losses),
        (ESCAPE_CHOICE, _escape),
        (REAPPEAR, _reappear),
        (SHELTER, _reappear),
        (RETREAT_CHOICE, _retreat),
        (DISPEL, _dispel),
        (REPLACEMENT_PHASE, _replacement),
        (SEARCH_PHASE, _search),
        (ALIGN_STEP, _align),
        (TAKE, _take),
        (WHERE, _nearest("appear")),
    )
}
__all__ = ["Tip", "odds", "tip", "viewer"]
