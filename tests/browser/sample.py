"""A position to look at: a view as `game.view(seat)` gives it, small, with every kind of counter."""

from __future__ import annotations

from typing import Any


def unit(
    name: str, kind: str, nation: str | None, owner: int | None, at: str, combat: int, **more: Any
) -> dict[str, Any]:
    plain = {"aboard": None, "paren": False, "magic": None, "conjures": False, "flies": False, "move": 4, "carry": None}
    return {
        "name": name,
        "kind": kind,
        "nation": nation,
        "owner": owner,
        "at": at,
        "combat": combat,
        **plain,
        "spent": 0,
        "spells": 0,
        **more,
    }


def view() -> dict[str, Any]:
    units = {
        "yishana": unit("Yishana", "hero", "jharkor", 0, "jharkor_dhakos", 2, magic=2, spells=2),
        "jharkor-army-1": unit("army of Jharkor", "army", "jharkor", 0, "jharkor_dhakos", 1),
        "jharkor-army-2": unit("army of Jharkor", "army", "jharkor", 0, "jharkor_dhakos", 1),
        "jharkor-army-3": unit("army of Jharkor", "army", "jharkor", 0, "jharkor_dhakos", 1),
        "theleb-kaarna": unit("Theleb K'aarna", "hero", "pan-tang", 0, "pan_tang", 1, magic=4, spells=3, conjures=True),
        "pan-tang-fleet-1": unit("fleet of Pan Tang", "fleet", "pan-tang", 0, "pale_sea_west", 4, move=6, carry=2),
        "pan-tang-army-1": unit(
            "army of Pan Tang", "army", "pan-tang", 0, "pale_sea_west", 1, aboard="pan-tang-fleet-1"
        ),
        "elric": unit("Elric", "hero", "melnibone", None, "melnibone", 9, magic=6, flies=True),
        "golden-battle-barge": unit("Golden Battle Barge", "fleet", "melnibone", None, "melnibone", 8, move=5, carry=4),
        "karnaal": unit("Karnaal", "hero", "dharijor", 1, "dharijor_gromoorva", 3),
        "dharijor-army-1": unit("army of Dharijor", "army", "dharijor", 1, "dharijor_gromoorva", 1),
        "king-hozel": unit("King Hozel", "hero", "argimiliar", 2, "argimiliar_cadsandria", 4, paren=True),
        "argimiliar-army-1": unit("army of Argimiliar", "army", "argimiliar", 2, "argimiliar_cadsandria", 1),
        "vilmir-army-1": unit("army of Vilmir", "army", "vilmir", 3, "argimiliar_cadsandria", 1),
        "vilmir-army-2": unit("army of Vilmir", "army", "vilmir", 3, "argimiliar_cadsandria", 1),
        "moonglum": unit("Moonglum", "hero", None, 1, "dharijor_gromoorva", 4),
        "chaos-shield": unit("Chaos Shield", "artifact", None, 1, "dharijor_gromoorva", 0),
    }
    return {
        "scenario": "sample",
        "edition": "avalon-hill",
        "turn": 1,
        "turns": 10,
        "phase": "movement",
        "player": 0,
        "seat": 0,
        "viewer": 0,
        "players": [
            {"seat": seat, "name": f"Player {word}", "nations": [], "first": seat == 0, "hand": 2}
            for seat, word in enumerate(("one", "two", "three", "four"))
        ],
        "balance": {"at": -2, "arm": 12, "bonus": 1, "tipped": None, "ends": None},
        "areas": {
            "jharkor_dhakos": {"control": 0, "siege": False, "spell": False, "face_up": []},
            "dharijor_gromoorva": {"control": 1, "siege": False, "spell": False, "face_up": []},
            "argimiliar_cadsandria": {"control": 2, "siege": True, "spell": False, "face_up": []},
            "sorcerers_isle": {"control": None, "siege": False, "spell": True, "face_up": []},
        },
        "units": units,
        "hands": {"yishana": ["arkyn"]},
        "cast": [],
        "moving": [],
        "battle": None,
        "container": 40,
        "discards": [],
        "outcome": None,
    }


