"""The Independents who can be won over [29-47]: where each is asked, who comes with it, and where they are put.

Beast-men come with Ironhoof [30.4], the Breeders with their Queen [31.1], Trolls with Cragspider [39.3].
"""

from __future__ import annotations

from typing import Final, NamedTuple

from elric.dragon_pass.components.board import AROUND, BOARD
from elric.dragon_pass.components.units import TARSH, UNITS, WOUNDERS, corps, units_named
from elric.dragon_pass.position.notes import Ally, noted
from elric.dragon_pass.position.rulers import capital
from elric.dragon_pass.position.state import OUT, State
from elric.kernel.bits import ones

Groups = tuple[tuple[tuple[int, ...], int], ...]


class People(NamedTuple):
    """A tribe or a single being.

    Attributes:
        key, name: its own.
        home: the hexes where an emissary asks, as bits.
        groups: units that come together, with the hexes where they are put.
        clause: of the book.
    """

    key: str
    name: str
    home: int
    groups: Groups
    clause: str

    @property
    def units(self) -> tuple[int, ...]:
        """All who come."""
        return tuple(u for group, _ in self.groups for u in group)

    @property
    def capital(self) -> int:
        """What its ruler has to defend [28.9], as bits: its home; the Troupe wanders, and has none."""
        return 0 if self.key == "puppeteers" else self.home

    @property
    def wounds(self) -> bool:
        """Whether the one who is asked may strike a Wound [28.4]: the first of them answers."""
        return bool(WOUNDERS >> self.units[0] & 1) if self.units else False


def _near(place: str, *more: str) -> int:
    found = BOARD.places[place].bits
    for h in ones(found):
        found |= AROUND[h]
    for other in more:
        found |= BOARD.places[other].bits
    return found


def _newts() -> tuple[tuple[int, str], ...]:
    """Each Dragonewt and the city of its number (lost; so that each city has its share [34.2, 34.3])."""
    eyes, towns = ("eye-1", "eye-2", "eye-3"), ("newt-4", "newt-5", "newt-6", "newt-7", "newt-8")
    rows = [(units_named("inhuman-king")[0], "eye-1")]
    rows += zip(units_named("dragonewt-priests"), eyes, strict=True)
    rows += zip(units_named("dragonewt-cavalry"), towns + eyes, strict=True)
    rows += zip(units_named("dragonewt-light-cavalry"), towns, strict=True)
    return tuple(rows)


def _sites() -> int:
    """Where the Troupe may be: in the Ruins but the Marsh's, and in both capitals [48.7]."""
    found = 0
    for place in ("ruins-1", "ruins-2", "ruins-3", "boldhome", "furthest"):
        found |= BOARD.places[place].bits
    return found


CITY_OF: Final = dict(_newts())
GIFTS: Final = {2: "stone-man", 3: "stone-man", 4: "cannon-cult", 5: "alchemical-transformer", 6: "the-dwarf"}

