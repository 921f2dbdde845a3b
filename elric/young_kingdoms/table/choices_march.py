"""Movement and search as controls and lit areas."""

from __future__ import annotations

from collections.abc import Mapping

from elric.widgets.choice import Choice
from elric.widgets.map import piles
from elric.widgets.markup import Markup, html, join
from elric.widgets.panels.controls import act
from elric.young_kingdoms.components import pieces, spells, words
from elric.young_kingdoms.components.board import BOARD, SEA
from elric.young_kingdoms.components.notation import Action
from elric.young_kingdoms.components.pieces import ARMY, ARTIFACT, FLEET, HERO, KIND
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.table.cards import unit_button
from elric.young_kingdoms.table.choice_kit import View, ids, legal_by_verb, row
from elric.young_kingdoms.teaching import ways
from elric.young_kingdoms.teaching.phrases import phrase


def movement(g: Game, view: View, selected: str | None, hand_open: bool) -> Choice:
    c = Choice()
    units = view["units"]
    verbs = legal_by_verb(g)
    leads = [a.args[0] for a in verbs.get("lead", ())]

    def stands(u: int) -> str:
        return str(units[pieces.IDS[u]]["at"])

    for u in leads:
        c.marks[stands(u)] = "ready"
    parts = []
    if selected is not None:
        at = BOARD.index[selected]
        rows = []
        for u in sorted((u for u in leads if stands(u) == selected), key=lambda u: (-pieces.FIGHT[u], u)):
            unit = units[pieces.IDS[u]]
            left = pieces.LAND_MOVES - unit["spent"]
            note = (
                "aboard ship" if unit["aboard"] else f"{words.points(left)} left" if unit["spent"] else "ready to move"
            )
            rows.append(
                unit_button(
                    view, pieces.IDS[u], html('data-do="lead" data-value="{}"', pieces.IDS[u]), f"take up · {note}"
                )
            )
        if rows:
            parts.append(html('<h4>Who leads from {}?</h4><ul class="stack">{}</ul>', words.area(at), join(rows)))
        marches = [a for a in verbs.get("march", ()) if stands(a.args[0]) == selected]
        if marches and not rows:
            for a in marches:
                area = ids(a.args[1])
                c.areas[area] = (str(a),)
                c.marks[area] = "reach"
                c.badges[area] = "1"
            parts.append(
                html(
                    "<p>The armies in {} have no leader. Each may go one province inside its own country: click a lit one."
                    "</p>",
                    words.area(at),
                )
            )
        homes = [a for a in verbs.get("home", ()) if stands(a.args[0]) == selected]
        for a in homes:
            parts.append(act(str(a), f"Send {words.unit(a.args[0])} home", kind="small"))
    if not parts:
        waiting = sorted({BOARD.index[stands(u)] for u in leads}, key=lambda a: BOARD.names[a])
        rows = [
            html(
                '<button class="btn small" data-do="area" data-value="{}" data-look="{}" data-key="go-{}">{}</button>',
                ids(a),
                ids(a),
                ids(a),
                BOARD.names[a],
            )
            for a in waiting
        ]
        if rows:
            parts.append(html('<h4>Ready to move from</h4><div class="btns">{}</div>', join(rows)))
    if parts:
        c.html = html('<div class="card">{}</div>', join(parts))
    c.foot = [act("end", "End movement", kind="primary", hotkey="e")]
    return c


def stack(g: Game, view: View, selected: str | None, hand_open: bool) -> Choice:
    c = Choice()
    units, asks = view["units"], view["asks"]
    leader = units[asks["leader"]]
    here = BOARD.index[leader["at"]]
    verbs = legal_by_verb(g)
    c.marks[ids(here)] = "from"
    for r in ways.within_reach(g).values():
        area = ids(r.area)
        c.areas[area] = tuple(str(a) for a in r.actions)
        c.marks[area] = "fight" if r.attack else "reach risk" if r.risk else "reach"
        c.badges[area] = f"×{r.cost}" if r.attack else f"{r.cost}!" if r.risk else str(r.cost)
    left = asks["points"]
    moving = [pieces.INDEX[key] for key in view["moving"]]
    strength = sum(pieces.FIGHT[u] for u in moving if KIND[u] in (HERO, ARMY))
    parts = [
        (
            html(
                "<p>In <b>{}</b> · combat value <b>{}</b> · <b>{}</b> movement point{} left</p>",
                words.area(here),
                strength,
                max(0, left),
                "" if left == 1 else "s",
            )
        )
    ]
    parts.append(html('<ul class="stack">{}</ul>', join(_members(g, view, verbs))))
    along = _others(g, view, verbs)
    if along:
        parts.append(html('<h4>Also here</h4><ul class="stack">{}</ul>', join(along)))
    aboard = sum(KIND[u] == ARMY for u in moving)
    buttons = [
        act(str(a), f"Board {words.unit(a.args[0])}", kind="small", small=_ship(view, pieces.IDS[a.args[0]], aboard))
        for a in verbs.get("board", ())
    ]
    off = "Leave the ship" if BOARD.kind[here] == SEA else "Go ashore"
    buttons += [act(str(a), off, kind="small") for a in verbs.get("ashore", ())]
    offered = {r[-1] for r in c.areas.values()}
    buttons += [
        act(str(a), f"Attack {_neutral(view, a.args[0])}{BOARD.names[a.args[0]]}", kind="small")
        for a in verbs.get("attack", ())
        if str(a) not in offered
    ]
    buttons += [act(str(a), f"Win Elric in {words.area(a.args[0])}", kind="small") for a in verbs.get("sway", ())]
    boards = {str(a) for a in verbs.get("board", ())}
    for x in asks["rooms"]:
        here_too = units[x]["at"] == leader["at"] and x not in view["moving"]
        if here_too and f"board {x}" not in boards and not leader["aboard"]:
            label = f"Board {words.unit(pieces.INDEX[x])}"
            buttons.append(act(f"board {x}", label, kind="small", legal=False, small=_ship(view, x)))
    if buttons:
        parts.append(html('<div class="btns">{}</div>', join(buttons)))
    flights = verbs.get("fly", ())
    if flights:
        options = join(
            html('<option value="{}">{} ({})</option>', a, BOARD.names[a.args[1]], spells.NAMES[a.args[0]])
            for a in flights
        )
        parts.append(
            html(
                '<label class="field">Fly by magic to <select data-do="play" data-key="fly"><option value="">choose'
                "</option>{}</select></label>",
                options,
            )
        )
    if c.areas:
        parts.append(_places(c))
    if any("risk" in m for m in c.marks.values()):
        parts.append(
            html(
                '<p class="quiet-words">× is an attack. “!” means danger on the way: a random attack, or water that '
                "swallows ships.</p>"
            )
        )
    c.html = html('<div class="card">{}</div>', join(parts))
    c.foot = [act("halt", "Halt here", kind="primary", hotkey="h")]
    return c


