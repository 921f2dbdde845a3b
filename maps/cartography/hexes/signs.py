"""The symbols of places, each with a distinct shape: a gate, a temple's gable, a house, two concentric rings, a stone,
a broken arch."""

from __future__ import annotations

from elric.dragon_pass.components.board import Place

_KINDS = {
    "walled city": "city", "fort": "fort", "temple": "temple", "town": "town", "dragonewt city": "newt", "dragonrest": "rest",
    "ruins": "ruins", "place of power": "power", "home": "home",
}  # fmt: skip


def sign_of(place: Place) -> str:
    """The name of a place's symbol."""
    return _KINDS.get(place.kind, "rune")


def defs() -> str:
    """All symbols as SVG groups centred at the origin, about 16 units wide."""
    return (
        '<rect id="tw" class="tk2" x="-1.9" y="-1.9" width="3.8" height="3.8"/>'
        '<g id="city"><path class="sr" d="M-8 7V-6h3v2.4h3V-8h4v4.4h3V-6h3V7Z"/><path class="sg" stroke="none" d="M-2 7V3a2 2 0 014 0v4Z"/></g>'
        '<g id="fort"><path class="sr" d="M-6.500 6V-5h2.600v2h2.600v-2h2.600v2h2.600v-2h2.600V6Z"/></g>'
        '<g id="temple"><path class="sr" d="M-7.500 6V4h1.500V-1h-1.500L0-7 7.500-1H6V4h1.500V6ZM-3.400 4V-1h-1V4ZM.5 4V-1h-1V4ZM4.400 4V-1h-1V4Z"/></g>'
        '<g id="town"><path class="sg" d="M-6 5.500V-1L0-6 6-1V5.500Z"/><path class="si" d="M-1.400 5.500V1.500h2.800v4Z"/></g>'
        '<g id="newt"><circle class="sn" r="6.200"/><circle class="sd" r="2.400"/></g>'
        '<g id="rest"><path class="sn" d="M-7 4Q-5-6 0-6 5-6 7 4Z"/><path class="sd" d="M-2 4Q-1.500-1.500 0-1.500 1.500-1.500 2 4Z"/></g>'
        '<g id="ruins"><path class="sg" d="M-6 5V-4h2.500V0h2.500v-5h2V1h2.500v-2H6V5Z"/></g>'
        '<g id="power"><path class="si" d="M0-7 1.600-1.600 7 0 1.600 1.600 0 7-1.600 1.600-7 0-1.600-1.600Z"/></g>'
        '<g id="home"><path class="sg" d="M-6.500 5.500Q-6-5.500 0-5.500 6-5.500 6.500 5.500Z"/><path class="si" d="M-2.600 5.500Q-2.200-.5 0-.5 2.200-.5 2.600 5.500Z"/></g>'
        '<g id="rune"><path class="sg" d="M0-7 7 0 0 7-7 0Z"/><path class="si" d="M0-3 3 0 0 3-3 0Z"/></g>'
    )
