"""Questions of one form, each about one clause: somebody wants to do something; may he? The engine says."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Final

from elric.kernel import running
from elric.kernel.verdict import Reason
from elric.tutor.question import Citation, Draft, yes_no
from elric.young_kingdoms.components import pieces, spells, words
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.notation import VERBS, Action
from elric.young_kingdoms.components.pieces import ARMY, FLEET, HERO, KIND
from elric.young_kingdoms.definition import GAME
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.position.state import IN_HAND, State
from elric.young_kingdoms.teaching.phrases import phrase
from elric.young_kingdoms.teaching.question_kinds.marching import stack_words
from elric.young_kingdoms.teaching.question_kinds.positions import game_of, standing
from elric.young_kingdoms.teaching.question_kinds.registry import kind

_MOST_POSITIONS: Final = 400  # looked at for one question
_MOST_TRIES: Final = 80  # actions tried in each


@dataclass(frozen=True, slots=True)
class _Row:
    """A clause that forbids: in which decisions and of which verbs, and what one who says yes or no has missed."""

    key: str
    title: str
    clause: Citation
    steps: tuple[str, ...]
    verbs: tuple[str, ...]
    too_free: str
    too_strict: str = ""  # without it only refusals are asked about: which rule is it?
    says: tuple[str, ...] = ("",)  # what the refusal must speak of, where the clause has several things to say


_ROWS: Final = (
    _Row("pick-up", "Taken along, or left behind?", ("7.3", "6.22"), ("stack",), ("join", "drop"),
         "Who has just been set down, or has used up his turn, is not taken along again.",
         "Nothing stands against it: they are together, and neither has been set down or used up."),
    _Row("leaderless", "An army without a leader", ("10.1", "9.11"), ("movement",), ("march",),
         "Without a personality an army never goes where enemies are.",
         "Inside its own nation, and with no enemy there, an army may go one province by itself."),
    _Row("hold-back", "Who may be held back?", ("10.2", "9.21"), ("withhold",), ("withhold",),
         "Somebody has to fight: an attack needs a personality in it.",
         "As long as enough are left to fight, anybody may be held back."),
    _Row("fall-back", "Where may those held back go?", ("10.2", "9.2"), ("withhold",), ("withdraw",),
         "Not where enemies are, and not where the attackers came from.",
         "A neighbouring province without enemies, and not the attackers' way: that is open.",
         ("must be a neighbouring",)),
    _Row("elric-goes", "Does Elric go along?", ("12.1.2", "11.12"), ("stack",), ("step", "sail", "board"),
         "Elric goes only where the one he follows goes, and obeys no weaker voice.",
         "Elric is with the one he follows, or is not in this stack at all."),
    _Row("elric-gives", "Does Elric give it away?", ("12.1.3", "11.13"), ("magic",), ("give",),
         "Elric parts with a spell only for a Melnibonean one.",
         "This spell is not Elric's to keep, and there is room for it."),
    _Row("same-stack", "Who hands a spell to whom?", ("9.1", "8.1"), ("magic",), ("give",),
         "A spell passes only between two who stand in one stack.",
         "They stand in one stack, and there is room for it.",
         ("not in the same stack",)),
    _Row("fly-by-spell", "May they fly there by magic?", ("7.4.2", "6.42"), ("stack",), ("fly",),
         "A flying spell carries so many and no more, and wants a magician who holds it.",
         "The spell carries them, however far it is."),
    _Row("wings", "May those with wings go there?", ("7.4.1", "6.41"), ("stack",), ("step", "halt"),
         "Wings have to come down at the end, on free land or on a ship of their own side.",
         says=("Flyers must end", "could reach neither")),
    _Row("sea-wall", "Who gets into Imrryr?", ("7.5.9", "6.591"), ("stack",), ("attack", "sail", "land"),
         "The sea wall of Imrryr lets in only those whom Elric leads.",
         says=("five gates",)),
    _Row("harbour-mouth", "May the ship sail there?", ("7.5.9", "6.59"), ("stack",), ("sail",),
         "A harbour opens only onto the sea with its anchor.",
         "The way is open water, or the harbour opens on it."),
    _Row("ship-captain", "May they leave the ship?", ("7.3", "6.32"), ("stack",), ("drop", "join"),
         "A ship goes with those who are aboard it.",
         "Nobody aboard hinders it."),
    _Row("drift-home", "May the fleet drift home?", ("7.3", "6.321"), ("movement",), ("home",),
         "Only a fleet without a personality, away from home and with an open way, drifts home.",
         "Nobody commands this fleet, it is away from home, and the way is open."),
    _Row("overrun", "May the stack ride on?", ("10.9.2", "9.92"), ("stack",), ("step", "attack"),
         "Who rides on past an enemy must leave a personality and enough strength to hold him.",
         "Nobody has to be held here, or enough has been left."),
    _Row("hidden-foe", "Hidden by the wild", ("7.3", "7.21"), ("stack",), ("attack",),
         "In the wilderness an enemy must be found before he can be fought.",
         says=("must be found",)),
    _Row("muster-away", "May the nation be called away?", ("11.0", "10.12"), ("muster",), ("muster",),
         "A nation that serves another player is called away only by him who holds its capital.",
         says=("another player",)),
    _Row("rescue", "A spell for saving oneself", ("16.5", "14.5"), ("escape", "magic"), ("save", "cast", "charm"),
         "Escape and Invulnerability are no weapons, and each has its moment.",
         "It may be used so, and now."),
    _Row("losses-choice", "May he pay with this one?", ("10.7", "9.71"), ("losses",), ("lose",),
         "Losses come as near to the number as they can, and never pass it.",
         "With this one the losses do not pass what is asked."),
)  # fmt: skip


def _scene(g: Game) -> str:
    """Who wants to act, and from where."""
    if g.step == "stack":
        return f"{stack_words(g).rstrip(',')}."
    who = words.owner(g.seat if g.seat is not None else 0)
    battle = g.state.battle
    at = f" in the battle of {words.area(battle.area)}" if battle is not None and g.phase == "combat" else ""
    return f"It is the turn of {who}{at}."


def _tries(s: State, verb: str) -> list[Action]:
    """Actions of a verb that somebody might think of in a position."""
    seat = running.top(s)[0].seat(s, running.top(s)[1])
    mine = [u for u in range(len(pieces.IDS)) if s.place[u] < BOARD.size and s.owner[u] == seat]
    heroes = [u for u in mine if KIND[u] == HERO]
    held = [(s.spell_at[i] - IN_HAND, i) for i in range(spells.SIZE) if s.spell_at[i] - IN_HAND in heroes]
    here = s.place[s.moving[0]] if s.moving else s.battle.area if s.battle is not None else -1
    around = [a for a in range(BOARD.size) if here >= 0 and 0 < BOARD.distances(here)[a] <= 2] if here >= 0 else []
    if verb in ("step", "sail", "land", "attack", "withdraw"):
        return [Action(verb, (a,)) for a in around]
    if verb in ("join", "drop", "withhold", "lose"):
        return [Action(verb, (u,)) for u in mine if s.place[u] == here]
    if verb == "halt":
        return [Action(verb, ())]
    if verb == "home":
        return [Action(verb, (u,)) for u in mine if KIND[u] == FLEET]
    if verb == "march":
        return [Action(verb, (u, a)) for u in mine if KIND[u] == ARMY for a in BOARD.near[s.place[u]]]
    if verb == "fly":
        return [Action(verb, (i, a)) for u, i in held if spells.FLIES[i] for a in BOARD.lands if s.moving]
    if verb == "save":
        return [Action(verb, ())]
    if verb == "give":
        return [Action(verb, (u, x, i)) for u, i in held for x in heroes if x != u]
    if verb == "muster":
        return [Action(verb, (u, i, k)) for u, i in held for k in range(len(spells.MUSTERS[i]))]
    return [Action(verb, (u, i) if len(VERBS[verb]) == 2 else (i,)) for u, i in held]


def _find(s: State, row: _Row, rng: Random, legal: bool) -> tuple[Action, tuple[Reason, ...]] | None:
    """An action of the row's verbs that is legal, or that this clause alone forbids."""
    tries = (
        [a for a in running.legal(s) if a.verb in row.verbs] if legal else [a for v in row.verbs for a in _tries(s, v)]
    )
    rng.shuffle(tries)
    for a in tries[:_MOST_TRIES]:
        said = GAME.verdict(s, a)
        clauses = {r.clause for r in said.reasons}
        if not legal and not any(text in r.words for r in said.reasons if r.clause == row.clause for text in row.says):
            continue
        if bool(said) == legal and (clauses <= {row.clause} or (not row.too_strict and row.clause in clauses)):
            return a, tuple(said.reasons)
    return None


