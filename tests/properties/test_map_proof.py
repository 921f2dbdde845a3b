"""The drawn map and the board say the same, and the board says what is documented.

Everything is read back from the frozen files in ``maps/``; nothing of the map maker is trusted with its own proof except in the
last tests, which run it.
"""

from __future__ import annotations

import itertools
import json
import re
import xml.etree.ElementTree as ET
from collections import deque
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
import shapely
from shapely.geometry import Point, Polygon, box, shape

MAPS = Path(__file__).resolve().parents[2] / "maps"
BOARD: dict[str, Any] = json.loads((MAPS / "board.json").read_text(encoding="utf-8"))
DRAWN: dict[str, Any] = json.loads((MAPS / "areas.geojson").read_text(encoding="utf-8"))
AREAS: dict[str, dict[str, Any]] = {a["id"]: a for a in BOARD["areas"]}
EDGES = {frozenset(e) for e in BOARD["edges"]}
FEATURES: dict[str, dict[str, Any]] = {f["id"]: f for f in DRAWN["features"]}
SHAPES: dict[str, Polygon] = {key: shape(f["geometry"]) for key, f in FEATURES.items()}
HEIGHT, WIDTH = DRAWN["bounds"][1]
SEEN = 6.0  # drawing units; a shorter border would escape the eye
OPENING = 1000.0  # width in CSS pixels at which the map opens


def beside(key: str) -> set[str]:
    """All areas that touch this one."""
    return {other for e in EDGES if key in e for other in e if other != key}


def walk(start: str, allowed: Callable[[str], bool]) -> dict[str, int]:
    """Steps from ``start`` to every area that can be reached through allowed areas."""
    steps, todo = {start: 0}, deque([start])
    while todo:
        here = todo.popleft()
        for nxt in sorted(beside(here)):
            if nxt not in steps and allowed(nxt):
                steps[nxt] = steps[here] + 1
                todo.append(nxt)
    return steps


def kind(key: str) -> str:
    return str(AREAS[key]["kind"])


def is_sea(key: str) -> bool:
    return kind(key) == "sea"


def is_land(key: str) -> bool:
    return kind(key) == "land"


def of(nation: str) -> list[str]:
    return [k for k, a in AREAS.items() if a["nation"] == nation]


def boxes(label: dict[str, Any]) -> list[Polygon]:
    """The boxes of a label: one a letter when it is curved."""
    return [box(*b) for b in label.get("letters", [label["box"]])]


def shown(*settings: str) -> list[dict[str, Any]]:
    return [label for label in DRAWN["labels"] if label["shown"] in settings]


def square(key: str) -> Polygon:
    """Where the counters of an area stand."""
    x, y = FEATURES[key]["properties"]["anchor"]
    half = DRAWN["counter"] / 2
    return box(x - half, y - half, x + half, y + half)


# --- the drawing is the board ---------------------------------------------------------------------------------------


def test_every_area_is_drawn_once_and_nothing_else() -> None:
    assert sorted(FEATURES) == sorted(AREAS)
    for key, feature in FEATURES.items():
        told = feature["properties"]
        assert (told["id"], told["name"], told["kind"]) == (key, AREAS[key]["name"], AREAS[key]["kind"])


def test_each_area_is_one_valid_polygon_inside_the_frame() -> None:
    frame = box(0, 0, WIDTH, HEIGHT)
    for key, ring in SHAPES.items():
        assert isinstance(ring, Polygon), key
        assert ring.is_valid, (key, shapely.is_valid_reason(ring))
        assert frame.covers(ring), key


def test_the_areas_tile_the_frame() -> None:
    shapes = list(SHAPES.values())
    assert shapely.coverage_is_valid(shapes)
    assert sum(s.area for s in shapes) == pytest.approx(WIDTH * HEIGHT, abs=0.5)


def test_drawn_contact_is_rules_contact_both_ways() -> None:
    lengths: dict[frozenset[str], float] = {}
    for (a, one), (b, two) in itertools.combinations(SHAPES.items(), 2):
        if one.intersects(two):
            lengths[frozenset((a, b))] = one.intersection(two).length
    drawn = {pair for pair, length in lengths.items() if length > 0}
    assert {tuple(sorted(p)) for p in drawn - EDGES} == set(), "the map joins what the rules do not"
    assert {tuple(sorted(p)) for p in EDGES - drawn} == set(), "the rules join what the map does not"
    assert {tuple(sorted(p)): length for p, length in lengths.items() if p not in EDGES} == {}, "a meeting in a point"
    assert {tuple(sorted(p)): lengths[p] for p in EDGES if lengths[p] < SEEN} == {}, "a border too short to see"


