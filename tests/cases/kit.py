"""What the numbered cases share: building a position, playing lines of notation, and expecting a refusal."""

from __future__ import annotations

from typing import Any

import elric
from elric.young_kingdoms.components import law, spells

EDITIONS = ("chaosium", "avalon-hill")
FIELD = "shazaar_plains"
NATIONS = {"jharkor": 0, "shazaar": 0, "tarkesh": 0, "pan-tang": 1, "dharijor": 1}
DHAKOS, SEQUA, THOKORA, WEST_JHARKOR = "jharkor_dhakos", "jharkor_sequa", "jharkor_thokora", "jharkor_west"


def dice(*faces: int) -> list[int]:
    """Die faces 1-6 as results of chance."""
    return [f - 1 for f in faces]


def cite(rules: str, chaosium: str, avalon_hill: str) -> str:
    """The clause number of the edition played."""
    return chaosium if rules.startswith("chaosium") else avalon_hill


def draw(*names: str, gone: tuple[str, ...] = ()) -> list[int]:
    """Results of chance that draw these spells in turn from a container that has all but those gone."""
    return [card(name, *names[:k], *gone) for k, name in enumerate(names)]


def card(name: str, *gone: str) -> int:
    """The place of one spell in a container from which others have been taken: it is drawn by index."""
    i = spells.INDEX[name]
    return i - sum(spells.INDEX[x] < i for x in gone)


def at(rules: str = "avalon-hill", script: list[int] | None = None, seed: int = 0, **spec: Any) -> elric.Game:
    """A game from a position; see elric.young_kingdoms.position for the keys."""
    return elric.Game.at(
        {"scenario": "successor", "rules": rules, **spec}, seed=seed, script=script or [], leaderless=True
    )


def caller(
    rules: str, area: str, spell: str, script: list[int] | None = None, who: str = "yishana", **more: Any
) -> elric.Game:
    """A personality, Yishana if nobody else is named, stands somewhere with one spell in the Muster phase."""
    units = {area: [who]}
    for k, v in more.pop("units", {}).items():
        units.setdefault(k, []).extend(v)
    nations = {"jharkor": 0, "pan-tang": 1, **more.pop("nations", {})}
    return at(rules, script, nations=nations, units=units, hands={who: [spell]}, phase="muster", **more)


def play(g: elric.Game, *lines: str) -> elric.Game:
    """Push actions; several may stand in one line, parted by semicolons."""
    for line in lines:
        for text in line.split(";"):
            if text.strip():
                g.push(text.strip())
    return g


def texts(g: elric.Game) -> set[str]:
    """The legal actions as text."""
    return {str(a) for a in g.legal_actions()}


def allowed(g: elric.Game, text: str) -> None:
    """The action is legal, by verdict and in the list."""
    said = g.verdict(elric.parse_action(text))
    assert said.ok, f"{text} was refused: {said}"
    assert text in texts(g), f"{text} is legal but not offered"


def refused(g: elric.Game, text: str, clause: str) -> elric.Verdict:
    """The action is refused, citing this clause of the edition played, with words and a way to mend it."""
    said = g.verdict(elric.parse_action(text))
    assert not said.ok, f"{text} was allowed"
    assert text not in texts(g)
    cited = [g.cite(r.clause) for r in said.reasons]
    assert clause in cited, f"{text} was refused with {cited}, not {clause}: {said}"
    assert all(r.words for r in said.reasons)
    for r in said.reasons:
        law.cite(r.clause, g.rules.edition)
    return said


def where(g: elric.Game, unit: str) -> str | None:
    """The area a piece stands in, None when it is off the board."""
    u = g.view()["units"].get(unit)
    return u["at"] if u else None


def told(g: elric.Game, kind: str) -> list[dict[str, Any]]:
    """Events of one kind, with nothing hidden."""
    return [e for e in g.events if e["kind"] == kind]


def armies(g: elric.Game, nation: str, area: str | None = None) -> int:
    """How many armies of a nation are on the board, or in one area."""
    return sum(
        u["kind"] == "army" and u["nation"] == nation and area in (None, u["at"]) for u in g.view()["units"].values()
    )


def balance(g: elric.Game) -> int:
    """The Balance marker, Law negative."""
    return int(g.view()["balance"]["at"])