PEOPLES: Final = (
    People("ironhoof", "Ironhoof", BOARD.places["wild-temple"].bits, ((corps("Beast's Valley"), _near("wild-temple")),), "30.3"),
    People(
        "grazelanders",
        "the Feathered Horse Queen",
        BOARD.places["rich-post"].bits,
        ((corps("Grazeland Pony Breeders"), _near("rich-post", "queens-post")),),
        "31.2",
    ),
    People("exiles", "the Shaker's Cult", BOARD.places["wintertop"].bits, ((corps("Tarsh Exiles"), _near("wintertop")),), "41.1"),
    People(
        "newts",
        "the Inhuman King",
        BOARD.places["eye-1"].bits,
        tuple(
            (tuple(u for u, home in CITY_OF.items() if home == city), _near(city))
            for city in dict.fromkeys(CITY_OF.values())
        ),
        "34.1",
    ),
    People(
        "ethilrist",
        "Sir Ethilrist",
        BOARD.places["muse-roost"].bits,
        ((units_named("sir-ethilrist", "black-horse-troop", "black-horse-auxiliaries"), _near("muse-roost")),),
        "44.1",
    ),
    People(
        "cragspider", "Cragspider", BOARD.places["cliffhome"].bits,
        ((units_named("cragspider-the-firewitch", "troll-gang", "dragon-4"), _near("cliffhome")),), "39.1",
    ),
    People("androgeus", "Androgeus", BOARD.places["clearing"].bits, ((units_named("androgeus-the-unknowable"), _near("clearing")),), "47.1"),
    People("dwarf", "the Dwarf", BOARD.places["mineshaft"].bits, ((units_named("the-dwarf"), _near("mineshaft")),), "29.1"),
    *(
        People(f"dragon-{k}", f"the Dragon of the {which} Dragonrest", BOARD.places[f"dragonrest-{k}"].bits,
               ((units_named(f"dragon-{k}"), _near(f"dragonrest-{k}")),), "35.1")
        for k, which in ((1, "western"), (2, "northern"), (3, "southern"))
    ),
    People("puppeteers", "the Puppeteer Troupe", _sites(), ((units_named("puppeteer-troupe"), 0),), "48.8"),
    People("delecti", "Delecti the Necromancer", BOARD.places["marsh-ruins"].bits,
           ((units_named("delecti-the-necromancer"), _near("marsh-ruins")),), "43.1"),
)  # fmt: skip
INDEX: Final = {people.key: k for k, people in enumerate(PEOPLES)}
DWARF_PEOPLE: Final = INDEX["dwarf"]
PUPPETEERS: Final = INDEX["puppeteers"]
MINESHAFT: Final = PEOPLES[DWARF_PEOPLE].groups[0][1]


LAND_OF: Final = {
    "grazelanders": "G",
    "ironhoof": "B",
    "exiles": "W",
    "newts": "E",
    "ethilrist": "H",
    "cragspider": "C",
}


def hears(s: State, k: int) -> bool:
    """Whether a people that is nobody's ally hears emissaries: jealous neutrals with a land of their own do not [28.8]."""
    return s.rules.neutrals != "jealous" or PEOPLES[k].key not in LAND_OF


def not_ahead(s: State, k: int) -> tuple[str, str]:
    """The clause and the reason why no advanced emissary may go to a people in this game [28.6]; two empty texts where one may."""
    name = PEOPLES[k].name
    if PEOPLES[k].key not in s.scenario.peoples:
        return "28.6", f"{name} is not in this scenario."
    if PEOPLES[k].key == "delecti":
        return "43.1", f"{name} asks for a gift, not for words."
    if ally_of(s, k) >= 0:
        return "28.6", f"{name} has an ally from the start."
    return ("", "") if hears(s, k) else ("28.8", f"{name} is jealous of its land and hears no emissary.")


def asked_ahead(s: State) -> list[int]:
    """Those to whom an advanced emissary may go in this game [28.6]."""
    return [k for k in range(len(PEOPLES)) if not any(not_ahead(s, k))]


def ally_of(s: State, k: int) -> int:
    """The seat with which a people is allied; -1 where it is with nobody."""
    for ally in noted(s, Ally):
        if ally.people == k:
            return ally.seat
    return -1


def at_home(s: State, h: int) -> tuple[int, ...]:
    """The Independents of this game whom nobody has won and whose home is a hex: they are there, out of everybody's way, until a
    ruler wins them [28.1] or the Hound runs over them [46.2]. The Troupe is nowhere for sure, and no magic touches a Dragon."""
    return tuple(
        u
        for k, people in enumerate(PEOPLES)
        if people.key in s.scenario.peoples and k != PUPPETEERS and ally_of(s, k) < 0
        for u in people.units
        if s.place[u] == OUT and UNITS[u].kind != "dragon"
        if (BOARD.places[CITY_OF[u]].bits if u in CITY_OF else people.home) >> h & 1
    )


def asked_at(s: State, k: int) -> int:
    """The hexes where a people is asked, as bits: its home; an Illusion stands in each player's capital, Old Tarsh's too [48.7]."""
    home = PEOPLES[k].home
    if k == PUPPETEERS and TARSH in s.scenario.sides:
        home |= capital(s, TARSH)
    return home


def people_at(s: State, h: int) -> int:
    """Which people is asked on a hex in this scenario; -1 where none is."""
    for key in s.scenario.peoples:
        if key in INDEX and asked_at(s, INDEX[key]) >> h & 1:
            return INDEX[key]
    return -1