def test_what_the_browser_draws_has_the_same_contacts() -> None:
    """The outlines that travel to the page, read back as polygons."""
    from elric.young_kingdoms.table.geometry import geometry

    sent: dict[str, Polygon] = {}
    for key, outline in geometry().outlines.items():
        rings = []
        for start, steps in re.findall(r"M(-?\d+ -?\d+)l([^z]*)z", outline):
            numbers = [int(n) for n in re.findall(r"-?\d+", steps)]
            x, y = map(int, start.split())
            ring = [(x, y)]
            for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
                x, y = x + dx, y + dy
                ring.append((x, y))
            rings.append(ring)
        sent[key] = Polygon(rings[0], rings[1:])
    assert shapely.coverage_is_valid(list(sent.values()))
    meet = {
        frozenset((a, b))
        for (a, one), (b, two) in itertools.combinations(sent.items(), 2)
        if one.intersects(two) and one.intersection(two).length > 0
    }
    assert meet == EDGES


def test_no_light_falls_on_the_printed_frame() -> None:
    """The areas fill the map to its edge; the picture prints a frame over their ends, and the page lights them as far as that."""
    from elric.young_kingdoms.table.geometry import geometry

    printed = re.search(r'class="fp"[^>]*ZM([\d.]+) ([\d.]+)V', geometry().pictures[0])
    assert printed is not None
    assert {float(inset) for inset in printed.groups()} == {geometry().edge}
    inside = box(geometry().edge, geometry().edge, WIDTH - geometry().edge, HEIGHT - geometry().edge)
    assert all(inside.contains(Point(feature["properties"]["anchor"])) for feature in FEATURES.values())


# --- names, signs and counters --------------------------------------------------------------------------------------


def test_label_and_anchor_points_lie_inside_their_area() -> None:
    for key, feature in FEATURES.items():
        for what in ("label", "anchor"):
            assert SHAPES[key].contains(Point(feature["properties"][what])), (key, what)


def test_no_two_names_or_signs_overlap_at_opening_zoom() -> None:
    for one, two in itertools.combinations(shown("opening", "always"), 2):
        for a, b in itertools.product(boxes(one), boxes(two)):
            assert a.intersection(b).area == 0, (one["text"] or one["kind"], two["text"] or two["kind"])


def test_names_of_the_other_settings_do_not_overlap_either() -> None:
    for one, two in itertools.combinations(shown("phone"), 2):
        assert all(a.intersection(b).area == 0 for a, b in itertools.product(boxes(one), boxes(two))), (one, two)
    for one in shown("large"):
        for two in shown("large", "opening", "always"):
            if two is not one:
                touch = any(a.intersection(b).area > 0 for a, b in itertools.product(boxes(one), boxes(two)))
                assert not touch, (one["text"], two["text"] or two["kind"])


def test_every_name_stands_inside_the_drawn_frame() -> None:
    inner = box(22, 22, WIDTH - 22, HEIGHT - 22)
    for label in DRAWN["labels"]:
        assert all(inner.contains(b) for b in boxes(label)), label["text"] or label["kind"]


def test_names_are_large_enough_to_read_at_opening_zoom() -> None:
    for label in shown("opening"):
        assert label["size"] * OPENING / WIDTH >= 11, label["text"]
    for label in shown("phone"):
        assert label["size"] * 390 / WIDTH >= 8, label["text"]


def test_counters_hide_no_name_and_no_sign() -> None:
    signs = shown("opening", "always")
    for key in AREAS:
        if kind(key) == "mountain":  # nothing may ever stand there
            continue
        place = square(key)
        assert box(20, 20, WIDTH - 20, HEIGHT - 20).contains(place), key
        assert place.intersection(SHAPES[key]).area >= 0.7 * place.area, f"{key} is too small for its counters"
        for label in signs:
            assert all(place.intersection(b).area == 0 for b in boxes(label)), (key, label["text"] or label["kind"])