def eve(rules: str, mine: list[str], theirs: list[str], script: list[int] | None = None, **more: Any) -> elric.Game:
    """The Magic phase before a battle in the open."""
    more.setdefault("phase", "magic")
    return at(rules, script, nations=NATIONS, units={FIELD: [*mine, *theirs]}, **more)


def conjures(g: elric.Game, who: str, *first: str, area: str = FIELD) -> elric.Game:
    """After what is laid first the attacker goes into battle, and a conjurer of his draws a spell there."""
    play(g, *first)
    while g.step == "magic":
        play(g, "done")
    play(g, f"fight {area}", f"conjure {who}", "ready")
    return play(g, "ready") if g.step == "withhold" else g


def find(rules: str, spell: str, script: list[int] | None = None, who: str = "yishana", **more: Any) -> elric.Game:
    """A personality searches Xanyaw, where a spell lies, and finds it with a 5; `script` is what chance gives then."""
    units = {"xanyaw": [who], "pan_tang": ["jagreen-lern"]}
    for k, v in more.pop("units", {}).items():
        units.setdefault(k, []).extend(v)
    g = at(
        rules,
        [*dice(5), *(script or [])],
        nations={"jharkor": 0, "pan-tang": 1, **more.pop("nations", {})},
        units=units,
        hidden={"xanyaw": [spell]},
        phase="search",
        **more,
    )
    play(g, "search xanyaw magic")
    return g


def hand(g: elric.Game, unit: str) -> list[str]:
    """The spells a personality of the first seat holds."""
    return list(g.view(0)["hands"].get(unit, []))


def begun(scenario: str, rules: str, seed: int = 0, pick: int = 0) -> elric.Game:
    """A game set up; whoever may choose takes the first side offered (or the last, with pick -1)."""
    g = elric.new_game(scenario, rules, seed=seed)
    while g.turn == 0:
        g.push(g.legal_actions()[pick])
    return g


def go_on(g: elric.Game) -> elric.Game:
    """Pass until the game is over."""
    while g.outcome is None:
        g.push(next((a for a in ("done", "end") if a in texts(g)), sorted(texts(g))[0]))
    return g


def control(g: elric.Game, area: str) -> int | None:
    """Who holds the city of an area, None for nobody."""
    seat = g.view()["areas"][area]["control"]
    return None if seat is None else int(seat)


def held(rules: str, script: list[int] | None = None, *more: str, **rest: Any) -> elric.Game:
    """Elric stands with Yishana (5), and with whoever else is named, in Jharkor's west."""
    area = rest.pop("area", SEQUA)
    units = {area: ["elric", "yishana", *more], "pan_tang": ["jagreen-lern"]}
    for k, v in rest.pop("units", {}).items():
        units.setdefault(k, []).extend(v)
    return at(
        rules,
        script,
        nations={"jharkor": 0, "pan-tang": 1, **rest.pop("nations", {})},
        units=units,
        owners={"elric": 0, **rest.pop("owners", {})},
        met_elric=True,
        **rest,
    )


def owner(g: elric.Game, unit: str) -> int | None:
    """Who commands a piece, None for nobody."""
    return g.view()["units"][unit]["owner"]


def lying(g: elric.Game, area: str) -> list[str]:
    """The spells that lie face up in an area."""
    return list(g.view()["areas"].get(area, {}).get("face_up", []))


def coast(rules: str = "avalon-hill", **more: Any) -> elric.Game:
    """Seat 0 with Jharkor in Dhakos and its fleets in port, seat 1 in Pan Tang's far waters."""
    spec: dict[str, Any] = {
        "nations": {"jharkor": 0, "tarkesh": 0, "pan-tang": 1},
        "units": {
            DHAKOS: ["yishana", "dharmit", "jharkor-wizard", "jharkor-army*4", "jharkor-fleet-1", "jharkor-fleet-2"],
            "pan_tang": ["jagreen-lern", "pan-tang-army*2"],
            "tarkesh_hornus": ["hilran"],
        },
        "met_elric": True,
    }
    spec.update(more)
    return at(rules, **spec)


def spent(g: elric.Game, unit: str) -> int:
    """Movement points a piece has used this turn."""
    return int(g.view()["units"][unit]["spent"])
