"""The coach: what is decided now, by whom, what can be done and why, what to try. Plain words, clause numbers last."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, Final

from elric.planning.definition import Arrow, TurnPlan
from elric.planning.memory import Memory
from elric.tutor.definition import Advice, Danger
from elric.young_kingdoms.artifacts.black_swords import sword_value
from elric.young_kingdoms.combat.battle import must, pending_battles
from elric.young_kingdoms.combat.ports import PORT
from elric.young_kingdoms.combat_phase.phase import WITHHOLD
from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.pieces import MAGIC
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.lab.risk import Risk
from elric.young_kingdoms.magic_phase.phase import MAGIC_PHASE
from elric.young_kingdoms.planning import advised, campaigns, plans, told
from elric.young_kingdoms.planning.decision import held
from elric.young_kingdoms.planning.decision import leader as leader_of
from elric.young_kingdoms.planning.temper import EVEN, Temper
from elric.young_kingdoms.planning.ways import reach, seen_reach
from elric.young_kingdoms.position import words
from elric.young_kingdoms.position.state import State
from elric.young_kingdoms.teaching import going, tips
from elric.young_kingdoms.world.terrain import IMRRYR, enemy_city, points_left, wilderness_strikes

_MOST: Final = 3  # battles spoken of at once
_NAMED: Final = 2  # personalities in danger who are named
# What can be done with a stack that cannot go on, by verb.
_CAN: Final = {
    "join": "take others along", "drop": "leave some behind", "board": "board a ship", "ashore": "go ashore",
    "fly": "fly by magic", "sway": "win Elric over", "attack": "attack", "halt": "halt",
}  # fmt: skip


@cache
def _texts() -> dict[str, dict[str, Any]]:
    return tomllib.loads(files(__package__).joinpath("data/coach.toml").read_text(encoding="utf-8"))


def advice(g: Game, hand_open: bool = False, memory: Memory | None = None, *, first: bool = False) -> Advice:
    """What to say to the seat that decides now.

    Args:
        hand_open: whether the spells that the seat holds may be named, and may count in figures.
        memory: what was advised before, which is gone on with until there is a reason not to, and the reason is said.
        first: a newcomer's first march: to the city that is likeliest to fall to all who can come, and with magic left aside, so he
            comes to a battle at once, and meets his spells there.
    """
    shown, hand_open = hand_open, hand_open and not first
    key = _key(g, hand_open)
    text = _texts().get(key) or _texts()["movement"]
    facts = _Blank(_facts(g, key))
    moves = g.seat is not None and g.step in ("movement", "stack") and not g.scenario.solo
    temper = campaigns.eager(g.state, g.state.player) if first and moves else EVEN
    plan = advised.goes_for(g, memory or Memory(), temper) if moves else None
    tip = tips.tip(g, hand_open, plan, shown, temper) if g.seat is not None else None
    return Advice(
        title=words.cap(text["title"].format_map(facts)),
        now=words.cap(text["now"].format_map(facts)),
        why=text["why"].format_map(facts),
        next=text["next"].format_map(facts),
        clauses=tuple(dict.fromkeys(g.cite((c[0], c[1])) for c in text["clauses"])),
        tip=tip.words + (_dropped(plan) if plan is not None else "") if tip else "",
        actions=tip.actions if tip else (),
        look=tip.look if tip else "",
        risks=tuple(dangers(g, hand_open, tip, plan, shown, temper)),
        arrows=_arrows(g, hand_open, plan, temper),
    )


def _arrows(g: Game, hand_open: bool, plan: TurnPlan | None, temper: Temper) -> tuple[Arrow, ...]:
    w = advised.best(g, tips.viewer(g, hand_open), plan, temper) if plan is not None else None
    return advised.arrows(g, w) if w is not None else ()


def _dropped(plan: TurnPlan) -> str:
    """Why the greatest thing that was advised before is gone for no more: "" where it was had, or nothing was dropped."""
    old, why = max(plan.dropped, key=lambda x: x[0].worth, default=(None, "had"))
    if old is None or why == "had":
        return ""
    place = words.area(old.aim.place)
    if old.aim.hold:
        return ""  # it is held without them
    if why == "better" and plan.campaigns:
        best = plan.campaigns[0].aim
        return f" No longer to {place}: {'to hold ' if best.hold else ''}{words.area(best.place)} is worth more now."
    return f" No longer to {place}: it cannot be had any more with those who could come."


# ---- words ----------------------------------------------------------------------------------------------------------


class _Blank(dict[str, str]):
    def __missing__(self, key: str) -> str:
        return words.Noun("")


def _verbs(g: Game) -> set[str]:
    return {a.verb for a in g.legal_actions()}


def _key(g: Game, hand_open: bool = True) -> str:
    """Which text fits: the step's own, or one for a case of it."""
    s, verbs = g.state, _verbs(g)
    if g.step == "magic" and not pending_battles(s):
        return "magic_quiet"
    if g.step == "muster" and "muster" not in verbs and hand_open:
        return "muster_none"
    if g.step == "combat" and "end" in verbs:
        return "siege" if "fight" in verbs else "combat_done"
    if g.step == "search" and not verbs & {"search", "hunt"}:
        return "search_none"
    if g.step == "movement" and s.scenario.solo:
        return "movement_solo"
    if g.step == "stack" and s.assaults >> s.place[leader_of(s)] & 1:
        return "stack_before"
    if g.step == "stack" and not seen_reach(s, hand_open):
        return "stack_held"
    return g.step