def test_melnibone_has_room_for_its_many_pieces() -> None:
    x0, y0, x1, y1 = FEATURES["melnibone"]["properties"]["room"]
    assert (x1 - x0) * (y1 - y0) >= 2 * DRAWN["counter"] ** 2
    assert SHAPES["melnibone"].area > 2 * DRAWN["counter"] ** 2 * 3


def test_every_nation_on_the_map_has_its_shield_on_its_own_land() -> None:
    shields = {label["nation"]: label for label in DRAWN["labels"] if label["kind"] == "shield"}
    assert set(shields) == {a["nation"] for a in AREAS.values() if a["nation"] and not a["wilderness"]}
    for nation, label in shields.items():
        land = shapely.union_all([SHAPES[k] for k in of(nation)])
        assert box(*label["box"]).intersection(land).area > 0.9 * box(*label["box"]).area, nation


def test_nations_of_one_tint_lie_far_apart() -> None:
    from cartography.ink import TINTS, colour_nations
    from cartography.source import read_board

    board = read_board(MAPS / "board.json")
    tints = colour_nations(board, [SHAPES[a.key] for a in board.areas])
    assert set(tints.values()) == set(range(len(TINTS)))
    land = {n: shapely.union_all([SHAPES[k] for k in of(n) if not AREAS[k]["wilderness"]]) for n in tints}
    for one, two in itertools.combinations(tints, 2):
        if tints[one] == tints[two]:
            assert land[one].distance(land[two]) > 110, (one, two)


def test_the_calm_water_is_empty_sea() -> None:
    assert DRAWN["calm"]
    for raw in DRAWN["calm"]:
        calm = box(*raw)
        for key, ring in SHAPES.items():
            assert is_sea(key) or calm.intersection(ring).area == 0, key
            assert kind(key) == "mountain" or calm.intersection(square(key)).area == 0, key
        for label in DRAWN["labels"]:
            assert all(calm.intersection(b).area == 0 for b in boxes(label)), label["text"]


def test_every_city_place_nation_and_sea_is_named_at_opening_zoom() -> None:
    named = {label["text"] for label in shown("opening")}
    assert {a["name"] for a in AREAS.values() if a["kind"] == "sea"} <= named
    assert {a["name"] for a in AREAS.values() if a["spell_symbol"] and not a["cities"]} <= named
    for area in AREAS.values():
        if area["cities"]:
            assert " and ".join(c["name"] for c in area["cities"]) in named
    nations = {a["nation"] for a in AREAS.values() if a["nation"]}
    missing = {n for n in nations if not any(part in named for part in (n, n.removeprefix("Isle of ")))}
    assert missing == set()


# --- the picture ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["background.svg", "background-dark.svg"])
def test_the_picture_is_whole_in_itself_and_fits_the_bounds(name: str) -> None:
    text = (MAPS / name).read_text(encoding="utf-8")
    root = ET.fromstring(text)
    assert root.get("viewBox") == f"0 0 {WIDTH} {HEIGHT}"
    assert "<script" not in text
    for link in re.findall(r'(?:href|src)\s*=\s*"([^"]*)"|url\(([^)]*)\)', text):
        target = next(t for t in link if t) if any(link) else ""
        assert target.startswith(("#", "data:")), target
    ids = re.findall(r'\bid="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    used = set(re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', text))
    assert {a or b for a, b in used} <= set(ids)
    written = "".join(root.itertext()).replace(" ", "")
    for label in DRAWN["labels"]:
        assert label["text"].replace(" ", "") in written, label["text"]
        assert label["kind"] != "shield" or f'#arms-{label["nation"].lower().replace(" ", "-")}"' in text, label
    assert "@media(max-width:" in text
    assert "@media(min-width:" in text


def test_the_two_pictures_differ_in_colour_alone() -> None:
    def lines(name: str) -> str:
        text = (MAPS / name).read_text(encoding="utf-8")
        return re.sub(r'<style>.*?</style>|href="data:image[^"]*"', "", text, flags=re.DOTALL)

    assert lines("background.svg") == lines("background-dark.svg")


def test_the_map_is_small_enough_to_send() -> None:
    geometry = (MAPS / "areas.geojson").stat().st_size
    for name in ("background.svg", "background-dark.svg"):
        assert geometry + (MAPS / name).stat().st_size < 900_000


