"""Every kind of event the rules tell of, and who may read which of its fields.

A rule that tells of something new declares it here; until then nobody reads it. The first text names the fields that
everybody may read, the second those only for the seats in the event's `to`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from elric.kernel.views import Readers, readers

_GOING: Final = readers("units area to_area")

READERS: Final[Mapping[str, Readers]] = MappingProxyType(
    {
        # set-up and the order of play
        "first roll": readers("rolls"),
        "spells hidden": readers("areas"),
        "group": readers("seat group"),
        "nation": readers("nation seat capital"),
        "harbour": readers("nation seat area"),
        "game-turn": readers("turn"),
        "player-turn": readers("seat turn"),
        "phase": readers("phase seat turn"),
        "outcome": readers("winner how clause says"),
        # spells that come to a hand or leave it unseen
        "drew": readers("unit", "spell"),
        "took": readers("unit", "spell"),
        "found": readers("area seat", "spell"),
        "cast": readers("unit area", "spell"),
        "given": readers("unit to_unit", "spell"),
        # spells that are turned up for all to see
        "redrawn": readers("unit spell"),
        "discarded": readers("unit spell"),
        "conjure": readers("unit area"),
        "conjured": readers("unit spell side"),
        "revealed": readers("unit spell side"),
        "dispelled": readers("spell"),
        "shielded": readers("spell"),
        "sent": readers("unit to_unit spell"),
        "maintain": readers("unit spell area"),
        "release": readers("unit spell area"),
        "expired": readers("spell"),
        "muster": readers("unit spell target area seat"),
        "refilled": readers("count"),
        # the Balance
        "sacrificed": readers("unit spell sum needed"),
        "balo": readers("unit roll"),
        "balance": readers("at before"),
        "tipped": readers("side ends"),
        "horn": readers("roll ends count"),
        "restored": readers(),
        "drift": readers("spell"),
        # going about
        "step": _GOING,
        "march": _GOING,
        "sail": _GOING,
        "land": _GOING,
        "attack": _GOING,
        "home": _GOING,
        "withdrew": _GOING,
        "retreat": _GOING,
        "sally": _GOING,
        "fly": readers("units spell area to_area"),
        "board": readers("units ship area"),
        "ashore": readers("units area"),
        "no way out": readers("units area"),
        "peril": readers("unit sea roll target spell ok"),
        "skyship": readers("spell sea roll target ok"),
        "overload": readers("unit area"),
        "goes down": readers("unit"),
        # the wilderness
        "random attack": readers("area spell attacks units"),
        "monster": readers("spell area units"),
        "lurks": readers("spell area"),
        "search": readers("area what roll need ok"),
        "omen": readers("spell unit seat"),
        "omen card": readers("spell"),
        "gate": readers("unit spell mine guard rolls"),
        "gate eaten": readers("unit spell"),
        "tower": readers("unit roll"),
        "quaolnargn": readers("unit mine guard rolls won"),
        # battle and what comes of it
        "battle begins": readers("area attacker defender wall base units against"),
        "battle": readers(
            "area attacker defender lines sums rolls difference row loser wall worth fell monster"
        ),
        "walkover": readers("area loser"),
        "held back": readers("units"),
        "stands aside": readers("units"),
        "eaten": readers("units spell"),
        "due": readers("side count heads worth"),
        "lost": readers("units heroes area"),
        "escape": readers("unit roll target spell ok"),
        "saved": readers("unit spell"),
        "perished": readers("unit"),
        "artifact lost": readers("unit"),
        "reappears": readers("unit area"),
        "join": readers("units seat area"),
        # nations and heroes
        "city": readers("area seat before"),
        "no garrison": readers("area seat"),
        "reverts": readers("area seat before"),
        "recovers": readers("area"),
        "falls apart": readers("nation seat stay units"),
        "taken over": readers("nation seat before"),
        "raised": readers("unit area"),
        "appears": readers("unit area"),
        "follows": readers("unit seat area"),
        "masterless": readers("unit area"),
        "friends": readers("unit area"),
        "four": readers("turn"),
        "nightmare": readers("roll"),
        "sword": readers("unit roll victim"),
        "slain": readers("unit"),
    }
)  # fmt: skip
