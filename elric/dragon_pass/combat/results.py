"""What a battle comes to [12.5-12.8, 13.1, 13.7, 14.1]: deaths, steps back, trades paid, and who moves in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Final, NamedTuple

from elric.dragon_pass.combat.deaths import FOUGHT, Stacks, alive, doomed, kill, open_to_harm, wound
from elric.dragon_pass.combat.factors import CANNON, CRATERS, mgf, pairs
from elric.dragon_pass.combat.reckoning import Reckoning, magical, reckon
from elric.dragon_pass.combat.table import A_BACK, A_ELIM, D_BACK, D_ELIM, TRADE, is_rolled, odds_words, result
from elric.dragon_pass.components.board import BESIDE, BOARD, HEXES
from elric.dragon_pass.components.notation import VERBS, Action
from elric.dragon_pass.components.units import COUNT, HEROES, SUPERHEROES, UNITS, WOUNDERS
from elric.dragon_pass.movement.going import FREE, GOING, POINT, ZOMBIE, company, row
from elric.dragon_pass.movement.spellbound import closed_hexes
from elric.dragon_pass.movement.stacking import fits
from elric.dragon_pass.movement.zones import barring_hexes
from elric.dragon_pass.position import powers, telling
from elric.dragon_pass.position.effects import begin_effect, under
from elric.dragon_pass.position.events import EVENTS
from elric.dragon_pass.position.notes import Asleep, BeatenBack, Cratered, noted, set_note, the_note
from elric.dragon_pass.position.state import Segment, State, foes, move, strangers
from elric.dragon_pass.position.steps import Auto, Context, Frame, Step, Why, always, drop, frame, no, push
from elric.kernel.bits import bits

TO_BACK: Final = VERBS.add("back", "hex", "Drive them to {0}", wished=True)
TO_LOSE: Final = VERBS.add("lose", "unit", "Lose {0}")
TO_ADVANCE: Final = VERBS.add("advance", "unit hex", "Move {0} into {1}", wished=True)
TO_STAY: Final = VERBS.add("stay", "", "Stay where you are", closes=True)

BACK: Final = tuple(TO_BACK(h) for h in range(HEXES.size))
LOSE: Final = tuple(TO_LOSE(u) for u in range(COUNT))
# What may take units out of a battle before its die falls [40.3].
TEMPTED: Final[list[Callable[[State, Segment, Any], Segment]]] = []


def fight(s: State, battle: Segment, cx: Context) -> None:
    """One roll for one battle, with swords, spells or both, and what follows from it."""
    if s.scenario.exotic:
        for tempt in TEMPTED:
            battle = tempt(s, battle, cx)
        if not battle.attackers and not battle.casters:
            return
        fighters = (
            alive(s, (u for _, units in battle.attackers + battle.defenders for u in units)) if battle.attackers else ()
        )
        for hook in FOUGHT:
            hook(s, fighters)
    found = reckon(s, battle, tell=cx.events is not None)
    which = found.column
    die = cx.die() if is_rolled(which) else 0
    said = result(which, die)
    attackers = alive(s, (u for _, units in battle.attackers for u in units))
    casters = alive(s, (u for _, units, *_ in battle.casters for u in units))
    defenders = alive(s, (u for _, units in battle.defenders for u in units))
    open_casters = tuple(u for u in casters if not safe(s, u)) if casters and reflects(battle, defenders) else ()
    swords = bool(attackers)
    cx.tell("battle", seat=battle.attacker, attackers=attackers + casters, defenders=defenders, attack=found.attack,
            defence=found.defence, odds=odds_words(which), die=die, result=said, hex=battle.defenders[0][0], sally=battle.sally,
            magic=bool(casters), lines=found.lines, kept=_kept(said, battle, swords or bool(open_casters)))  # fmt: skip
    s.shown |= bits(attackers + casters + defenders)  # [7.6] who fights lies open until the Move ends
    # who fights with swords as well as magic is hurt once
    exposed = tuple(
        (a, tuple(u for u in units if u in open_casters and u not in attackers)) for a, units, *_ in battle.casters
    )
    hurt: Stacks = battle.attackers + tuple(stack for stack in exposed if stack[1])
    if swords and duel(attackers, defenders) and said not in (A_ELIM, D_ELIM):
        push(s, frame("duel", battle))  # [18.6] not over before a Wound
    if said == A_ELIM:
        kill(s, doomed(s, hurt, defenders, cx, defenders if swords else ()), cx, "battle", defenders)
    elif said == A_BACK:
        if not battle.sally and not duel(attackers, defenders):
            other = s.owner[defenders[0]]
            # [7.6, 12.7] a stack is driven back as one, those of it too who did nothing
            back = {a: s.piles[a] for a, units in battle.attackers + exposed if any(s.place[u] == a for u in units)}
            harmed = open_to_harm(tuple(back.items()), defenders)
            push(s, *(frame("driven", u, other, defenders) for a, u in harmed if u and not BOARD.walls >> a & 1))
    else:
        _against_defenders(s, battle, found, said, hurt, cx)


def _kept(said: str, battle: Segment, exposed: bool) -> bool:
    """Whether a result touches nobody, whatever the table says: a bad roll where nothing comes back on who casts [21.2], a step
    back behind walls [13.7]."""
    if said in (A_ELIM, A_BACK):
        return not exposed
    return said == D_BACK and all(BOARD.walls >> d & 1 for d, _ in battle.defenders)


def without_the_dead(s: State, battle: Segment) -> Segment:
    """A battle with those who stand where they stood when it was divided: who has died since then and been reborn elsewhere
    [33.1], or has changed places [48.5], is out of it."""

    def there(stacks: Stacks) -> Stacks:
        return tuple((h, tuple(u for u in units if s.place[u] == h)) for h, units in stacks)

    return battle._replace(attackers=there(battle.attackers), defenders=there(battle.defenders))


def reflects(battle: Segment, defenders: tuple[int, ...]) -> bool:
    """Whether a bad roll comes back on those who cast [21.1, 21.5], of whom some are never hurt (`safe`)."""
    return bool(battle.covers) or magical(defenders)


def safe(s: State, u: int) -> bool:
    """Whether no bad roll comes back on a caster: the Cannon Cult's [30.1], and the Crater Makers' every other day [24.4]."""
    return u == CANNON or (u == CRATERS and the_note(s, Cratered).turn == s.turn)


def duel(attackers: tuple[int, ...], defenders: tuple[int, ...]) -> bool:
    """Whether a Superhero fights a Superhero [18.6]."""
    return any(SUPERHEROES >> u & 1 for u in attackers) and any(SUPERHEROES >> u & 1 for u in defenders)


def assailants(s: State, battle: Segment) -> tuple[int, ...]:
    """Who attacks, with swords or spells, each once: so a hero's spell is a hero's attack [17.4]."""
    groups = [units for _, units in battle.attackers] + [units for _, units, *_ in battle.casters]
    return alive(s, dict.fromkeys(u for units in groups for u in units))


def _against_defenders(s: State, battle: Segment, found: Reckoning, said: str, hurt: Stacks, cx: Context) -> None:
    """A result that touches the defenders: elim, a step back, a Trade."""
    swords = bool(battle.attackers)
    attackers = alive(s, (u for _, units in battle.attackers for u in units))
    defenders = alive(s, (u for _, units in battle.defenders for u in units))
    enemies = assailants(s, battle)
    harmed = open_to_harm(battle.defenders, enemies)
    cleared = vacating(battle)
    follow = [frame("advance", cleared, attackers)] if swords and cleared and not battle.sally else []
    friends = pairs(s, defenders) if not swords else ()
    if said == D_ELIM:
        push(s, *follow)
        if friends:
            # [17.7] magic stuns a Superhero and his friend, and of their company kills normal physical units
            begin_effect(s, "still", bits(u for u in defenders if HEROES >> u & 1), by="magic")
            kill(s, tuple(u for u in defenders if UNITS[u].kind == "physical"), cx, "magic")
        else:
            kill(s, doomed(s, battle.defenders, enemies, cx, attackers), cx, "battle", enemies)
    elif friends:
        return  # [17.7] only D Elim counts
    elif said == D_BACK:
        if swords and duel(attackers, defenders):
            return
        driven = (alive(s, units) for d, units in harmed if not BOARD.walls >> d & 1)
        if battle.sally:
            for u in defenders:
                s.left[u] = 0
            s.done |= bits(defenders)
            set_note(s, BeatenBack(the_note(s, BeatenBack).units | bits(defenders)))
            s.hand = ()
        push(s, *(frame("driven", units, battle.attacker, attackers or enemies) for units in driven if units), *follow)
    elif swords or reflects(battle, defenders):
        _trade(s, battle, found, hurt, follow, cx)
    elif harmed:
        _half_magic(s, defenders)


def _trade(s: State, battle: Segment, found: Reckoning, hurt: Stacks, follow: list[Frame], cx: Context) -> None:
    """[12.6] The weaker side dies; the other pays as much in whole units, with its own ground counted."""
    ours = assailants(s, battle)
    theirs = alive(s, (u for _, units in battle.defenders for u in units))
    shares: dict[int, int] = {}
    for line in reckon(s, battle, tell=True).lines:
        shares[line.unit] = shares.get(line.unit, 0) + line.factor - line.ground
    attackers_pay = found.attack > found.defence
    equal = found.attack == found.defence
    charged = open_to_harm(hurt, theirs) if attackers_pay else open_to_harm(battle.defenders, ours)
    payers = () if equal else alive(s, (u for _, units in charged for u in units))
    rates = tuple((u, shares.get(u, 0)) for u in payers if not SUPERHEROES >> u & 1)
    beaten = () if attackers_pay else _traded(s, hurt, theirs)
    fallen = _traded(s, battle.defenders, ours) if attackers_pay or equal else ()
    # a trade matches what was really lost: heroes who are spared do not count
    due = 0 if equal else min(found.attack, found.defence, sum(shares.get(u, 0) for u in beaten + fallen))
    if attackers_pay:
        push(s, *follow)
    whole = sum(rate for _, rate in rates) or 1
    for seat in s.order if due else ():  # rulers who have won together pay in proportion to what was theirs
        if his := tuple(pair for pair in rates if s.owner[pair[0]] == seat):
            push(s, frame("pay", -(-due * sum(rate for _, rate in his) // whole), his))
    kill(s, beaten, cx, "trade", theirs)
    kill(s, fallen, cx, "trade", ours)


def _traded(s: State, stacks: Stacks, enemies: tuple[int, ...]) -> tuple[int, ...]:
    """Whom a Trade kills on the weaker side: as an Elim, but it is no Wound [18.5]."""
    heroic = any(HEROES >> e & 1 for e in enemies)
    out: list[int] = []
    for _, units in open_to_harm(stacks, enemies):
        there = alive(s, units)
        alone = len(there) == 1
        out += [u for u in there if not SUPERHEROES >> u & 1 and (not HEROES >> u & 1 or heroic or alone)]
    return tuple(out)


def _half_magic(s: State, defenders: tuple[int, ...]) -> None:
    """[21.2] A Trade costs a stack without magicians half its MgF, in whole units; a single unit dies."""
    rates = tuple((u, mgf(s, u, mates=defenders)[0]) for u in defenders)
    due = sum(rate for _, rate in rates) // 2
    push(s, frame("pay", max(due, 1), rates))


class DuelFrame(NamedTuple):
    step: Auto
    battle: Segment


class Duel(Auto):
    """[18.6] Superhero against Superhero: they fight on until a Wound is struck."""

    name = "duel"
    holds = DuelFrame

    def run(self, s: State, f: DuelFrame, cx: Context) -> None:
        battle = without_the_dead(s, f.battle)
        attackers = alive(s, (u for _, units in battle.attackers for u in units))
        defenders = alive(s, (u for _, units in battle.defenders for u in units))
        if duel(attackers, defenders):
            fight(s, battle, cx)


def vacating(battle: Segment) -> int:
    """[14.1] The defended hexes into which an attacker may move when they are cleared: difficult ground, or across a river."""
    out = 0
    for a, d in battle.links:
        if BOARD.difficult >> d & 1 or BOARD.climbs(a, d) or BOARD.river >> a & 1:
            out |= 1 << d
    return out


def refuges(s: State, units: tuple[int, ...], crowded: bool = False) -> list[int]:
    """Where a beaten stack may be driven without dying [12.7]: not into water, nor where a step would cost it more than over open
    ground [13.1]; a primary road cancels both [11.6].

    Args:
        crowded: whether hexes without room for it are among them.
    """
    here = s.place[units[0]]
    seat = s.owner[units[0]]
    bad = strangers(s, seat) | barring_hexes(s, seat) | closed_hexes(s, units)
    kinds = company(units)
    wet = (BOARD.river & ~under(s, "ford") if s.effects else BOARD.river) if kinds & ~FREE else 0
    out = []
    for n, cost in zip(BESIDE[here], row(kinds, here, False), strict=True):
        if not 0 <= cost <= POINT or bad >> n & 1 or (wet >> n & 1 and not BOARD.along_road(here, n)):
            continue
        if crowded or fits(s, units, n):
            out.append(n)
    return out


def spared(s: State, stacks: tuple[tuple[int, ...], ...]) -> int:
    """How many units of some beaten stacks can live, driven back one after the other."""
    if not stacks:
        return 0
    first, *rest = stacks
    later = tuple(rest)
    ways = refuges(s, first)
    if not later or not ways:
        return (len(first) if ways else 0) + spared(s, later)
    most = len(first) + sum([len(stack) for stack in later if refuges(s, stack, crowded=True)])
    found = 0
    for n in ways:
        t = s.copy()
        move(t, first, n)
        found = max(found, len(first) + spared(t, later))
        if found == most:
            break  # all live who could if they had room: no other way saves more
    return found


def merciful(s: State, units: tuple[int, ...]) -> list[int]:
    """Where a beaten stack may be driven so that as many as can of those who wait to be driven after it live too [12.7]."""
    ways = refuges(s, units)
    waiting = [alive(s, frame.units) for frame in s.agenda if frame.step.name == "driven"]
    later = tuple(there for there in reversed(waiting) if there)
    if len(ways) < 2 or not later:
        return ways

    def saved(n: int) -> int:
        t = s.copy()
        move(t, units, n)
        return spared(t, later)

    worth = {n: saved(n) for n in ways}
    return [n for n in ways if worth[n] == max(worth.values())]


def cornered(s: State, units: tuple[int, ...], enemies: tuple[int, ...], cx: Context) -> tuple[int, ...]:
    """Who dies of a stack that has no way back: all but a Superhero, who takes a Wound from those who can strike one, and
    stands [12.7, 18.5]."""
    striker = any(WOUNDERS >> e & 1 for e in enemies)
    return tuple(u for u in units if not SUPERHEROES >> u & 1 or (striker and wound(s, u, cx)))


class DrivenFrame(NamedTuple):
    step: Auto
    units: tuple[int, ...]
    chooser: int
    fought: tuple[int, ...]


class Driven(Auto):
    """A stack is driven one hex back."""

    name = "driven"
    holds = DrivenFrame

    def run(self, s: State, f: DrivenFrame, cx: Context) -> None:
        driven, chooser, fought = f.units, f.chooser, f.fought
        units = alive(s, driven)
        if not units:
            return
        if asleep := tuple(u for u in units if Asleep(u) in noted(s, Asleep)):
            kill(
                s, asleep, cx, "driven", alive(s, fought)
            )  # [40.5] the sleeper dies of it, who stands with it falls back
            units = alive(s, units)
            if not units:
                return
        ways = merciful(s, units)
        if not ways:
            kill(s, cornered(s, units, alive(s, fought), cx), cx, "driven", alive(s, fought))
        elif len(ways) == 1:
            drive(s, units, ways[0], cx)
        else:
            push(s, frame("back", units, chooser))


def drive(s: State, units: tuple[int, ...], there: int, cx: Context) -> None:
    """A stack goes where it is driven."""
    cx.tell("back", seat=s.owner[units[0]], hex=s.place[units[0]], to_hex=there, units=units, count=len(units))
    move(s, units, there)
    powers.have_arrived(s, units, cx)


def may_back(s: State, f: BackFrame, args: tuple[int, ...], why: Why) -> bool:
    """[12.7, 13.1]"""
    units = f.units
    ways = merciful(s, units)
    if args[0] in ways:
        return True
    names = tuple(HEXES.names[h] for h in ways)
    do = tuple(f"back {name}" for name in names)
    return no(why, *_no_refuge(s, units, args[0]), f"It can go to {' or '.join(names)}.", names, do)


def _no_refuge(s: State, units: tuple[int, ...], to: int) -> tuple[str, str]:
    """Why a stack that could live elsewhere is not driven to a hex: one cause, and its clause (see `refuges`)."""
    here, seat, name = s.place[units[0]], s.owner[units[0]], HEXES.names[to]
    if to not in BESIDE[here]:
        return "12.7", f"{name} is not beside {HEXES.names[here]}: a beaten stack goes one hex back."
    if foes(s, seat) >> to & 1:
        return "12.7", f"An enemy stands in {name}."
    if barring_hexes(s, seat) >> to & 1:
        return "12.7", f"{name} lies beside an enemy, in his zone, and the stack would die there."
    if closed_hexes(s, units) >> to & 1:
        return "26.4", f"{name} is under the flood, and the stack would die there."
    if not fits(s, units, to):
        return "7.6", f"There is no room in {name} for the whole stack."
    if to in refuges(s, units):
        return "12.7", f"In {name} it would take the room of another beaten stack, which would die."
    if BOARD.climbs(here, to):
        return "12.7", f"{name} lies uphill, and a stack in flight does not climb."
    return "12.7", f"{name} is wood or water, and a stack in flight does not get through it."


class BackFrame(NamedTuple):
    step: Step
    units: tuple[int, ...]
    chooser: int


class Back(Step):
    """Where a beaten stack goes: its enemy says."""

    name = "back"
    holds = BackFrame
    asks = "chooser"
    verbs: ClassVar = {"back": may_back}

    def legal(self, s: State, f: BackFrame) -> list[Action]:
        return [BACK[h] for h in merciful(s, f.units)]

    def candidates(self, s: State, x: BackFrame) -> Iterable[Action]:
        return [BACK[n] for n in BESIDE[s.place[x.units[0]]] if n >= 0]

    def do(self, s: State, f: BackFrame, a: Action, cx: Context) -> None:
        drop(s)
        drive(s, f.units, a[1][0], cx)


def may_lose(s: State, f: PayFrame, args: tuple[int, ...], why: Why) -> bool:
    """[12.6]"""
    if any(u == args[0] and s.place[u] >= 0 for u, _ in f.rates):
        return True
    return no(why, "12.6", f"{UNITS[args[0]].name} did not fight in this battle.", "Pay with a unit that did.")


class PayFrame(NamedTuple):
    step: Step
    due: int
    rates: tuple[tuple[int, int], ...]


class Pay(Step):
    """The survivor of a Trade pays what is due in SCALE parts; `rates`: what each unit counts for."""

    name = "pay"
    holds = PayFrame
    verbs: ClassVar = {"lose": may_lose}

    def live(self, s: State, f: PayFrame) -> bool:
        due, rates = f.due, f.rates
        return due > 0 and any(s.place[u] >= 0 for u, _ in rates)

    def seat(self, s: State, f: PayFrame) -> int:
        first: int = f.rates[0][0]
        return s.owner[first]

    def legal(self, s: State, f: PayFrame) -> list[Action]:
        return [LOSE[u] for u, _ in f.rates if s.place[u] >= 0]

    def candidates(self, s: State, x: PayFrame) -> Iterable[Action]:
        return [LOSE[u] for u, _ in x.rates]

    def do(self, s: State, f: PayFrame, a: Action, cx: Context) -> None:
        step, due, rates = f.step, f.due, f.rates
        u = a[1][0]
        worth = next(rate for v, rate in rates if v == u)
        rest = tuple(pair for pair in rates if pair[0] != u)  # a unit that is reborn is not taken as a loss twice
        s.agenda = (*s.agenda[:-1], step.frame(due - worth, rest))
        kill(s, (u,), cx, "trade")


def open_to(s: State, f: AdvanceFrame) -> int:
    """The cleared hexes of an advance that no enemy holds any more."""
    return f.cleared & ~strangers(s, s.player)


def may_advance(s: State, f: AdvanceFrame, args: tuple[int, ...], why: Why) -> bool:
    """[14.1]"""
    u, h = args
    if u not in f.winners or s.place[u] < 0:
        return no(why, "14.1", f"{UNITS[u].name} did not win this battle.", "Choose one of the attackers.")
    ok = True
    if not open_to(s, f) >> h & 1:
        ok = no(why, "14.1", f"{HEXES.names[h]} is no difficult hex that this battle cleared.", "Stay.", do=("stay",))
    elif h not in BESIDE[s.place[u]]:
        ok = no(why, "14.1", f"{UNITS[u].name} does not stand beside {HEXES.names[h]}.", "Choose one that does.")
    elif not fits(s, (u,), h):
        ok = no(why, "7.6", "No more units may stand there.", "Stay.", do=("stay",))
    if GOING[u] == 1 << ZOMBIE and BOARD.river >> h & 1:
        ok = no(why, "43.6", f"{UNITS[u].name} crosses rivers at fords and in the Marsh only.", "Stay.", do=("stay",))
    if closed_hexes(s, (u,)) >> h & 1:
        ok = no(why, "26.4", f"{HEXES.names[h]} is under the flood.", "Stay.", do=("stay",))
    return ok


class AdvanceFrame(NamedTuple):
    step: Step
    cleared: int
    winners: tuple[int, ...]


class Advance(Step):
    """Attackers may move into what they cleared."""

    name = "advance"
    holds = AdvanceFrame
    verbs: ClassVar = {"advance": may_advance, "stay": always}

    def live(self, s: State, f: AdvanceFrame) -> bool:
        there = open_to(s, f)
        return bool(there) and any(s.place[u] >= 0 and HEXES.around[s.place[u]] & there for u in f.winners)

    def legal(self, s: State, f: AdvanceFrame) -> list[Action]:
        return [a for a in self.candidates(s, f) if a[0] == "stay" or may_advance(s, f, a[1], None)]

    def candidates(self, s: State, x: AdvanceFrame) -> Iterable[Action]:
        there = open_to(s, x)
        out = [TO_STAY()]
        for u in x.winners:
            if s.place[u] >= 0:
                out += [TO_ADVANCE(u, n) for n in BESIDE[s.place[u]] if n >= 0 and there >> n & 1]
        return out

    def do(self, s: State, f: AdvanceFrame, a: Action, cx: Context) -> None:
        if a[0] == "stay":
            drop(s)
            return
        u, h = a[1]
        cx.tell("advance", seat=s.owner[u], units=(u,), hex=s.place[u], to_hex=h, count=1)
        move(s, (u,), h)
        powers.have_arrived(s, (u,), cx)


DRIVEN, BACKWARD, PAY, ADVANCE, DUEL = Driven(), Back(), Pay(), Advance(), Duel()


_RESULTS: Final = {
    "A elim": "the attackers are destroyed",
    "A bk 1": "the attackers are driven back",
    "Trade": "the weaker side is destroyed, and the other loses at least as much",
    "D bk 1": "the defenders are driven back",
    "D elim": "the defenders are destroyed",
}


def _told_battle(event: Mapping[str, Any], names: Mapping[int, str]) -> str:
    who = telling.who(event, names)
    lead = "sallies out against" if event["sally"] else "casts at" if event.get("magic") else "attacks"
    rolled = f"a die of {event['die']}" if event["die"] else "no die is needed"
    result = "a trade" if event.get("magic") and event["result"] == TRADE else _RESULTS[event["result"]]
    struck = (
        event["defenders"] if event["result"] == D_ELIM else event["attackers"] if event["result"] == A_ELIM else ()
    )
    if event.get("kept"):
        result = "the walls hold them" if event["result"] == D_BACK else "nothing comes back on those who cast"
    elif struck and all(SUPERHEROES >> u & 1 for u in struck):
        result = "only a Wound can harm a Superhero"
    elif not struck and duel(event["attackers"], event["defenders"]):
        result = "the Superheroes fight on"
    return (
        f"{who} {lead} {telling.listed(event['defenders'])} at {BOARD.where(event['hex'])}: {telling.factors(event['attack'])} against "
        f"{telling.factors(event['defence'])}, odds {event['odds']}; {rolled}: {result}."
    )


def _told_back(event: Mapping[str, Any], names: Mapping[int, str]) -> str:
    company = telling.does(event["units"], "falls", "fall") if "units" in event else "A stack falls"
    return f"{company} back to {BOARD.where(event['to_hex'])}."


EVENTS.add(
    "battle", "seat attackers defenders attack defence odds die result hex sally magic lines kept", words=_told_battle
)
EVENTS.add("back", "seat hex to_hex count", "units", words=_told_back)
EVENTS.add(
    "advance",
    "seat units hex to_hex count",
    words=lambda event, names: f"{telling.does(event['units'], 'moves', 'move')} into {BOARD.where(event['to_hex'])}.",
)