# --- the board as data ----------------------------------------------------------------------------------------------

KEYS = {
    "id", "name", "kind", "nation", "wilderness", "cities", "port_to", "builds_fleets", "spell_symbol",
    "spell_symbol_edition", "special", "note", "continent", "xy", "confidence", "source",
}  # fmt: skip


def test_the_board_has_its_keys_and_its_provenance() -> None:
    assert len(AREAS) == len(BOARD["areas"])
    for key, area in AREAS.items():
        assert set(area) == KEYS, key
        assert area["kind"] in {"land", "sea", "mountain"}
        assert area["confidence"] in {"high", "medium", "low"}
        assert area["source"], key
        assert area["continent"] in {"north", "south", "west", "jungle", None}
    assert len(EDGES) == len(BOARD["edges"])
    assert all(len(e) == 2 and e <= set(AREAS) for e in EDGES)
    assert len({a["name"] for a in AREAS.values()}) == len(AREAS)
    for fact in BOARD["meta"]["documented_edges"]:
        assert frozenset(fact["edge"]) in EDGES
        assert fact["source"]


def test_ports_open_on_a_sea_they_touch() -> None:
    for key, area in AREAS.items():
        for sea in area["port_to"]:
            assert is_sea(sea), (key, sea)
            assert sea in beside(key), (key, sea)
        if area["builds_fleets"]:
            assert area["cities"], key
            assert area["port_to"] or area["special"] == "lormyr_river", key


# --- what is documented about the printed board ---------------------------------------------------------------------

NORTH = {"Ilmiora", "Vilmir", "Eshmir", "Nadsokor", "Bakshaan"}
SOUTH = {"Pikarayd", "Argimiliar", "Filkhar", "Lormyr"}
WEST = {"Shazaar", "Jharkor", "Dharijor", "Tarkesh"}
ISLES = {"Melnibone", "Pan Tang", "Isle of Purple Towns"}
WILD = {
    "north": ("Weeping Waste", "Sighing Desert", "Org", "Troos", "Tanelorn", "Mordaga"),
    "south": ("Oin", "Yu", "Kaneloon", "Dorel", "Dhoz-Kam"),
    "west": ("Silent Lands", "Marshes of Mist", "Myrrhyn", "Xanyaw", "Nihrain"),
    "jungle": ("R'lin K'ren A'a",),
}
SYMBOLS = {
    "tanelorn", "mordagas_castle", "troos", "dhoz_kam", "kaneloon", "dorel_central", "xanyaw", "nihrain", "silent_lands",
    "rlin_kren_aa", "sorcerers_isle", "ashaneloon", "unholy_fortress",
}  # fmt: skip


@pytest.mark.parametrize(("continent", "nations"), [("north", NORTH), ("south", SOUTH), ("west", WEST), (None, ISLES)])
def test_civilised_nations_lie_where_both_books_put_them(continent: str | None, nations: Iterable[str]) -> None:
    for nation in nations:
        assert of(nation), nation
        assert {AREAS[k]["continent"] for k in of(nation)} == {continent}
        assert not any(AREAS[k]["wilderness"] for k in of(nation))
        assert sum(c["capital"] for k in of(nation) for c in AREAS[k]["cities"]) == 1, nation


@pytest.mark.parametrize("continent", sorted(WILD))
def test_wilderness_lies_where_both_books_put_it(continent: str) -> None:
    for name in WILD[continent]:
        parts = [a for a in AREAS.values() if name in a["name"] and a["kind"] == "land"]
        assert parts, name
        assert all(a["wilderness"] and a["continent"] == continent for a in parts), name


def test_islands_are_islands() -> None:
    for key in ("melnibone", "pan_tang", "sorcerers_isle", "ashaneloon", "unholy_fortress"):
        assert all(is_sea(k) for k in beside(key)), key
    for key in ("sorcerers_isle", "ashaneloon", "unholy_fortress"):
        assert AREAS[key]["wilderness"]


def test_spell_places_and_their_editions() -> None:
    assert {k for k, a in AREAS.items() if a["spell_symbol"]} == SYMBOLS
    assert {k for k, a in AREAS.items() if a["spell_symbol_edition"]} == {"rlin_kren_aa"}
    assert AREAS["rlin_kren_aa"]["spell_symbol_edition"] == "avalon-hill"


