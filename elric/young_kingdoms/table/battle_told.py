"""A battle in beats, computed from what the rules told of it: who is in it, each spell as it is turned up, who is gone
before the dice, both sums, the dice, what they mean, who is lost, who gets away.

Only what anybody may read is read here: events as an onlooker has them, and what lies open on the board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

from elric.kernel.clauses import Ruleset
from elric.lab.say import percent
from elric.widgets.map.piles import hue
from elric.widgets.telling import Beat, Figure, Side, Telling
from elric.young_kingdoms.combat.battle import MONSTER, TABLE
from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.board import BOARD, SEA
from elric.young_kingdoms.components.pieces import ARMY, ARTIFACT, FIGHT, FLEET, HERO, KIND
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.lab.totals import Totals
from elric.young_kingdoms.position import words
from elric.young_kingdoms.position.state import NEUTRAL, ids
from elric.young_kingdoms.position.story import Event, Names, sentence, sides
from elric.young_kingdoms.table.counters import printed

__all__ = ["Span", "ahead", "beats", "chance", "every", "last", "last_battle", "spans"]

_FAR: Final = 600  # events within which the last battle is looked for
_RARE: Final = Fraction(1, 6)  # what comes no more often than this is luck

# Kinds of events that begin something to be told, when they do more than pass.
_BEGINS: Final = frozenset(
    ("battle begins", "random attack", "lurks", "monster", "peril", "skyship", "overload", "goes down", "lost")
)
# Why some of those who stand there are not in the fight, and the clause.
_NOT_IN_IT: Final[Mapping[str, tuple[str, tuple[str, str]]]] = {
    "held back": (" Whoever is held back adds nothing to the sums.", ("10.2", "9.2")),
    "stands aside": (" Melniboneans other than Elric do not fight their own people.", ("12.0", "11")),
}
# Kinds of events that go on with it; every other kind ends it.
_KIND_OF_BEAT: Final[Mapping[str, str]] = {
    **dict.fromkeys(("conjure", "conjured", "revealed", "dispelled", "shielded", "balo", "maintain", "release"), "spell"),
    **dict.fromkeys(("held back", "stands aside", "eaten", "withdrew", "sally"), "gone"),
    **dict.fromkeys(("battle", "walkover"), "result"),
    **dict.fromkeys(("due", "lost", "no way out", "overload", "goes down"), "loss"),
    **dict.fromkeys(("escape", "saved", "perished", "artifact lost", "reappears", "peril", "skyship"), "fate"),
    **dict.fromkeys(
        ("retreat", "join", "city", "no garrison", "reverts", "falls apart", "taken over", "balance", "tipped", "restored",
         "follows", "masterless", "friends", "four", "discarded", "redrawn", "refilled", "omen", "drew", "nightmare",
         "slain", "sword", "outcome", "quaolnargn", "found"),
        "after",
    ),
}  # fmt: skip

_ROLLED: Final = frozenset(("escape", "peril", "skyship", "balo", "sword", "nightmare"))  # told with the die beside it
_DEADLY: Final = frozenset(("eaten", "perished", "slain"))  # a personality who is swallowed may still escape


class Span(NamedTuple):
    """The events from `at` up to `end` tell one battle, or one blow of fate."""

    at: int
    end: int


def spans(events: Sequence[Event], since: int = 0) -> Iterator[Span]:
    """The battles among events, in order; one that interrupts another takes over what follows."""
    at = -1
    for n in range(since, len(events)):
        kind = events[n]["kind"]
        if _begins(events[n], at >= 0):
            if at >= 0:
                yield Span(at, n)
            at = n
        elif at >= 0 and kind not in _KIND_OF_BEAT:
            yield Span(at, n)
            at = -1
    if at >= 0:
        yield Span(at, len(events))


def _begins(e: Event, going_on: bool) -> bool:
    kind = e["kind"]
    if kind not in _BEGINS:
        return False
    if kind == "random attack":
        return bool(e["attacks"])
    if kind in ("peril", "skyship"):
        return not going_on and not e["ok"]
    return not going_on or kind in ("battle begins", "lurks", "monster")


def last(g: Game) -> Span | None:
    """The last battle of a game, the one that is being fought or an old one; None when there was none for long."""
    found = None
    for found in spans(g.events, max(0, len(g.events) - _FAR)):  # noqa: B007
        pass
    return found


def last_battle(g: Game, view: Mapping[str, Any], names: Names) -> Telling | None:
    """The last battle of a game in beats, or the one that is being fought; None when there is none to tell.

    Args:
        view: the position as anybody may see it.
    """
    span, events = last(g), g.events
    going = view["battle"] is not None
    if span is None or (going and span.end < len(events)):
        if not going:
            return None
        # a position may begin in the middle of a battle
        span = Span(len(events), len(events))
    b = view["battle"] if span.end == len(events) else None
    return _telling(g, span, names, b, view["players"])


def _telling(
    g: Game, span: Span, names: Names, b: Mapping[str, Any] | None, players: Sequence[Mapping[str, Any]] = ()
) -> Telling:
    story = g.definition.redact(g.events[span.at : span.end], None)
    head = _head(story, b)
    return Telling(
        span.at,
        span.end,
        _title(story, head),
        _sides(head, story, names, players),
        tuple(beats(story, names, head, g.cite, g.rules)),
        ahead(b, g.cite),
        b is not None,
    )


def every(g: Game, names: Names) -> Iterator[Telling]:
    """Every battle of a game, as it was told."""
    return (_telling(g, span, names, None) for span in spans(g.events))


Cite = Callable[[tuple[str, str]], str]


# ---- what it is ------------------------------------------------------------------------------------------------------


def _head(story: Sequence[Event], b: Mapping[str, Any] | None) -> dict[str, Any]:
    """Who fights whom and where: `attacker`, `defender`, `area`, `monster`, as events have them; `attacker` None where
    nobody attacks."""
    fought = next((e for e in story if e["kind"] == "battle"), None)
    if fought is not None:
        return dict(fought)
    first: Mapping[str, Any] = story[0] if story else {"kind": ""}
    if first["kind"] == "battle begins":
        return {"monster": -1, **first}
    if b is not None and (b["attacker"] != "monster" or b["monster"]):
        monster = spells.INDEX[b["monster"]] if b["monster"] else -1
        attacker = MONSTER if b["attacker"] == "monster" else b["attacker"]
        defender = NEUTRAL if b["defender"] is None else b["defender"]
        return {"attacker": attacker, "defender": defender, "area": BOARD.index[b["area"]], "monster": monster}
    if first["kind"] in ("random attack", "lurks", "monster"):
        return {"attacker": MONSTER, "defender": NEUTRAL, "area": first["area"], "monster": first["spell"]}
    where = first.get("area", first.get("sea", -1))
    return {"attacker": None, "area": BOARD.index[b["area"]] if b is not None else where}


def _title(story: Sequence[Event], head: Mapping[str, Any]) -> str:
    where = words.inside(head["area"])
    if head["attacker"] is None:
        kind = story[0]["kind"] if story else ""
        return f"{'In peril' if kind in ('peril', 'skyship', 'overload', 'goes down') else 'Lost'} {where}"
    return f"Attack {where}" if head["monster"] >= 0 else f"Battle {where}"


def _sides(
    head: Mapping[str, Any], story: Sequence[Event], names: Names, players: Sequence[Mapping[str, Any]]
) -> tuple[Side, ...]:
    if head["attacker"] is None:
        return ()
    first = story[0] if players and story and story[0]["kind"] == "battle begins" else {}
    armies = (first.get("units", ()), first.get("against", ()))
    both = sides(head, names)
    seats = (head["attacker"], head["defender"])
    does = (("attacks", "attack"), ("defends", "defend"))
    return tuple(
        Side(
            str(words.cap(who)),
            verbs[who.many],
            seat if 0 <= seat < NEUTRAL else None,
            tuple((pieces.IDS[u], printed(u, hue(seat if seat < NEUTRAL else None, players))) for u in army),
        )
        for who, verbs, seat, army in zip(both, does, seats, armies, strict=True)
    )


# ---- the beats -------------------------------------------------------------------------------------------------------


def beats(story: Sequence[Event], names: Names, head: Mapping[str, Any], cite: Cite, rules: Ruleset) -> Iterator[Beat]:
    """The beats of one battle, from its events as anybody may read them.

    Args:
        head: who fights whom, as `_head` finds it.
        cite: the number of a clause, as it is shown.
        rules: the switches of the game: what a wall takes, what a failed assault costs.
    """
    fought = next((e for e in story if e["kind"] == "battle"), None)
    owed: _Owed | None = None
    for n, e in enumerate(story):
        kind = e["kind"]
        if n == 0 and kind in _OPENING:
            text, clause = _OPENING[kind](e, names)
            who = (*e.get("units", ()), *e.get("against", ()))
            yield Beat("opens", text, ids(who), clause=cite(clause) if clause else "")
        elif kind == "battle":
            yield from _idle(story[:n], e, cite)
            yield from _clash(e, names, cite, rules)
        elif kind in ("revealed", "conjured"):
            yield _spell(e, names, head, fought)
        elif kind == "due":
            owed = _Owed(e["count"], e["heads"], dict(e["worth"]))
            if owed.worth and min(owed.worth.values()) > owed.most:
                few = f"Everybody there counts for more than {owed.most}, so nobody is lost."
                yield Beat("loss", few, side=e["side"], clause=cite(("10.7", "9.71")))
            elif owed.worth and not _said_before(owed, fought):
                yield Beat("loss", sentence(e, names), side=e["side"], clause=cite(("10.7", "9.7")))
        elif kind == "lost":
            yield Beat("loss", _loss(e, names, owed), ids((*e["units"], *e["heroes"])), gone=ids(e["units"]))
        elif text := sentence(e, names):
            text = _held_back(e, story[0], head, names) if kind == "held back" else text
            why, ruled = _NOT_IN_IT.get(kind, ("", ("", "")))
            text += why
            text += " 4 or less holds it." if kind == "sword" else ""
            dice = (e["roll"],) if kind in _ROLLED else ()
            aside = ids(e["units"]) if kind in ("held back", "stands aside", "withdrew") else ()
            gone = [u for u in _named(e) if kind in _DEADLY and (kind != "eaten" or KIND[u] != HERO)]
            yield Beat(_KIND_OF_BEAT.get(kind, "after"), text, ids(_named(e)), dice=dice, gone=ids(gone), aside=aside,
                       clause=cite(ruled) if why else "")  # fmt: skip


def _idle(before: Sequence[Event], fought: Event, cite: Cite) -> Iterator[Beat]:
    """Who stands in a battle and adds nothing to its sums, and why, where nothing has said so yet."""
    first = before[0] if before and before[0]["kind"] == "battle begins" else {"units": (), "against": ()}
    told = {u for e in before[1:] for u in _named(e)}
    for side, army in enumerate((first["units"], first["against"])):
        named = {row[0] for row in fought["lines"][side]}
        still = [u for u in army if u not in told and KIND[u] != ARTIFACT and str(words.unit(u)) not in named]
        sea = BOARD.kind[fought["area"]] == SEA
        for idle, why, clause in (
            ([u for u in still if KIND[u] == FLEET and not sea], "for ships do not fight on land", ("10.9.5", "9.961")),
            ([u for u in still if KIND[u] == ARMY and sea], "for armies do not fight at sea", ("10.7", "9.72")),
            ([u for u in still if KIND[u] == HERO and not FIGHT[u]], "having no combat value", ("10.4", "9.4")),
        ):
            if idle:
                text = words.cap(f"{words.units(idle):adds|add} nothing, {why}.")
                yield Beat("gone", text, ids(idle), side, clause=cite(clause), aside=ids(idle))


def _held_back(e: Event, first: Event, head: Mapping[str, Any], names: Names) -> str:
    """Whom each side holds back: magicians too, who lay spells from there."""
    armies = (first.get("units", ()), first.get("against", ()))
    held = [[u for u in e["units"] if u in army] for army in armies]
    if not all(held) or first["kind"] != "battle begins":
        return sentence(e, names)
    both = sides(head, names)
    return " ".join(f"{words.cap(who):holds|hold} back {words.units(us)}." for who, us in zip(both, held, strict=True))


def _said_before(owed: _Owed, fought: Event | None) -> bool:
    """Whether the row of the table has told already how much is to be lost."""
    return fought is not None and not owed.heads and TABLE[fought["row"]][1] == owed.most


def _named(e: Event) -> Sequence[int]:
    return [*e.get("units", ()), *((e["unit"],) if e.get("unit", -1) >= 0 else ())]


def _battle_opens(e: Event, names: Names) -> tuple[str, tuple[str, str] | None]:
    attacker, defender = sides({"monster": -1, **e}, names)
    text = f"{words.cap(attacker):attacks|attack} with {words.units(e['units'])}."
    if e["against"]:
        text += f" {words.cap(defender):stands|stand} there with {words.units(e['against'])}"
        text += f", behind walls worth {e['wall']}." if e["wall"] else "."
    else:
        still = [f"walls worth {e['wall']}"] if e["wall"] else []
        still += [f"the city's own strength of {e['base']}"] if e["base"] else []
        text += f" No army stands there{', but ' + words.listed(still) if still else ''}."
    return text, None


def _blow(verb: str) -> Callable[[Event, Names], tuple[str, tuple[str, str] | None]]:
    def opens(e: Event, names: Names) -> tuple[str, tuple[str, str] | None]:
        whom = f" {words.units(e['units'])}" if e.get("units") else " whoever comes there"
        one, many = verb.split("|")
        return f"{words.cap(words.spell(e['spell'])):{one}{whom}|{many}{whom}}.", ("7.6", "6.61")

    return opens


_OPENING: Final[Mapping[str, Callable[[Event, Names], tuple[str, tuple[str, str] | None]]]] = {
    "battle begins": _battle_opens,
    "random attack": _blow("comes out of nowhere and attacks|come out of nowhere and attack"),
    "lurks": _blow("lies in wait and attacks|lie in wait and attack"),
    "monster": _blow("guards the place and must be fought by|guard the place and must be fought by"),
}


def _spell(e: Event, names: Names, head: Mapping[str, Any], fought: Event | None) -> Beat:
    """A spell as it is turned up, and what it does."""
    i, side, u = e["spell"], e["side"], e["unit"]
    does = _does(i, side, BOARD.kind[head["area"]] == SEA, _helps(i, fought))
    text = sentence(e, names)
    if does:
        text = f"{text[:-1]}: {does}."
    if fought is not None and FIGHT[u] and str(words.unit(u)) not in [row[0] for row in fought["lines"][side]]:
        text += f" Busy with magic, {words.unit(u)} adds no combat value."
    return Beat("spell", text, ids((u,)), side)


def _helps(i: int, fought: Event | None) -> int:
    """The side to whose sum a spell was added, -1 when to none."""
    lines = fought["lines"] if fought is not None else ((), ())
    return next((side for side in (0, 1) if any(row[0] == str(words.spell(i)) for row in lines[side])), -1)


def _does(i: int, side: int, sea: bool, helped: int) -> str:
    """What a spell does in a battle, in a few words."""
    name = ("attackers", "defenders")
    if spells.STRENGTH[i]:
        if helped == 1 - side:
            return f"it turns on its own side, {spells.STRENGTH[i]} for the {name[helped]}"
        # the die of Balo follows [spell index]
        odd = " if its die is odd" if spells.ACTS[i] == "balo" else ""
        return f"{spells.STRENGTH[i]} for the {name[side]}{odd}"
    if spells.EATER[i]:
        fits = spells.EATS_AT_SEA[i] if sea else spells.EATS_ON_LAND[i]
        return "it swallows whom it can" if fits else f"it finds no prey {'at sea' if sea else 'on land'}"
    if spells.ACTS[i] == "dispel":
        return "it undoes one spell of the other side"
    return "it adds nothing to a total" if spells.BRACKETED[i] else ""


def _clash(e: Event, names: Names, cite: Cite, rules: Ruleset) -> Iterator[Beat]:
    """Sums, dice and the row of the table."""
    who, foe = sides(e, names)
    (a, b), (ra, rb) = e["sums"], e["rolls"][-1]
    lines = tuple(tuple(_figure(row, cite) for row in side) for side in e["lines"])
    odds = _odds(e, who, rules)
    yield Beat("sums", f"Before the dice it stands {a} to {b}.", sums=(lines[0], lines[1]), totals=(a, b), odds=odds)
    ties = len(e["rolls"]) - 1
    again = f" The totals were even {_times(ties)}, so the dice were thrown again." if ties else ""
    yield Beat(
        "dice",
        f"{words.cap(who):throws|throw} {ra} and {'have' if who.many else 'has'} {a + ra}; "
        f"{foe:throws|throw} {rb} and {'have' if foe.many else 'has'} {b + rb}.{again}",
        totals=(a, b),
        dice=(ra, rb),
    )
    came = chance(e, rules)
    luck = f" Luck: only {percent(came)} of throws do that." if came <= _RARE else ""
    yield Beat("result", _result(e, who, foe, rules) + luck, side=1 - e["loser"], clause=cite(("10.6", "9.6")))


def _before(e: Event, rules: Ruleset) -> Totals:
    """The two sums of a battle as they stood before the dice."""
    attack, defend = e["sums"]
    return Totals(attack, defend - e["wall"], e["wall"], e["worth"], rules)


def chance(e: Event, rules: Ruleset) -> Fraction:
    """How likely what came of a battle had been, from the sums before the dice: who wins, and at a wall whether the city falls."""
    before = _before(e, rules)
    if e["loser"] == 0:
        return before.win[1]
    return before.falls if e["wall"] and e["fell"] else before.win[0] - before.falls


def _odds(e: Event, who: words.Noun, rules: Ruleset) -> str:
    """The same ahead of the dice: how often the attacker wins, and how often a walled city falls to him."""
    before = _before(e, rules)
    win = before.win[0]
    wins = (
        f"{who:cannot win|cannot win}"
        if not win
        else f"{who:always wins|always win}"
        if win == 1
        else f"{who:wins|win} in {percent(win)} of throws"
    )
    if not (win and e["wall"]):
        return f"{words.cap(wins)}."
    falls = before.falls
    how = "cannot fall" if not falls else "always falls" if falls == 1 else f"falls in {percent(falls)}"
    return f"{words.cap(wins)}; {words.area(e['area'])} {how}."


def _times(n: int) -> str:
    return {1: "once", 2: "twice"}.get(n, f"{words.number(n)} times")


def _figure(row: Sequence[Any], cite: Cite) -> Figure:
    said, value, clause = row
    # what a piece adds by itself needs no clause beside it
    return Figure(said, value, "" if clause[1] == "9.4" else cite((clause[0], clause[1])))


def _result(e: Event, who: words.Noun, foe: words.Noun, rules: Ruleset) -> str:
    winner, loser = (foe, who) if e["loser"] == 0 else (who, foe)
    won = f"{words.cap(winner):wins|win} by {e['difference']}."
    losses = TABLE[e["row"]][1]
    if e["loser"] == 1 and e["wall"]:
        # behind walls nobody retreats: the row only says how much is lost
        place, whole = words.cap(words.area(e["area"])), e["worth"] + e["wall"]
        if losses < 0:
            dealt = "The table says: everything is lost."
        elif rules.wall_damage == "difference":
            dealt = f"Before a wall the difference is what is lost: {e['difference']}."
        else:
            dealt = f"The table says: {f'losses of {losses}' if losses else 'no losses'}."
        shares = (
            f"{e['worth']} for those who defend it and {e['wall']} for the wall"
            if e["worth"]
            else "all for the wall, as nobody is left there who counts"
        )
        needs = f"{place:falls|fall} when {whole} or more are lost, {shares}"
        text = f"{won} {dealt} {needs}: "
        if e["fell"]:
            return text + "the city falls."
        half = (
            " All the same, half the defenders are lost, rounded up."
            if rules.failed_assault_halves and e["worth"]
            else ""
        )
        return text + f"the walls hold.{half}"
    if e["monster"] >= 0 and e["loser"] == 0:
        return f"{won} {words.cap(who):is driven off|are driven off}."
    city = words.area(e["area"])
    fell = f" {words.cap(city):falls|fall}." if e["fell"] else ""
    says = {-1: f"{loser:is|are} eliminated", 0: f"{loser:retreats|retreat}, without loss"}
    told_ = says.get(losses, f"{loser:retreats and loses|retreat and lose} {losses}")
    return f"{won} The table says: {told_}.{fell}"


class _Owed(NamedTuple):
    """What the losers have to lose: how much at most, whether heads are counted, and what each piece counts for."""

    most: int
    heads: bool
    worth: dict[int, int]


def _loss(e: Event, names: Names, owed: _Owed | None) -> str:
    """Who is lost, counted down."""
    text = sentence(e, names)
    if owed is None or not any(u in owed.worth for u in (*e["units"], *e["heroes"])):
        return text
    for u in (*e["units"], *e["heroes"]):
        owed.worth[u] = -abs(owed.worth.get(u, 0))  # a loss that has been counted
    lost = -sum(v for v in owed.worth.values() if v < 0)
    able = any(0 < v <= owed.most - lost for v in owed.worth.values())
    if lost > owed.most or owed.most == 1:
        return text
    if lost == owed.most:
        return f"{text} That makes {lost} of {owed.most}."
    return f"{text} That makes {lost} of {owed.most}{'' if able else ', as near as it comes'}."


# ---- before the dice -------------------------------------------------------------------------------------------------


def ahead(b: Mapping[str, Any] | None, cite: Cite) -> Beat | None:
    """The sums as far as anybody can see them before spells and dice; None when no dice are coming. Who is seen to cast
    is in them no more than when the dice fall.

    Args:
        b: the battle as anybody sees it (`view["battle"]`).
    """
    if (
        b is None
        or b["result"] is not None
        or b["loser"] is not None
        or (b["attacker"] == "monster" and not b["monster"])
    ):
        return None
    lines = [tuple(_figure(row, cite) for row in side) for side in b["lines"]]
    text = f"Before {'' if any(b['spells']) else 'spells and '}dice it stands {b['sums'][0]} to {b['sums'][1]}."
    idle = [u for u in map(pieces.INDEX.__getitem__, b["busy"]) if FIGHT[u] and pieces.IDS[u] not in b["held"]]
    if idle:
        text += f" {words.cap(words.units(idle)):casts and adds|cast and add} no combat value."
    return Beat("sums", text, ids(idle), sums=(lines[0], lines[1]), totals=tuple(b["sums"]))
