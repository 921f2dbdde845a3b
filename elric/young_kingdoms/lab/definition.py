"""What Elric hands over to the what-if room (`lab.definition`): its battles, their form, and their addresses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final
from urllib.parse import parse_qsl

from elric.lab.definition import LabDef, Reckoned
from elric.lab.form import Part, Problem
from elric.young_kingdoms.combat.battle import TABLE
from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.lab import spec as notation
from elric.young_kingdoms.lab.asked import Asked
from elric.young_kingdoms.lab.battle import Battle
from elric.young_kingdoms.lab.form import form
from elric.young_kingdoms.lab.places import PLACES
from elric.young_kingdoms.lab.prospects import battle_at, battle_in_hand, battles
from elric.young_kingdoms.lab.spec import BattleError, Spec
from elric.young_kingdoms.lab.totals import Totals

_ANY: Final = "1"  # the battle of an address that was built from nothing
_BOARD: Final = "board"  # one on the board, with the ground around it
_NAMES: Final = ("battle", "tab", "pin", "g")  # names of an address that are no part of the battle itself
_FIRST: Final = Spec(place="walled", attack=("yishana", *notation.expand(["jharkor-army*5"])),
                     defend=("sarosto", *notation.expand(["dharijor-army*3"])))  # fmt: skip


class YoungKingdomsLab(LabDef):
    """The lab of *Elric: Battle at the End of Time*."""

    tabs: ClassVar = (("why", "How it comes about"), ("help", "What would help"), ("heat", "Stronger, weaker"),
                      ("siege", "Turn after turn"), ("share", "Share"))  # fmt: skip
    sided: ClassVar = True
    example: ClassVar = "attack: yishana, jharkor-army*5"

    def battles(self, game: Any, viewer: int | None = None) -> Sequence[Asked]:
        return [Asked(battle) for battle in battles(game, viewer)]

    def parse(self, text: str) -> Asked:
        return Asked(Battle.parse(text))

    # ---- putting one together

    def first(self, edition: str) -> Spec:
        return _FIRST.but(edition=edition)

    def enter(self, entry: Spec, ground: Asked | None = None) -> Asked:
        battle = Battle.of(entry, ground.battle.around if ground is not None else None)
        battle.odds()
        return Asked(battle)

    def form(
        self, entry: Spec, problems: Sequence[Problem], edition: str, ground: Asked | None = None
    ) -> Sequence[Part]:
        return form(entry, problems, edition, ground is not None and ground.battle.around is not None)

    def at(self, game: Any, area: str, viewer: int, in_hand: bool) -> Asked | None:
        if area not in BOARD.index:
            return None
        try:
            return Asked((battle_in_hand if in_hand else battle_at)(game, area, viewer))
        except BattleError:
            return None

    def asked(self, query: Mapping[str, str]) -> tuple[Spec, str]:
        found = notation.parse(self.query_text(query))
        if not all(unit in pieces.INDEX for unit in found.attack + found.defend) or not (
            found.place in PLACES or found.place in BOARD.index
        ):
            Battle.of(found)  # says what is wrong with its names
        return found, found.place if query.get("battle") == _BOARD else ""

    def query(self, entry: Spec, fight: Asked | None, ground: Asked | None, secret: bool) -> dict[str, str]:
        board = ground is not None and ground.battle.around is not None
        if board and secret:
            entry = entry.but(hands=(), cast=(), maintained=(), conjure=())
        text = (entry.but(place=BOARD.ids[fight.battle.area]) if fight is not None else entry).link()
        return {"battle": _BOARD if board else _ANY, **dict(parse_qsl(text))}

    def query_text(self, query: Mapping[str, str]) -> str:
        return "\n".join(f"{name}: {value}" for name, value in query.items() if name not in _NAMES)

    # ---- for somebody who asks outside the page

    def reckon(self, text: str, edition: str = "") -> Reckoned:
        battle = Battle.parse(text)
        if edition:
            battle = battle.but(edition=edition)
        return Reckoned(battle.to_dict(), battle.story().sentence, list(battle.odds().lines()))

    def totals(self, attack: int, defend: int, wall: int, worth: int | None, edition: str) -> Reckoned:
        t = Totals(attack, defend, wall, worth, edition or "avalon-hill")
        behind = f" and a wall of {wall}, {defend + wall} in all" if wall else ""
        lines = [("attacker" if k == 0 else "defender", "wins", p) for k, p in enumerate(t.win)]
        lines += [(("attacker", "defender")[1 - loser] + " wins", TABLE[row].name, p) for loser, row, p in t.rows]
        if wall:
            lines.append(("city", f"falls ({t.worth + wall} losses needed)", t.falls))
        return Reckoned(t.to_dict(), f"{attack} attack {defend}{behind}.", lines)


LAB = YoungKingdomsLab()