def _make(row: _Row, rng: Random, edition: str) -> Draft | None:
    legal = bool(row.too_strict) and rng.random() < 0.5
    for s in standing(rng, edition, row.steps, _MOST_POSITIONS):
        if s.battle is not None and s.battle.area >= BOARD.size:
            continue
        found = _find(s, row, rng, legal)
        if found is not None:
            return _draft(row, game_of(s), *found, rng)
    return None


def _draft(row: _Row, g: Game, a: Action, reasons: tuple[Reason, ...], rng: Random) -> Draft:
    why = " ".join(f"{r.words} {r.fix}".strip() for r in reasons) or "It is allowed."
    if row.too_strict:
        text = f"{_scene(g)} May this be done: “{phrase(a)}”?"
        right, wrong = yes_no(not reasons, row.too_free, row.too_strict)
    else:
        text = f"{_scene(g)} “{phrase(a)}” is refused. Why?"
        others = [x for x in _ROWS if x.clause not in {r.clause for r in reasons}]
        rng.shuffle(others)
        others.sort(key=lambda x: not set(x.verbs) & set(row.verbs))
        right, wrong = (
            row.too_free,
            tuple((x.too_free, "That is a rule, but not the one that bars it here.") for x in others),
        )
    return Draft(
        text,
        g,
        right,
        wrong,
        why,
        (row.clause,),
        _look(g.state, a),
        open_hand=g.step in ("magic", "muster", "escape"),
        facts={"action": str(a), "yes": not reasons, "clause": row.clause},
        ordered=bool(row.too_strict),
    )


def _look(s: State, a: Action) -> tuple[str, ...]:
    """The places an action is about."""
    kinds = VERBS[a.verb]
    spots = [x for k, x in zip(kinds, a.args, strict=False) if k == "area"]
    spots += [s.place[x] for k, x in zip(kinds, a.args, strict=False) if k == "piece" and s.place[x] < BOARD.size]
    if s.moving:
        spots.append(s.place[s.moving[0]])
    return tuple(dict.fromkeys(BOARD.ids[x] for x in spots if x < BOARD.size))


for _row in _ROWS:
    kind(_row.key, _row.title, _row.clause)(partial(_make, _row))