def _facts(g: Game, key: str) -> dict[str, str]:
    """What the sentences need to name."""
    if g.seat is None:
        return {"words": g.outcome["words"] if g.outcome else ""}
    maker = _FACTS.get(key) or _FACTS.get(g.step)
    return maker(g) if maker is not None else {}


def _choose(g: Game) -> dict[str, str]:
    left = g.scenario.seats - 1 - int(held(g.state).get("place", 0))
    if left < 1:
        return {}
    if left == 1:
        return {"after": f"The {'other' if g.scenario.seats == 2 else 'last'} player takes what is left."}
    return {"after": f"{words.cap(words.number(left))} players choose after you, from what is left."}


def _movement(g: Game) -> dict[str, str]:
    verbs = _verbs(g)
    if "lead" not in verbs:
        alone = "Nobody can lead a stack now. Click an army to march it within its own country."
        return {"what": alone if "march" in verbs else "Nothing of yours can be moved now."}
    if g.scenario.solo:
        home = plans.targets(g.state) == [IMRRYR]
        goal = "to Melnibone" if home else "where something lies hidden: the dark cards with a star"
        return {"what": f"Click your stack on the map and take it {goal}."}
    return {
        "what": "Click one of your stacks on the map to take it up. Move as many stacks as you like, one after another."
    }


def _stack(g: Game) -> dict[str, str]:
    s = g.state
    left = max(0, points_left(s))
    can = [odds_in_words for verb, odds_in_words in _CAN.items() if verb in _verbs(g)]
    more = "Once somebody else comes along the way may be open." if "take others along" in can else ""
    return {
        "leader": words.unit(leader_of(s)),
        "left": f"This stack has {words.points(left)} left.",
        "red": " Red means attack." if any(r.attack for r in reach(s).values()) else "",
        "can": words.either(can) if can else "only wait",
        "next": more or "Halting puts the stack down where it stands.",
    }


def _magic(g: Game) -> dict[str, str]:
    give = " Personalities who stand together may hand each other spells." if "give" in _verbs(g) else ""
    return {"give": give}


def _combat(g: Game) -> dict[str, str]:
    s = g.state
    areas = [a.args[0] for a in g.legal_actions() if a.verb == "fight"]
    if len(areas) == 1:
        what = f"One battle waits {words.inside(areas[0])}, and it has to be fought."
    else:
        what = "Choose which battle comes first. Where you attacked, you must fight."
    may, sieges = [], False
    for a in areas:
        sieges = sieges or (enemy_city(s, a, s.player) and BOARD.wall[a] > 0)
        may.append(_assaulted(s, a))
    shut = "Nobody enters a besieged city by land until the besiegers are driven off." if sieges else ""
    return {"what": what, "may": words.either(may) if may else "", "why": shut}


def _assaulted(s: State, a: int) -> str:
    """A battle that need not be fought: "assault Jadmar"."""
    verb = "break out of" if s.control[a] == s.player else "assault" if BOARD.wall[a] else "attack"
    return f"{verb} {words.area(a)}"


def _losses(g: Game) -> dict[str, str]:
    about = held(g.state)
    to_lose = about.get("to_lose", 0)
    what = "of your units" if about.get("heads") else f"point{'' if to_lose == 1 else 's'} of combat value"
    return {"n": words.number(to_lose), "what": what}