def test_special_places_carry_the_slugs_the_rules_ask_for() -> None:
    by_slug: dict[str, set[str]] = {}
    for key, area in AREAS.items():
        if area["special"]:
            by_slug.setdefault(area["special"], set()).add(key)
    waste = {k for k, a in AREAS.items() if "Weeping Waste" in a["name"]}
    assert by_slug == {
        "boiling_sea": {"boiling_sea"}, "serpents_teeth": {"serpents_teeth"}, "straits_of_chaos": {"straits_of_chaos"},
        "imrryr": {"melnibone"}, "sword": {"ashaneloon", "unholy_fortress"}, "olab": {"rlin_kren_aa"},
        "flamebringers": waste, "kaneloon": {"kaneloon"}, "mordaga": {"mordagas_castle"}, "lormyr_river": {"lormyr_iosaz"},
    }  # fmt: skip
    assert len(waste) >= 2


def test_the_five_named_seas_are_there() -> None:
    assert {"straits_of_chaos", "serpents_teeth", "boiling_sea", "straits_of_vilmir"} <= set(AREAS)
    assert any("Dragon Sea" in a["name"] for a in AREAS.values())
    assert [k for k in AREAS if is_sea(k) and AREAS[k]["wilderness"]] == ["straits_of_chaos"]


def test_all_cities_of_civilised_nations_are_walled_but_nadsokor() -> None:
    for key, area in AREAS.items():
        if area["wilderness"]:
            assert not any(c["capital"] for c in area["cities"]), key
            continue
        for city in area["cities"]:
            assert city["walled"] == (area["nation"] != "Nadsokor"), city


def test_lormyr_builds_fleets_inland_and_sails_them_down_to_two_ports() -> None:
    assert AREAS["lormyr_iosaz"]["cities"][0]["capital"]
    assert not AREAS["lormyr_iosaz"]["port_to"]
    assert not any(is_sea(k) for k in beside("lormyr_iosaz"))
    assert [k for k in of("Lormyr") if AREAS[k]["port_to"]] == ["lormyr_trepasaz", "lormyr_ramasaz"]
    inland = [
        k
        for k, a in AREAS.items()
        if not a["port_to"] and a["builds_fleets"] and any(c["capital"] for c in a["cities"])
    ]
    assert inland == ["lormyr_iosaz"]
    road = walk("lormyr_stagasaz", lambda k: AREAS[k]["nation"] == "Lormyr")
    assert road["lormyr_ramasaz"] == 2  # the march of the example in Chaosium [6.0]


@pytest.mark.parametrize(
    ("port", "capital"),
    [("shazaar_aflitain", "Aflitain"), ("vilmir_jadmar", "Jadmar"), ("pan_tang", "Hwamgaarl"), ("melnibone", "Imrryr")],
)
def test_capitals_of_the_examples(port: str, capital: str) -> None:
    city = AREAS[port]["cities"][0]
    assert (city["name"], city["capital"]) == (capital, True)
    assert AREAS[port]["port_to"]


def test_ilmiora_can_march_on_jadmar() -> None:
    def ours(key: str) -> bool:
        return is_land(key) and AREAS[key]["nation"] in {"Ilmiora", "Nadsokor", "Vilmir"}

    assert "vilmir_jadmar" in walk("ilmiora_rignariom", ours)


def test_ashaneloon_is_reached_through_the_boiling_sea_alone() -> None:
    assert beside("ashaneloon") == {"boiling_sea"}


def test_dorel_touches_what_the_answer_to_a_player_says() -> None:
    dorel = ("dorel_east", "dorel_central", "dorel_west")
    assert "pikarayd_south" in beside("dorel_east") & beside("dorel_central")
    assert "argimiliar_kiirleem" in beside("dorel_central")
    assert "argimiliar_kiirleem" not in beside("dorel_east")
    assert AREAS["argimiliar_kiirleem"]["cities"][0]["name"] == "K'iirleem"
    middle = {k: SHAPES[k].centroid for k in (*dorel, *of("Pikarayd"))}
    assert max(dorel, key=lambda k: middle[k].x) == "dorel_east"
    assert min(of("Pikarayd"), key=lambda k: middle[k].y) == "pikarayd_south"


