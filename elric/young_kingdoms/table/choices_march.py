"""Movement and search as controls and lit areas."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from elric.widgets.choice import Choice
from elric.widgets.map import piles
from elric.widgets.markup import NOTHING, Markup, html, join
from elric.widgets.panels.controls import act
from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.components.board import BOARD, SEA
from elric.young_kingdoms.components.notation import Action
from elric.young_kingdoms.components.pieces import ARMY, ARTIFACT, FLEET, HERO, KIND
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.planning import ways
from elric.young_kingdoms.position import words
from elric.young_kingdoms.table import counters, flights
from elric.young_kingdoms.table.cards import unit_button
from elric.young_kingdoms.table.choice_kit import View, area_id, legal_by_verb, row
from elric.young_kingdoms.teaching.phrases import phrase


def movement(g: Game, view: View, selected: str | None, hand_open: bool) -> Choice:
    c = Choice()
    units = view["units"]
    verbs = legal_by_verb(g)
    leads = [a.args[0] for a in verbs.get("lead", ())]

    def stands(u: int) -> str:
        return str(units[pieces.IDS[u]]["at"])

    # where an attack has begun one may be taken up, to leave somebody behind, but nobody goes on
    ready = {stands(u) for u in leads if not view["areas"].get(stands(u), {}).get("attacked")}
    c.marks.update(dict.fromkeys(ready, "ready"))
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
                area = area_id(a.args[1])
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
        waiting = sorted((BOARD.index[key] for key in ready), key=lambda a: BOARD.names[a])
        rows = [
            html(
                '<button class="btn small" data-do="area" data-value="{}" data-look="{}" data-key="go-{}">{}</button>',
                area_id(a),
                area_id(a),
                area_id(a),
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
    c.marks[area_id(here)] = "from"
    for r in ways.within_reach(g, hand_open).values():
        area = area_id(r.area)
        c.areas[area] = tuple(str(a) for a in r.actions)
        c.marks[area] = "fight" if r.attack else "reach risk" if r.risk else "reach"
        c.badges[area] = f"×{r.cost}" if r.attack else f"{r.cost}!" if r.risk else str(r.cost)
    left = asks["points"]
    moving = [pieces.INDEX[key] for key in view["moving"]]
    strength = sum(pieces.FIGHT[u] for u in moving if KIND[u] in (HERO, ARMY))
    parts = [
        (
            html(
                "<p><b>{}</b> · combat value <b>{}</b> · <b>{}</b> movement point{} left</p>",
                words.cap(words.inside(here)),
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
    buttons = _ships(view, moving, verbs)
    off = "Leave the ship" if BOARD.kind[here] == SEA else "Go ashore"
    buttons += [act(str(a), off, kind="small") for a in verbs.get("ashore", ())]
    offered = {r[-1] for r in c.areas.values()}
    buttons += [
        act(str(a), f"Attack {_neutral(view, a.args[0])}{BOARD.names[a.args[0]]}", kind="small")
        for a in verbs.get("attack", ())
        if str(a) not in offered
    ]
    buttons += [act(str(a), f"Win Elric {words.inside(a.args[0])}", kind="small") for a in verbs.get("sway", ())]
    if buttons:
        parts.append(html('<div class="btns">{}</div>', join(buttons)))
    parts.append(flights.offers(view, verbs.get("fly", []), hand_open))
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


def _ships(view: View, moving: Sequence[int], verbs: Mapping[str, list[Action]]) -> list[Markup]:
    """The ships that the stack could board, in an order of their own, whether it can board them now or not."""
    units, leader = view["units"], view["units"][view["asks"]["leader"]]
    armies = sum(KIND[u] == ARMY for u in moving)
    legal = {pieces.IDS[a.args[0]] for a in verbs.get("board", ())}
    rows = []
    for x in sorted(view["asks"]["rooms"], key=pieces.INDEX.__getitem__):
        here_too = units[x]["at"] == leader["at"] and x not in view["moving"] and not leader["aboard"]
        if x in legal or here_too:
            label = f"Board {words.unit(pieces.INDEX[x])}"
            rows.append(
                act(f"board {x}", label, kind="small", legal=x in legal, small=_ship(view, x, armies, x in legal))
            )
    return rows


def _ship(view: View, ship: str, armies: int, can: bool) -> str:
    room = view["asks"]["rooms"][ship]
    sinks = ", sinks with this stack" if can and armies > room else ""
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
        able = _each(g, "drop", armies) if any(u in drops for u in armies) else []
        rows.append(_count(view, n, armies, able, _each(g, "join", [u for u in _idle(view, n) if u not in moving])))
    return rows


def _each(g: Game, verb: str, armies: Sequence[int]) -> list[Action]:
    """An action for each of these armies that it is allowed for: of those that are alike the rules list only one."""
    return [a for u in armies if g.verdict(a := Action(verb, (u,)))]


def _idle(view: View, n: int) -> list[int]:
    """The armies of a nation that stand where the stack stands and belong to whoever moves it."""
    units = view["units"]
    at = units[view["asks"]["leader"]]["at"]
    mine = (u for u in pieces.NATIONS[n].pieces if KIND[u] == ARMY and pieces.IDS[u] in units)
    return [u for u in mine if units[pieces.IDS[u]]["at"] == at and units[pieces.IDS[u]]["owner"] == view["player"]]


def _count(view: View, n: int, armies: Sequence[int], drops: Sequence[Action], joins: Sequence[Action]) -> Markup:
    """The armies of a nation in the stack, and how many of them are to come along: any number is one click."""
    now, least, most = len(armies), len(armies) - len(drops), len(armies) + len(joins)
    first = pieces.IDS[armies[0]] if armies else pieces.IDS[joins[0].args[0]]
    name = piles.several(max(now, 1), f"army of {words.nation(n)}")
    if least == most:
        return row(view, first, "come along" if now > 1 else "comes along", name)
    numbers = []
    for k in range(least, most + 1):
        deeds = drops[: now - k] if k < now else joins[: k - now]
        pressed = html(' aria-pressed="true"') if k == now else NOTHING
        numbers.append(
            html(
                '<button class="btn small count" data-do="{}" data-value="{}" data-key="count-{}-{}" aria-label="{}"{}>{}'
                "</button>",
                "several" if deeds else "",
                ";".join(str(a) for a in deeds),
                n,
                k,
                f"{piles.several(k, f'army of {words.nation(n)}')} to come along" if k else "none to come along",
                pressed,
                k,
            )
        )
    note = f"of {most} come along" if now else f"of {most} here"
    label = f"{now} {note}"
    return html(
        '<li class="plain-row counted">{}<span><b>{}</b><small>{}</small></span><span class="counts" role="group" '
        'aria-label="How many come along">{}</span></li>',
        counters.counter(view["units"][first]),
        words.cap(f"armies of {words.nation(n)}" if most > 1 else name),
        label,
        join(numbers),
    )


def _others(g: Game, view: View, verbs: Mapping[str, list[Action]]) -> list[Markup]:
    """Who stands beside the stack and may come along."""
    rows = []
    by_nation: dict[int, list[Action]] = {}
    for a in verbs.get("join", ()):
        u = a.args[0]
        if KIND[u] == ARMY:
            by_nation.setdefault(pieces.NATION[u], []).append(a)
        else:
            rows.append(unit_button(view, pieces.IDS[u], html('data-act="{}"', a), "take along"))
    along = {pieces.NATION[pieces.INDEX[key]] for key in view["moving"] if KIND[pieces.INDEX[key]] == ARMY}
    rows += [_count(view, n, (), (), _each(g, "join", _idle(view, n))) for n in by_nation if n not in along]
    return rows


def search(g: Game, view: View, selected: str | None, hand_open: bool) -> Choice:
    c = Choice()
    rows = []
    for a in g.legal_actions():
        if a.verb == "search":
            area = a.args[0]
            c.marks[area_id(area)] = "reach"
            c.areas.setdefault(area_id(area), (str(a),))
            need = view["asks"]["needs"][str(a)]
            rows.append(act(str(a), phrase(a), kind="wide", small=f"needs {need} or more"))
        elif a.verb == "hunt":
            c.marks[area_id(a.args[0])] = "fight"
            c.areas[area_id(a.args[0])] = (str(a),)
            rows.append(act(str(a), phrase(a), kind="wide primary"))
    if rows:
        c.html = html('<div class="card"><div class="btns column">{}</div></div>', join(rows))
    c.foot = [act("end", "No more searching", kind="primary", hotkey="e")]
    return c