def _escape(g: Game) -> dict[str, str]:
    about = held(g.state)
    unit = pieces.INDEX[about.get("personality") or about["master"]]
    charm = " A magician may use a spell's strength instead." if MAGIC[unit] else ""
    return {"unit": words.unit(unit), "value": str(sword_value(g.state, unit)), "charm": charm}


def _retreat(g: Game) -> dict[str, str]:
    s = g.state
    here = words.area(s.battle.area)
    ways = [a.args[0] for a in g.legal_actions() if a.verb == "retreat"]
    wild = wilderness_strikes(s) and any(BOARD.wild[a] for a in ways)
    strikes = "A retreat into wilderness calls up a random attack at once." if wild else ""
    if "stay" in _verbs(g):
        what = f"Your side lost, but nobody has to leave {here}. Stay behind the walls, or choose one of the lit areas."
        return {"title": "Retreat, or stay", "what": what, "next": strikes}
    return {"title": "Retreat", "what": f"Your side lost and has to leave {here}. Choose one of the lit areas.", "next": strikes}  # fmt: skip


def _withhold(g: Game) -> dict[str, str]:
    return {"conjure": ", or let a conjurer draw a spell" if "conjure" in _verbs(g) else ""}


def _replacement(g: Game) -> dict[str, str]:
    back = "raise" in _verbs(g)
    return {
        "what": "A lost army or fleet may return in its capital." if back else "Nothing of yours can come back now."
    }


def _harbour(g: Game) -> dict[str, str]:
    return {"nation": words.nation(pieces.NATION_INDEX[held(g.state)["nation"]])}


def _place(g: Game) -> dict[str, str]:
    area = BOARD.index[held(g.state)["area"]]
    return {"area": words.area(area), "at": words.inside(area)}


_FACTS: Final = {
    "choose": _choose, "movement": _movement, "stack": _stack, "magic_quiet": _magic, "combat": _combat, "losses": _losses,
    "escape": _escape, "reappear": _escape, "shelter": _escape, "retreat": _retreat, WITHHOLD.name: _withhold,
    "replacement": _replacement, "harbour": _harbour, "align": _place, "take": _place,
}  # fmt: skip


# ---- what is at risk ------------------------------------------------------------------------------------------------


def dangers(
    g: Game,
    hand_open: bool = False,
    tip: tips.Tip | None = None,
    plan: TurnPlan | None = None,
    shown: bool = False,
    temper: Temper = EVEN,
) -> list[Danger]:
    """What is at risk in the decision that waits, with the lab's exact odds; of several battles the best comes first. `tip`:
    what is advised beside it, `plan` what it is part of, `shown` whether the hand lies open though magic is left aside."""
    s = g.state
    if g.seat is None:
        return []
    if g.step in ("stack", "movement"):
        return _assaults(g, hand_open, plan, tip, shown, temper)
    if g.step == "escape":
        value = min(6, sword_value(s, pieces.INDEX[held(s)["personality"]]))
        return [Danger(f"{words.cap(tips.saves(value))}.")] if 0 < value < 6 else []
    if s.battle is not None and g.step in (WITHHOLD.name, PORT.name):
        return _rated(g, [s.battle.area], hand_open, tip)
    if g.step in ("magic", "combat"):
        return _rated(g, pending_battles(s), hand_open, tip)
    return []


def _assaults(
    g: Game, hand_open: bool, plan: TurnPlan | None, tip: tips.Tip | None, shown: bool, temper: Temper
) -> list[Danger]:
    """The battle that the stack in hand stands before, or those it could begin; before one is taken up, those that are won
    more often than not."""
    s = g.state
    if g.step == "stack":
        here = s.place[leader_of(s)]
        if s.assaults >> here & 1:
            return _rated(g, [here], hand_open or shown)
    out: list[Danger] = []
    viewer = tips.viewer(g, hand_open)
    w = advised.best(g, viewer, plan, temper)
    best = tips.as_shown(g, w.plan, shown) if w is not None else None
    # whoever follows the stack in hand counts in what is advised; what it would be worth alone is told beside it
    followed = w is not None and w.together > 1 and g.step == "stack"
    fetched = [best] if best is not None and (best.along or followed) else []
    # what is lost more often than won is no advice: it waits for whoever weighs it
    poor = tip is not None and g.step == "stack"
    for p in [*fetched, *(tips.as_shown(g, p, shown) for p in advised.attacks(g, viewer, plan, temper))][:_MOST]:
        if p.risk is None or (g.step == "movement" and not p.good):
            continue
        # the lab has this battle on its table only while the stack is in hand as it would go
        in_hand = not p.take and not p.ready and not p.along and not (followed and p is best)
        place = words.inside(p.area) if not p.take else f"from {words.area(p.start)} to {words.area(p.area)}"
        if p.along:
            along = going.along_the_way(g, p).items()
            place += " with " + " and ".join(
                words.units(units) + ("" if at == p.start else f" {words.inside(at)}") for at, units in along
            )
        beyond = None
        if followed and best is not None and p.area == best.area:
            place += " and" if p.along else " with"
            place += " all who can come" if p is best else " nobody else" if p.along else " this stack alone"
        if best is not None and p.risk == best.risk:
            if p is not best and fetched:
                continue  # the same, told already
            beyond = _and_else(p.risk, tip.words if tip else "")
        elif poor and 2 * p.risk.win < 1:
            beyond = "" if out else "No battle within reach is won more often than lost."
        elif tip is not None and (g.step == "movement" or (followed and best is not None and p.area == best.area)):
            beyond = ""  # another stack may begin it: for whoever weighs what is advised
        out.append(Danger(odds_in_words(p.risk, place), BOARD.ids[p.area] if in_hand else "", beyond))
    return out