def test_mordagas_castle_is_in_the_desert_where_the_flame_bringers_can_find_it() -> None:
    assert beside("mordagas_castle") & {"sighing_desert_east", "sighing_desert_west", "tanelorn"}
    assert any(AREAS[k]["special"] == "flamebringers" for k in beside("mordagas_castle"))
    assert "Sighing" in " ".join(AREAS[k]["name"] for k in beside("mordagas_castle"))


def test_two_ranges_block_with_narrow_gaps() -> None:
    ranges = {k for k in AREAS if kind(k) == "mountain"}
    assert {k for k in ranges if AREAS[k]["continent"] == "west"} == {"mt_xanyaw", "mt_myrrhyn"}
    assert {k for k in ranges if AREAS[k]["continent"] == "north"} == {"mt_sighing_west", "mt_sighing_east"}
    assert all("xanyaw" in beside(k) for k in ("mt_xanyaw", "mt_myrrhyn"))
    desert = {"sighing_desert_west", "tanelorn", "sighing_desert_east", "mordagas_castle"}
    gaps = {e for e in EDGES if len(e & desert) == 1 and all(is_land(k) for k in e)}
    assert 2 <= len(gaps) <= 4
    for gap in gaps:
        a, b = sorted(gap)
        whole = SHAPES[a].boundary.length
        assert SHAPES[a].intersection(SHAPES[b]).length < whole * 0.5, gap
    out_of_the_vale = {k for k in beside("xanyaw") if is_land(k)}
    assert out_of_the_vale
    assert {"shazaar_south", "silent_lands", "jharkor_west", "jharkor_sequa"}.isdisjoint(out_of_the_vale)


def test_province_lines_never_run_through_mountains_and_forests_never_block() -> None:
    assert all(not AREAS[k]["nation"] and not AREAS[k]["cities"] for k in AREAS if kind(k) == "mountain")
    assert any(is_land(k) for k in beside("troos"))


def test_some_provinces_hold_two_cities() -> None:
    assert any(len(a["cities"]) == 2 for a in AREAS.values())


# --- what makes it a good board to play on --------------------------------------------------------------------------


def test_there_are_seas_enough_to_make_distance_count() -> None:
    assert sum(is_sea(k) for k in AREAS) >= 28
    assert all(any(is_land(n) for n in beside(k)) for k in AREAS if is_sea(k))


def test_a_fleet_needs_two_turns_from_tarkesh_to_pikarayd() -> None:
    starts = [s for k in of("Tarkesh") for s in AREAS[k]["port_to"]]
    ends = [s for k in of("Pikarayd") for s in AREAS[k]["port_to"]]
    entered = min(
        walk(a, is_sea)[b] + 1 for a in starts for b in ends
    )  # seas entered, the first off the port among them
    assert entered > 6
    assert entered <= 12


def test_every_nation_can_be_reached_and_every_fleet_has_a_port() -> None:
    reached = walk("tarkesh_hornus", lambda k: kind(k) != "mountain")
    assert all(k in reached for k in AREAS if kind(k) != "mountain")
    fleets = {
        "Argimiliar", "Bakshaan", "Dharijor", "Filkhar", "Ilmiora", "Isle of Purple Towns", "Jharkor", "Lormyr",
        "Melnibone", "Pan Tang", "Pikarayd", "Shazaar", "Tarkesh", "Vilmir",
    }  # fmt: skip
    for nation in fleets:
        assert any(AREAS[k]["port_to"] and AREAS[k]["builds_fleets"] for k in of(nation)), nation
    for nation in {a["nation"] for a in AREAS.values() if a["nation"]}:
        home = set(of(nation))
        assert home <= set(walk(min(home), lambda k, home=home: k in home)), nation  # type: ignore[misc]


@pytest.mark.parametrize(
    ("strait", "here", "there"),
    [
        ("straits_of_chaos", "jharkor_gulf", "shazaar_gulf"),
        ("straits_of_vilmir", "dragon_sea_east", "hrolmar_bay"),
        ("serpents_teeth", "shazaar_gulf", "boiling_sea"),
    ],
)
def test_straits_matter(strait: str, here: str, there: str) -> None:
    short = walk(here, is_sea)[there]
    long = walk(here, lambda k: is_sea(k) and k != strait)[there]
    assert long > short


