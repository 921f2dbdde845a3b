"""The frame of the play page as HTML: the bar on top, the forms, the story, the curtain. Pure functions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Final

from elric.widgets.map.piles import hue
from elric.widgets.markup import NOTHING, Markup, html, join
from elric.widgets.panels import computer, options
from elric.widgets.panels.controls import do, seat

if TYPE_CHECKING:
    from elric.kernel.clauses import Ruleset
    from elric.widgets.definition import TableDef

# The doors of the page, and what stands on them.
_DOORS: Final = (
    ("learn", "Learn"),
    ("practice", "Practice"),
    ("puzzles", "Puzzles"),
    ("whatif", "What if"),
    ("sandbox", "Sandbox"),
    ("rules", "Rules"),
    ("new", "New game"),
)


def masthead(kit: TableDef, view: Mapping[str, Any], names: Mapping[int, str]) -> Markup:
    """Title, who decides, the phases as a ribbon, the doors."""
    whose = "" if view["seat"] is None else names[view["player"]]
    if view["seat"] is None:
        who = html("<b>The end</b>")
    elif view["seat"] == view["player"]:
        who = seat(hue(view["player"], view.get("players", ())), whose)
    else:
        other = seat(hue(view["seat"], view.get("players", ())), names[view["seat"]])
        who = html('<span title="in the turn of {}">{} decides</span>', whose, other)
    of = f" of {view['turns']}" if view["turns"] else ""
    turn = f"Turn {view['turn']}{of}" if view["turn"] else "Setting up"
    ribbon = []
    phases = kit.phases
    keys = [k for k, _ in phases]
    now = keys.index(view["phase"]) if view["phase"] in keys else -1
    for i, (key, label) in enumerate(phases):
        state = html(' aria-current="step"') if i == now else html(' class="done"') if i < now else ""
        ribbon.append(
            html(
                "<li{}>"
                '<button data-do="what" data-value="phase:{key}" data-what="phase:{key}" data-key="phase-{key}" '
                'tabindex="{}">{}</button></li>',
                state,
                0 if i == now else -1,
                label,
                key=key,
            )
        )
    ask = html(
        '<button class="btn small ask" data-ask data-key="ask" aria-pressed="false" aria-label="What is this?" '
        'data-tip="What is this? Press here, then click anything. Or point at it and press the ? key.">?</button>'
    )
    # before the first phase and after the last there is nothing to point at
    phased = html('<ol class="ribbon" aria-label="Phases of the turn">{}</ol>', join(ribbon)) if now >= 0 else NOTHING
    return html(
        '<div class="masthead frame"><h1>{}</h1><p>{} · {}</p>{}'
        '<nav class="btns" aria-label="Other rooms">{}{}</nav></div>',
        kit.name,
        turn,
        who,
        phased,
        join((do(key, label, kind="small quiet") for key, label in _DOORS if key in kit.doors)),
        ask,
    )


def new_game(kit: TableDef, chosen: str, edition: str, rules: Ruleset | None = None) -> Markup:
    """The form for another game; `rules`: what is chosen in its options, None while they have not been unfolded. Once they
    have been, they are those of the scenario and the edition that are chosen."""
    rows = []
    asks = html(' data-sends="options"') if rules is not None else NOTHING
    for nth, s in enumerate(kit.game.scenarios().values()):
        on = " checked" if s.key == chosen else ""
        number = f"{s.seats} player{'' if s.seats == 1 else 's'}"
        known = kit.game.editions
        only = "" if len(s.editions) == len(known) else f" · {kit.game.titles[s.editions[0]]} only"
        rows.append(
            html(
                '<label class="choice"><input type="radio" name="scenario" value="{}" data-seats="{}" data-nth="{}"{}{}><span><b>{}</b><small>{}{}. {}'
                "</small></span></label>",
                s.key,
                s.seats,
                nth,
                on,
                asks,
                s.title,
                number,
                only,
                s.says,
            )
        )
    editions = join(
        html(
            '<label class="choice"><input type="radio" name="edition" value="{}"{}{}><span><b>{}</b></span></label>',
            e,
            " checked" if e == edition else "",
            asks,
            kit.game.titles[e],
        )
        for e in kit.game.editions
    )
    whole = NOTHING
    if kit.whole:
        whole = html(
            '<label class="choice"><input type="checkbox" name="whole" value="on"><span><b>Set it up ourselves</b>'
            "<small>{}</small></span></label>",
            kit.whole,
        )
    return html(
        '<form class="card newgame" data-do="start"><h3>A new game</h3><fieldset><legend>Scenario</legend>{}'
        '</fieldset>{}{}{}{}<div class="btns"><button class="btn primary" type="submit">Begin</button>{}'
        "</div></form>",
        join(rows),
        html("<fieldset><legend>Edition</legend>{}</fieldset>", editions) if len(kit.game.editions) > 1 else NOTHING,
        computer.seating(_sides(kit), kit.opponents),
        options.choices(kit, chosen, rules),
        whole,
        do("close", "Back", "new", kind="quiet"),
    )


def _sides(kit: TableDef) -> list[list[str]]:
    """The sides of every scenario, first by side: "" where a scenario has not so many."""
    called = [kit.sides(s) for s in kit.game.scenarios().values()]
    return [list(side) for side in zip_longest(*called, fillvalue="")]


def finder(sought: str, found: Sequence[tuple[str, str]], sure: bool | None) -> Markup:
    """Search by name, and the layer that shows how sure each area is (None: there is none)."""
    hits = join(
        (
            html(
                '<button class="btn small" data-do="goto" data-value="{a}" data-look="{a}" data-key="goto-{a}">{}'
                "</button>",
                n,
                a=a,
            )
            for a, n in found
        )
    )
    none = html('<span class="quiet-words">No place of that name.</span>') if sought.strip() and not found else ""
    key = (
        html(
            '<span class="quiet-words">Documented places are clear, likely ones lightly hatched, our guesses darker.'
            "</span>"
        )
        if sure
        else ""
    )
    layer = NOTHING
    if sure is not None:
        layer = html(
            '<label><input type="checkbox" data-do="sure" data-key="sure"{}>How sure is this map?</label>',
            " checked" if sure else "",
        )
    return html(
        '<div class="finder">'
        '<input type="search" data-live="find" data-enter="goto" data-search data-key="find" aria-label="Find a place" '
        'placeholder="Find a place  /" value="{}">{}{}{}{}</div>',
        sought,
        hits,
        none,
        layer,
        key,
    )


def more(open_: str, extra: str, begun: bool = True) -> Markup:
    """What is there when it is wanted: the whole story, the board in words, saving and loading; `begun`: on the first page only what
    a game that nobody has begun has need of."""
    tabs = join(
        (
            html(
                '<button data-do="more" data-value="{key}" data-key="more-{key}" aria-expanded="{}">{}</button>',
                "true" if open_ == key else "false",
                label,
                key=key,
            )
            for key, label in (
                ("log", "Whole story"),
                ("words", "The board in words"),
                ("keep", "Save or load"),
                ("share", "Share"),
            )
            if begun or key in ("words", "keep", open_)
        )
    )
    doors = html(
        '<button data-do="sandbox" data-value="here" data-key="bend">Bend this</button>'
        '<button data-do="games" data-value="" data-key="games">Your games</button>'
        '<button data-local="snapshot" data-key="snapshot-map">Copy as picture</button>'
    )
    if not begun:
        doors = NOTHING
    opened = html('<div data-key="more:" tabindex="-1">{}</div>', extra) if extra else NOTHING
    return html('<div class="more">{}{}</div>{}', tabs, doors, opened)


def curtain(o: int, name: str, news: Sequence[str], colour: int | None = None) -> Markup:
    """Between two players at one screen: who is to sit down, and what everybody could see meanwhile. `colour`: the side's."""
    rows = join(html("<li>{}</li>", line) for line in news)
    told = html("<h4>Meanwhile</h4><ul>{}</ul>", rows) if rows else ""
    shade = o if colour is None else colour
    return html(
        '<div class="curtain s{s}" data-modal data-cover="{}" role="dialog" aria-label="{} is to decide"><div>'
        '<h2 class="seatbar s{s}"><svg viewBox="0 0 10 10" aria-hidden="true"><use href="#er-seat-mark-{s}"/></svg>'
        '<b>{}</b></h2><p>It is your turn to decide. Nobody else should look now.</p><div class="btns">{}</div>{}</div></div>',
        o,
        name,
        name,
        do("ready", "I am here", kind="primary", hotkey="Enter"),
        told,
        s=shade,
    )