def _rated(g: Game, areas: list[int], hand_open: bool, tip: tips.Tip | None = None) -> list[Danger]:
    found = [(r, a) for a in areas if (r := tips.odds(g, a, hand_open)) is not None]
    found.sort(key=lambda x: (-x[0].win, x[1]))
    spoken = tip.words if tip else ""
    at = tip.look if tip else ""
    s = g.state
    forced = [*must(s), *([s.battle.area] if s.battle is not None else [])]
    free = [a for r, a in found if r.attacks and a not in forced]
    out = []
    for r, a in found[:_MOST]:
        line = odds_in_words(r, f"if you {_assaulted(s, a)}," if a in free else words.inside(a))
        beyond = None
        if told.won(r.win) in spoken and (len(found) == 1 or at == BOARD.ids[a]):
            beyond = _and_else(r)
        elif g.step == MAGIC_PHASE.name and free and len(free) < len(found):
            beyond = "" if a in free else line  # an assault that need not be made waits until it is asked about
        out.append(Danger(line, BOARD.ids[a], beyond))
    return out


def odds_in_words(r: Risk, place: str) -> str:
    """The odds of a battle as one says them at a table."""
    return f"{'; '.join([f'{words.cap(place)} {told.won(r.win)}', *_stakes(r)])}{_unseen(r)}."


def _and_else(r: Risk, spoken: str = "") -> str:
    """The same without how often it is won, and without what has been spoken; "" where there is nothing else."""
    parts, unseen = [part for part in _stakes(r) if part not in spoken], _unseen(r)
    if parts:
        return words.cap(f"{'; '.join(parts)}{unseen}.")
    return words.cap(f"{unseen.strip(' ()')}.") if unseen and spoken else ""


def _stakes(r: Risk) -> list[str]:
    """What else comes of a battle: the city, the personalities, all who are there, whoever cannot get out."""
    parts = []
    if r.falls is not None and (r.win or not r.attacks):
        city = "the city" if r.attacks else "your city"
        never = "cannot fall yet" if r.attacks else "cannot fall to this"
        parts.append(f"{city} falls {told.times(r.falls)}" if r.falls else f"{city} {never}")
    parts += [
        f"{words.unit(pieces.INDEX[u]):is|are} lost for good {told.times(p)}"
        for u, p in list(r.heroes.items())[:_NAMED]
    ]
    mine = r.battle.start.battle.units[0 if r.attacks else 1]
    swallowed = [p for u, p in r.battle.odds().swallowed.items() if pieces.INDEX[u] in mine]
    if swallowed:
        parts.append(f"an eater of armies swallows your host {told.times(max(swallowed))}")
    if r.trapped:
        parts.append(f"you lose and have no way out {told.times(r.trapped)}")
    return parts


def _unseen(r: Risk) -> str:
    """What was counted in that nobody at this page can see."""
    side = 0 if r.attacks else 1
    draws = r.battle.odds().draws
    mine, theirs = draws[side], draws[1 - side]
    if not mine + theirs:
        return ""
    several = f"{words.number(mine or theirs)} unseen spell{'' if (mine or theirs) == 1 else 's'}"
    if not mine:
        return f" ({several} of the enemy's counted in)"
    return f" ({several} of yours{f' and {words.number(theirs)} of theirs' if theirs else ''} counted in)"
