"""The half of the page that is this game's own, as `widgets.definition.TableDef` asks for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Final

from elric import games
from elric.dragon_pass.components import law
from elric.dragon_pass.components.board import BOARD, HEXES, INDEX, board_file, look_over, summary
from elric.dragon_pass.components.units import BY_ID, UNITS
from elric.dragon_pass.definition import GAME
from elric.dragon_pass.description.phrases import asked, phrase
from elric.dragon_pass.game import Game
from elric.dragon_pass.table import battles, choices, counters
from elric.dragon_pass.table import score as sheet
from elric.dragon_pass.table.day import day_mark
from elric.dragon_pass.table.geometry import KINDS, chart
from elric.dragon_pass.table.ready_games import first_game, ready_game
from elric.dragon_pass.teaching import standing as stands
from elric.kernel.chance import Seed
from elric.widgets.board_report import BoardReport
from elric.widgets.choice import Choice, Click, Parting
from elric.widgets.definition import Names, TableDef, View
from elric.widgets.markup import NOTHING, Markup, html
from elric.widgets.score import Ledger, Score
from elric.widgets.telling import Telling

__all__ = ["TABLE", "DragonPassTable"]

_ROLLED: Final = ("battle", "asked", "hailed", "murder", "dragon die", "gift", "sacrifice", "sought")
_SURE: Final = {"high": "high", "medium": "medium"}
_SURE_WORDS: Final = {"high": "where the book puts it", "medium": "about where it should be", "low": "a guess of ours"}


class DragonPassTable(TableDef):
    """Board, counters and choices of *White Bear and Red Moon*."""

    game: ClassVar = GAME
    map_label: ClassVar = "Map of Dragon Pass"
    phases: ClassVar = (
        ("setup", "Set-up"),
        ("early magic", "Early magic"),
        ("movement", "Movement"),
        ("combat", "Combat"),
    )
    wins: ClassVar = "Who holds what the scenario names for long enough has won: a capital, a temple, the forts."
    first_turn: ClassVar = (
        "A game is set, and a battle is at hand. The coach beside you says what can be done, and with what odds."
    )
    course: ClassVar = "From the first hex to three armies at once, in small lessons."
    whole: ClassVar = "You place every counter yourself. Otherwise the armies stand, and the first Move begins."
    board_files: ClassVar = (".toml",)
    kinds: ClassVar = {kind: kind for kind in KINDS.values()}
    sure_of_map: ClassVar = True
    own_open: ClassVar = True
    opponents: ClassVar = {
        "novice": "Knows the rules: it marches where fancy takes it, fights whom it must, and casts now and then.",
        "captain": "Brings several stacks against one where the odds are good, casts at those who cannot answer, asks Independents "
        "for help, and holds what wins.",
        "sorcerer-king": "A Captain who plays each attack on, again and again, in positions that could be the real one.",
    }

    chart = staticmethod(chart)

    def place(self, area: str, edition: str) -> Markup:
        h = INDEX[area]
        land, place = BOARD.land_names.get(BOARD.land[h]), BOARD.place_at.get(h)
        words = f"Hex {area}, {KINDS[BOARD.ground[h]]}" if place else f"Hex {area}"
        words += f", in {land}." if land else ", in no land."
        told = NOTHING
        if place and board_file() is None:
            where = _SURE_WORDS[self.confidence(area)]
            told = html('<p class="quiet-words">The printed board is lost: this place is {}.</p>', where)
        return html('<div class="card place"><p>{}</p>{}</div>', words, told)

    def chapter_title(self, edition: str, chapter: str) -> str:
        return law.chapters().get(chapter) or super().chapter_title(edition, chapter)

    def confidence(self, area: str) -> str:
        h = INDEX[area]
        place = BOARD.place_at.get(h)
        sure = place.confidence if place else BOARD.sure_of_line.get(h) or BOARD.land_sure.get(BOARD.land[h], "low")
        return _SURE.get(sure, "low")

    def gist(self, events: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
        """A march is told once, by where it ends, and those who come together are told together."""
        out: list[Mapping[str, Any]] = []
        for e, then in pairwise([*events, {"kind": ""}]):
            if _goes_on(e, then):
                continue
            if out and e["kind"] == out[-1]["kind"] == "arrives" and e["seat"] == out[-1]["seat"]:
                last = out.pop()
                e = {
                    **last,
                    "units": (*last["units"], *e["units"]),
                    "hex": last["hex"] if last["hex"] == e["hex"] else -1,
                }
            out.append(e)
        return out

    # ---- what lies on it

    def view(self, g: Game, seat: int | None) -> dict[str, Any]:
        seen = super().view(g, seat)
        areas = {
            HEXES.names[h]: {"control": holder}
            for key, holder in seen["holders"].items()
            for h in BOARD.places[key].hexes[:1]
        }
        moving = tuple(key for key in seen["hand"] if key)
        return {**seen, "areas": areas, "moving": moving}

    def unit(self, key: str) -> dict[str, Any]:
        unit = UNITS[BY_ID[key]]
        return {"name": unit.name, "kind": "stack", "combat": unit.cf, "counter": key}

    def pieces(self, view: View) -> dict[str, dict[str, Any]]:
        """The counters, and the mark of the day at the moons of the key."""
        return {**super().pieces(view), **day_mark(view["day"])}

    def sprite(self) -> str:
        return super().sprite() + counters.symbols()

    def counter(self, unit: View, *, aboard: int = 0, times: int = 1) -> Markup:
        return counters.counter(unit, times)

    def label(self, unit: View, players: Sequence[View] = ()) -> str:
        return counters.label(unit, players)

    def strength(self, units: Sequence[View]) -> str:
        return counters.strength(units)

    # ---- deciding

    def choice(self, g: Game, view: View, selected: str | None, *, hand_open: bool) -> Choice:
        return choices.choice(self, g, view, selected, hand_open)

    def aimed(self, g: Game, view: View, aim: str, sought: str) -> Choice | None:
        return choices.aimed(self, g, view, aim)

    def aim_stays(self, aim: str) -> bool:
        return aim.startswith(choices.GROUP)

    def says(self, g: Game, action: Any) -> str:
        return asked(g, action) if action.verb in ("ask", "send", "hail") else phrase(action, g.step)

    def mark(self, verb: str) -> str:
        return "fight" if verb in ("assign", "roll", "aim", "stretch", "assist", "cast") else "reach"

    def clicked(self, g: Game, view: View, area: str, unit: str, selected: str | None) -> Click:
        return choices.clicked(self, g, area, unit, selected)

    def selected_after(self, g: Game, actions: Sequence[str], selected: str | None) -> str | None:
        return None

    taken_up = staticmethod(choices.taken_up)

    def leader_at(self, g: Game, view: View, area: str, unit: str) -> str:
        return choices.leader_at(g, area, unit)

    def goes_to(self, view: View, area: str) -> str:
        return f"step {area}"

    def can_take_up(self, step: str) -> bool:
        return step == "movement"

    def in_hand(self, step: str) -> bool:
        return step == "march"

    def lies_open(self, g: Game) -> bool:
        return bool(g.lies_open())

    def moot(self, g: Game) -> str:
        key = g.forced_payer()
        if not key or g.seat is None:
            return ""
        whose = self.game.names(g.scenario, ())[g.seat]
        return f"{whose} pays for the Trade with {UNITS[BY_ID[key]].name}: there is no other way."

    def parting(self, g: Game, told: int) -> Parting | None:
        """The last roll of a Move is seen before the next player sits down."""
        events = g.events[told:]
        ended = next((k for k, e in enumerate(events) if e["kind"] == "move"), -1)
        rolled = [e for e in events[: max(ended, 0)] if e["kind"] in _ROLLED]
        if not rolled or g.seat is None:
            return None
        following = self.game.names(g.scenario, ())[g.seat]
        shown = html('<div class="card"><h3>Your Move is over</h3><p>{} sits down next.</p></div>', following)
        return Parting(shown, tuple(HEXES.names[e["hex"]] for e in rolled[-1:] if "hex" in e), "End the Move")

    # ---- showing

    def telling(self, g: Game, view: View, names: Names) -> Telling | None:
        """The last battle: who attacks, the strengths, the die, what it means and what came of it."""
        return battles.telling(g.story(view["seat"]), names, g.scenario.sides)

    standing = staticmethod(stands.standing)

    def score(self, g: Game, view: View, names: Names) -> Score:
        """The sheet of a game that is over."""
        return sheet.score(g, names)

    def ledger(self, g: Game, names: Names) -> Ledger:
        """Luck, battles and turning points so far."""
        return sheet.ledger(g, names)

    # ---- beginning

    def ready(self, scenario: str, edition: str, seed: Seed, whole: bool) -> Any:
        return ready_game(scenario, edition, seed, whole)

    def first(self, seed: Seed) -> Any:
        return first_game(next(iter(self.game.scenarios())), self.game.edition, seed)

    def rest(self, g: Game) -> Sequence[str]:
        judgement = games.judgement(self.key) if g.step == "setup" else None
        plan = judgement.plans(g, Random(0))[0] if judgement is not None else None
        return [self.game.notation.text(a) for a in plan.actions] if plan is not None else ()

    def board_report(self, file: Path | None = None) -> BoardReport:
        board, faults = (BOARD, []) if file is None else look_over(file)
        data = summary(board)
        cells = [
            [row["id"], row["name"], row["kind"], " ".join(row["hexes"]), row["confidence"]] for row in data["places"]
        ]
        told = ", ".join(f"{number} {kind}" for kind, number in data["counts"].items())
        head = ("place", "name", "kind", "hexes", "sure")
        return BoardReport({**data, "faults": faults}, f"{told}.", head, cells, faults)


TABLE: Final = DragonPassTable()


def _goes_on(e: Mapping[str, Any], then: Mapping[str, Any]) -> bool:
    """Whether the same company marches on at once."""
    if not e["kind"] == then["kind"] == "march" or e["drift"] != then["drift"]:
        return False
    same = (e["seat"], e["count"], e["top"]) == (then["seat"], then["count"], then["top"])
    return same and e["to_hex"] == then["hex"]