def test_no_sea_is_a_trap_for_those_who_shun_danger() -> None:
    perils = {"boiling_sea", "serpents_teeth", "straits_of_chaos"}
    safe = walk("pale_sea", lambda k: is_sea(k) and k not in perils)
    assert {k for k in AREAS if is_sea(k)} - perils == set(safe)


# --- the map maker itself -------------------------------------------------------------------------------------------


def _toy(folder: Path) -> None:
    """A made-up board: two lands and a desert round a strait, no sketch."""
    spots = {
        "west": ("land", [90, 150]), "east": ("land", [310, 90]), "waste": ("land", [310, 220]),
        "bay": ("sea", [200, 60]), "strait": ("sea", [200, 240]),
    }  # fmt: skip
    areas = [
        {
            "id": key, "name": key.title(), "kind": what, "nation": None if what == "sea" or key == "waste" else key.title(),
            "wilderness": key == "waste", "port_to": ["bay"] if key == "west" else [], "builds_fleets": key == "west",
            "cities": [{"name": "Port", "capital": True, "walled": True}] if key == "west" else [],
            "spell_symbol": key == "waste", "spell_symbol_edition": None, "special": None, "note": None,
            "continent": None, "xy": xy, "confidence": "low", "source": "test",
        }
        for key, (what, xy) in spots.items()
    ]  # fmt: skip
    edges = [
        ["west", "bay"],
        ["west", "strait"],
        ["east", "bay"],
        ["bay", "strait"],
        ["waste", "strait"],
        ["east", "waste"],
    ]
    board = {"meta": {"plane": [400, 300]}, "areas": areas, "edges": [*edges, ["east", "strait"]]}
    (folder / "board.json").write_text(json.dumps(board), encoding="utf-8")
    (folder / "fonts").mkdir()
    for font in (MAPS / "fonts").iterdir():
        (folder / "fonts" / font.name).write_bytes(font.read_bytes())


def test_another_board_can_be_drawn_and_comes_out_the_same_twice(tmp_path: Path) -> None:
    from cartography.__main__ import main

    made = []
    for turn in ("one", "two"):
        folder = tmp_path / turn
        folder.mkdir()
        _toy(folder)
        assert main(["--maps", str(folder), "--seed", "1", "--search", "6", "--only", "young-kingdoms"]) == 0
        names = ("areas.geojson", "background.svg", "background-dark.svg")
        made.append([(folder / name).read_bytes() for name in names])
    assert made[0] == made[1]
    drawn = {f["id"]: shape(f["geometry"]) for f in json.loads(made[0][0])["features"]}
    meet = {
        frozenset((a, b)) for a, b in itertools.combinations(drawn, 2) if drawn[a].intersection(drawn[b]).length > 0
    }
    assert meet == {frozenset(e) for e in json.loads((tmp_path / "one" / "board.json").read_text())["edges"]}


def test_a_board_that_names_an_unknown_area_is_refused_in_words(tmp_path: Path) -> None:
    from cartography.source import read_board

    _toy(tmp_path)
    raw = json.loads((tmp_path / "board.json").read_text(encoding="utf-8"))
    raw["edges"].append(["west", "atlantis"])
    (tmp_path / "board.json").write_text(json.dumps(raw), encoding="utf-8")
    with pytest.raises(ValueError, match="atlantis"):
        read_board(tmp_path / "board.json")


def test_the_proof_sees_a_false_contact(tmp_path: Path) -> None:
    from cartography.output import read_shapes
    from cartography.proof import faults
    from cartography.source import read_board

    board = read_board(MAPS / "board.json")
    shapes = read_shapes(MAPS / "areas.geojson", board)
    assert faults(board, shapes) == []
    cut = [list(e) for e in BOARD["edges"] if e != ["ashaneloon", "boiling_sea"]]
    wrong = tmp_path / "board.json"
    wrong.write_text(json.dumps(BOARD | {"edges": [*cut, ["ashaneloon", "melnibone"]]}), encoding="utf-8")
    told = " / ".join(faults(read_board(wrong), shapes))
    assert "the rules join melnibone and ashaneloon, the map does not" in told
    assert "the map joins ashaneloon and boiling_sea" in told