def table() -> Any:
    """A board with the position above and a few controls, to try the bridge with:

    `move` marches Yishana's stack, `fail` breaks in the middle of its work, `echo` shows what a control sent.
    """
    from elric.widgets.bridge.page import Page
    from elric.widgets.markup import Markup, html
    from elric.widgets.messages import Message
    from elric.widgets.rooms.board import BoardRoom
    from elric.widgets.screen import Screen

    class Sample(BoardRoom):
        said = ""

        def take(self, m: Message) -> None:
            if m.kind == "do" and m.name == "move":
                position = dict(self.view)
                for key in ("yishana", "jharkor-army-1", "jharkor-army-2", "jharkor-army-3"):
                    position["units"][key]["at"] = "oin"
                self.update(position)
            elif m.kind == "do" and m.name == "fail":
                raise RuntimeError("broken on purpose")
            elif m.kind == "do":
                self.said = f"{m.name} {m.value}"
            else:
                super().take(m)

        def draw(self) -> Screen:
            screen = super().draw()
            words = html("More words after {}.", self.said) if self.said else Markup("More words.")
            screen.regions.append(("controls", "side", Markup(CONTROLS) % words))
            if self.said:
                screen.regions.append(("echo", "side", html("<p id='echo'>{}</p>", self.said)))
            return screen

    return Page(Sample(view()))


CONTROLS = """<div class="btns">
  <button class="btn primary" data-do="move" data-hotkey="m">March</button>
  <button class="btn" data-do="fail">Break</button>
  <button class="btn" data-look="melnibone">Where?</button>
  <input data-do="echo" data-search aria-label="Words">
  <button class="chip" data-do="clause" data-value="7.2">7.2</button>
  <details data-key="more"><summary>More</summary><p>%s</p></details>
</div>"""


WAR: dict[str, Any] = {
    "scenario": "successor",
    "rules": "avalon-hill",
    "nations": {"jharkor": 0, "tarkesh": 0, "shazaar": 0, "dharijor": 1, "pan-tang": 1},
    "units": {
        "jharkor_sequa": ["yishana", "jharkor-army*4"],
        "jharkor_dhakos": ["dharmit", "jharkor-admiral", "jharkor-fleet-1", "jharkor-fleet-2"],
        "tarkesh_hornus": ["hilran", "tarkesh-army*4"],
        "shazaar_aflitain": ["ohada", "shazaar-army*4"],
        "dharijor_sequaloris": ["dharijor-army*3"],
        "dharijor_gromoorva": ["sarosto", "karnaal", "dharijor-sorcerer", "dharijor-army*2"],
        "pan_tang": ["jagreen-lern", "pan-tang-army*5"],
    },
    "hands": {"ohada": ["arkyn"], "jagreen-lern": ["arioch", "chardros"], "dharijor-sorcerer": ["balan"]},
}


def war() -> Any:
    """A table with a position in which one click leads to a battle."""
    from elric.widgets.bridge.table import Table
    from elric.young_kingdoms.game import Game

    return Table(Game.at(WAR, seed=5, leaderless=True))


# The League holds eight spells, one of which can call Lormyr where its bearer stands, one that flies; a battle is at hand.
HANDS: dict[str, Any] = {
    "scenario": "successor",
    "rules": "avalon-hill",
    "nations": {"jharkor": 0, "tarkesh": 0, "shazaar": 0, "argimiliar": 0, "dharijor": 1, "pan-tang": 1},
    "units": {
        "jharkor_sequa": ["yishana", "jharkor-wizard", "argimiliar-necromancer", "jharkor-army*5"],
        "jharkor_dhakos": ["dharmit", "jharkor-admiral", "jharkor-fleet-1", "jharkor-fleet-2"],
        "tarkesh_hornus": ["hilran", "tarkesh-army*4"],
        "lormyr_iosaz": ["ohada"],
        "shazaar_aflitain": ["shazaar-army*4"],
        "dharijor_sequaloris": ["dharijor-army*3"],
        "pan_tang": ["jagreen-lern", "pan-tang-army*5"],
    },
    "hands": {
        "ohada": ["donblas", "mirror-of-memory"],
        "jharkor-wizard": ["nihrain-horses", "grome"],
        "yishana": ["runestaff"],
        "hilran": ["arkyn"],
        "argimiliar-necromancer": ["xiombarg", "invulnerability"],
        "jagreen-lern": ["arioch", "chardros"],
    },
}


def hands() -> Any:
    """A table on which a hand of eight spells can be shown, used to fly, and spent for a muster."""
    from elric.widgets.bridge.table import Table
    from elric.young_kingdoms.game import Game

    return Table(Game.at(HANDS, seed=5, leaderless=True))