def _places(c: Choice) -> Markup:
    """The lit areas as a list, for those who would rather not aim at the map: attacks first, then by cost."""
    order = sorted(
        c.areas, key=lambda a: (not c.marks[a].startswith("fight"), c.badges[a], BOARD.names[BOARD.index[a]])
    )
    rows = join(
        html(
            '<button class="btn small{}" data-do="area" data-value="{a}" data-look="{a}" data-key="to-{a}"><span>{}'
            "</span> <small>{}</small></button>",
            " danger" if c.marks[a].startswith("fight") else "",
            BOARD.names[BOARD.index[a]],
            c.badges[a],
            a=a,
        )
        for a in order
    )
    return html(
        '<details data-key="places"><summary>Where it can go, as a list</summary><div class="btns">{}</div></details>',
        rows,
    )


def _ship(view: View, ship: str, armies: int = 0) -> str:
    room = view["asks"]["rooms"][ship]
    sinks = ", sinks with this stack" if armies > room else ""
    return f"sails {view['units'][ship]['move']}, room for {room}{sinks}"


def _neutral(view: View, area: int) -> str:
    return "neutral " if view["areas"].get(BOARD.ids[area], {}).get("control", 0) is None else ""


def _members(g: Game, view: View, verbs: Mapping[str, list[Action]]) -> list[Markup]:
    moving = [pieces.INDEX[key] for key in view["moving"]]
    leader = pieces.INDEX[view["asks"]["leader"]]
    drops = {a.args[0]: a for a in verbs.get("drop", ())}
    rows = [row(view, pieces.IDS[leader], "leads the stack")]
    groups: dict[int, list[int]] = {}
    for u in moving:
        if u == leader or KIND[u] == ARTIFACT:
            continue
        if KIND[u] == ARMY:
            groups.setdefault(pieces.NATION[u], []).append(u)
        elif u in drops:
            rows.append(unit_button(view, pieces.IDS[u], html('data-act="{}"', drops[u]), "comes along · leave behind"))
        else:
            rows.append(row(view, pieces.IDS[u], "carries the stack" if KIND[u] == FLEET else "comes along"))
    for n, armies in groups.items():
        can = next((u for u in armies if u in drops), None)
        name = piles.several(len(armies), f"army of {words.nation(n)}")
        if can is None:
            rows.append(row(view, pieces.IDS[armies[0]], "come along", name))
        else:
            rows.append(
                unit_button(
                    view,
                    pieces.IDS[armies[0]],
                    html('data-act="{}"', drops[can]),
                    "come along · leave one behind",
                    name,
                )
            )
    return rows


def _others(g: Game, view: View, verbs: Mapping[str, list[Action]]) -> list[Markup]:
    rows = []
    units = view["units"]
    by_nation: dict[int, list[Action]] = {}
    for a in verbs.get("join", ()):
        u = a.args[0]
        if KIND[u] == ARMY:
            by_nation.setdefault(pieces.NATION[u], []).append(a)
        else:
            rows.append(unit_button(view, pieces.IDS[u], html('data-act="{}"', a), "take along"))
    for n, joins in by_nation.items():
        first = units[pieces.IDS[joins[0].args[0]]]
        alike = [x for x, unit in units.items() if unit["kind"] == "army" and unit["nation"] == first["nation"]]
        here = [x for x in alike if units[x]["at"] == first["at"] and units[x]["owner"] == view["player"]]
        many = sum(x not in view["moving"] for x in here)
        name = piles.several(many, f"army of {words.nation(n)}")
        rows.append(
            unit_button(view, pieces.IDS[joins[0].args[0]], html('data-act="{}"', joins[0]), "take one along", name)
        )
    return rows


def search(g: Game, view: View, selected: str | None, hand_open: bool) -> Choice:
    c = Choice()
    rows = []
    for a in g.legal_actions():
        if a.verb == "search":
            area = a.args[0]
            c.marks[ids(area)] = "reach"
            c.areas.setdefault(ids(area), (str(a),))
            need = view["asks"]["needs"][str(a)]
            rows.append(act(str(a), phrase(a), kind="wide", small=f"needs {need} or more"))
        elif a.verb == "hunt":
            c.marks[ids(a.args[0])] = "fight"
            c.areas[ids(a.args[0])] = (str(a),)
            rows.append(act(str(a), phrase(a), kind="wide primary"))
    if rows:
        c.html = html('<div class="card"><div class="btns column">{}</div></div>', join(rows))
    c.foot = [act("end", "No more searching", kind="primary", hotkey="e")]
    return c
