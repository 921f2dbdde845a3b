"""Sir Ethilrist's plunder of hell [44.1, 45.1, 46.1, 46.2]: the Hound that he rides and lets loose, and the Cloak of Darkness."""

from __future__ import annotations

from typing import Final, NamedTuple

from elric.dragon_pass.combat.deaths import AFTER, MELTED, follow, kill, wound
from elric.dragon_pass.combat.factors import immune
from elric.dragon_pass.components.board import AROUND, BOARD, HEXES
from elric.dragon_pass.components.notation import VERBS
from elric.dragon_pass.components.units import BY_ID, NOBODY, SUPERHEROES, units_named
from elric.dragon_pass.independents.peoples import at_home
from elric.dragon_pass.movement.spellbound import AT_EASE
from elric.dragon_pass.position import powers
from elric.dragon_pass.position.effects import begin_effect, refresh
from elric.dragon_pass.position.events import EVENTS
from elric.dragon_pass.position.notes import NOTES, HoundLoosed, Lair, Prowling, note_instead, noted, set_note, the_note
from elric.dragon_pass.position.state import COMBAT, DEAD, EARLY, OUT, Effect, State
from elric.dragon_pass.position.steps import Context, Why, frame, no, push
from elric.kernel.bits import bits, ones

TO_LOOSE: Final = VERBS.add("loose", "direction", "Loose the Hound to the {0}")
TO_CLOAK: Final = VERBS.add("cloak", "", "Throw the Cloak of Darkness")

ETHILRIST: Final = BY_ID["sir-ethilrist"]
CLOAK: Final = units_named("the-cloak-of-darkness-goblins")[0]
TROOP: Final = units_named("black-horse-troop", "black-horse-auxiliaries")
DARK_RADIUS: Final = 10
DARK_TURNS: Final = 2
_LOOSE: Final = tuple(TO_LOOSE(k) for k in range(6))


@NOTES.one("cloak")
class CloakThrown(NamedTuple):
    """Where the Cloak lies, who has thrown it (NOBODY: it was lost unused), and the last Move of its darkness."""

    hex: int
    seat: int
    ends: int


def _his(s: State, clause: str, why: Why) -> bool:
    if s.place[ETHILRIST] >= 0 and s.owner[ETHILRIST] == s.player:
        return True
    return no(why, clause, "Only Sir Ethilrist has this gift, while he lives, in his ruler's Move.")


def may_loose(s: State, args: tuple[int, ...], why: Why) -> bool:
    """[46.2]"""
    return _his(s, "46.2", why) and (HoundLoosed not in s.notes or no(why, "46.2", "The Hound has run its course."))


def loose(s: State, args: tuple[int, ...], cx: Context) -> None:
    """The Hound runs in a straight line off the board and destroys all it passes; only a Superhero stops it."""
    set_note(s, HoundLoosed(s.turn))
    cx.tell("hound", seat=s.player, hex=s.place[ETHILRIST])
    for h in HEXES.ray(s.place[ETHILRIST], args[0]):
        pile = s.piles.get(h, ()) + at_home(s, h)
        heroes = tuple(u for u in pile if SUPERHEROES >> u & 1)
        if heroes:
            if wound(s, heroes[0], cx):
                kill(s, heroes[:1], cx, "hound")
            return
        kill(s, tuple(u for u in pile if not immune(s, u, pile)), cx, "hound")  # [38.4, 38.5]
        # wild beasts and giants are Independents too
        note_instead(s, Lair, [beast for beast in noted(s, Lair) if beast.hex != h])
        note_instead(s, Prowling, [giant for giant in noted(s, Prowling) if giant.hex != h])
        if unwon := tuple(u for u in pile if s.place[u] == OUT):  # and so are those at home whom nobody has won
            cx.tell("died", units=unwon, hex=h, how="hound", seat=NOBODY)
            for u in unwon:
                s.place[u] = DEAD
            s.dead += unwon


def may_darken(s: State, args: tuple[int, ...], why: Why) -> bool:
    """[45.1]"""
    return _his(s, "45.1", why) and (CloakThrown not in s.notes or no(why, "45.1", "The Cloak has been used."))


def darken(s: State, args: tuple[int, ...], cx: Context) -> None:
    """All within ten hexes stand still at half for two Turns, with exceptions; then the darkness becomes goblins."""
    here = s.place[ETHILRIST]
    cx.tell("cloak", seat=s.player, hex=here)
    ends = begin_effect(s, "dark", HEXES.disc(here, DARK_RADIUS), DARK_TURNS)
    set_note(s, CloakThrown(here, s.player, ends))
    keep_dark(s, cx)


def units_in_the_dark(s: State, h: int) -> int:
    """The units of a stack that the darkness holds."""
    pile = s.piles[h]
    if any(SUPERHEROES >> u & 1 for u in pile):
        return 0
    return bits(u for u in pile if not AT_EASE >> u & 1 and not immune(s, u, pile))


def keep_dark(s: State, cx: Context) -> None:
    """While the dark lasts: whoever is in it stands still, at half, also who comes later, or is left by who protected him."""
    for dark in [e for e in s.effects if e.kind == "dark"]:
        already = 0
        for e in s.effects:
            if e.kind == "still" and e.ends == dark.ends:
                already |= e.on
        held = 0
        for h in s.piles:
            if dark.on >> h & 1:
                held |= units_in_the_dark(s, h)
        held &= ~already
        if held:
            s.effects = (*s.effects, Effect("still", held, dark.ends, "dark"), Effect("half", held, dark.ends))
            refresh(s)
            s.done |= held
            for u in ones(held & bits(s.left)):
                s.left[u] = 0


def goblins(s: State, cx: Context) -> None:
    """The Cloak congeals when its two Turns are over: a unit of goblins stands where it lay. One that was lost unused [44.1]
    lies nowhere."""
    if CloakThrown in s.notes and s.place[CLOAK] == OUT and s.owner[CLOAK] == NOBODY:
        thrown = the_note(s, CloakThrown)
        if thrown.seat != NOBODY and s.moves > thrown.ends:
            push(s, frame("muster", thrown.seat, (CLOAK,), 1 << thrown.hex | AROUND[thrown.hex]))


def troop_leaves(s: State, u: int, cx: Context) -> None:
    """[44.1] When he dies his gifts are lost and the Black Horse melts into the night."""
    for lost in (HoundLoosed(s.turn), CloakThrown(0, NOBODY, s.moves)):
        if type(lost) not in s.notes:
            set_note(s, lost)
    follow(s, TROOP, cx, MELTED)


powers.add(TO_LOOSE, powers.Power(may_loose, loose, lambda s: list(_LOOSE), frozenset({EARLY, COMBAT})))
powers.add(TO_CLOAK, powers.Power(may_darken, darken, lambda s: [TO_CLOAK()], frozenset({EARLY, COMBAT})))
powers.BEFORE_MOVE.append(goblins)
powers.WHENEVER.append(keep_dark)
AFTER[ETHILRIST] = troop_leaves


EVENTS.add("hound", "seat hex", words=lambda event, names: "Sir Ethilrist lets the Hound loose.")
EVENTS.add(
    "cloak", "seat hex", words=lambda event, names: f"The Cloak of Darkness falls around {BOARD.where(event['hex'])}."
)
