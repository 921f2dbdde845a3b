"""The frame of the play page as HTML: the bar on top, the welcome, the forms, the story, the curtain. Pure functions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, Final

from elric.widgets.panels.controls import chip, do, seat
from elric.young_kingdoms import law, scenarios
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.story import sentence

RIBBON: Final = (
    ("replacement", "Replacement"),
    ("movement", "Movement"),
    ("search", "Search"),
    ("magic", "Magic"),
    ("combat", "Combat"),
    ("muster", "Muster"),
)


def masthead(g: Game, view: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """Title, who decides, the phases as a ribbon, the doors."""
    whose = "" if view["seat"] is None else names[view["player"]]
    if view["seat"] is None:
        who = "<b>The end</b>"
    elif view["seat"] == view["player"]:
        who = seat(view["player"], whose)
    else:
        who = f'<span title="in the turn of {escape(whose)}">{seat(view["seat"], names[view["seat"]])} decides</span>'
    turn = f"Turn {view['turn']} of {view['turns']}" if view["turn"] else "Setting up"
    phases = []
    keys = [k for k, _ in RIBBON]
    now = keys.index(view["phase"]) if view["phase"] in keys else -1
    for i, (key, label) in enumerate(RIBBON):
        state = ' aria-current="step"' if i == now else ' class="done"' if i < now else ""
        phases.append(
            f'<li{state}><button data-do="what" data-value="phase:{key}" data-what="phase:{key}" data-key="phase-{key}" '
            f'tabindex="{0 if i == now else -1}">{label}</button></li>'
        )
    doors = (
        ("learn", "Learn"),
        ("practice", "Practise"),
        ("whatif", "What if"),
        ("rules", "Rules"),
        ("new", "New game"),
    )
    ask = (
        '<button class="btn small ask" data-ask data-key="ask" aria-pressed="false" aria-label="What is this?" '
        'data-tip="What is this? Press here, then click anything. Or point at it and press the ? key.">?</button>'
    )
    return (
        f'<div class="masthead frame"><h1>elric</h1><p>{turn} · {who}</p>'
        f'<ol class="ribbon" aria-label="Phases of the turn">{"".join(phases)}</ol>'
        f'<nav class="btns" aria-label="Other rooms">{"".join(do(key, label, kind="small quiet") for key, label in doors)}'
        f"{ask}</nav></div>"
    )


def welcome() -> str:
    """The first thing on the panel: what this is, and where one may go."""
    return (
        '<div class="card welcome"><h2>The Young Kingdoms at war</h2>'
        "<p>The Dreaming City has fallen, and the Theocrat of Pan Tang wants what is left of the world. "
        "A game is set: look around, or go straight in.</p>"
        '<div class="doors">'
        '<button class="door" data-do="learn" data-key="door-learn"><b>Learn</b>'
        "<span>A course in small steps, from “what is a province” to the end of the world.</span></button>"
        '<button class="door" data-do="go" data-key="door-play"><b>Play</b>'
        "<span>This game, now, with the coach beside you.</span></button>"
        '<button class="door" data-do="whatif" data-key="door-lab"><b>What if</b>'
        "<span>Exact odds for any battle, and what would change them.</span></button>"
        f"</div>{do('new', 'Another scenario, or the other edition', kind='small quiet')}</div>"
    )


def new_game(chosen: str, edition: str) -> str:
    """The form for another game."""
    rows = []
    for s in scenarios.scenarios().values():
        on = " checked" if s.key == chosen else ""
        number = f"{s.seats} player{'' if s.seats == 1 else 's'}"
        only = "" if len(s.editions) == 2 else f" · {law.TITLES[s.editions[0]]} only"
        rows.append(
            f'<label class="choice"><input type="radio" name="scenario" value="{s.key}"{on}>'
            f"<span><b>{escape(s.title)}</b><small>{number}{only}. {escape(s.says)}</small></span></label>"
        )
    editions = "".join(
        f'<label class="choice"><input type="radio" name="edition" value="{e}"{" checked" if e == edition else ""}>'
        f"<span><b>{escape(law.TITLES[e])}</b></span></label>"
        for e in law.EDITIONS
    )
    return (
        '<form class="card newgame" data-do="start"><h3>A new game</h3>'
        f"<fieldset><legend>Scenario</legend>{''.join(rows)}</fieldset>"
        f"<fieldset><legend>Edition</legend>{editions}</fieldset>"
        '<label class="choice"><input type="checkbox" name="whole" value="on"><span><b>Set it up ourselves</b>'
        "<small>Dice for the first turn, choice of nations and harbours. Otherwise the game begins with turn 1.</small>"
        "</span></label>"
        '<div class="btns"><button class="btn primary" type="submit">Begin</button>'
        f"{do('close', 'Back', 'new', kind='quiet')}</div></form>"
    )


def finder(sought: str, found: Sequence[tuple[str, str]], sure: bool) -> str:
    """Search by name, and the layer that shows how sure each area is."""
    hits = "".join(
        f'<button class="btn small" data-do="goto" data-value="{a}" data-look="{a}" data-key="goto-{a}">{escape(n)}</button>'
        for a, n in found
    )
    none = '<span class="quiet-words">No place of that name.</span>' if sought.strip() and not found else ""
    key = (
        '<span class="quiet-words">Documented places are clear, likely ones lightly hatched, our guesses darker.</span>'
        if sure
        else ""
    )
    return (
        '<div class="finder"><input type="search" data-live="find" data-search data-key="find" '
        f'aria-label="Find a place" placeholder="Find a place  /" value="{escape(sought)}">{hits}{none}'
        f'<label><input type="checkbox" data-do="sure" data-key="sure"{" checked" if sure else ""}>'
        f"How sure is this map?</label>{key}</div>"
    )


def log(events: Sequence[Mapping[str, Any]], names: Mapping[int, str], most: int = 6) -> str:
    """The story so far, newest first."""
    told: list[list[Any]] = []  # line, class, how many times in a row
    for e in reversed(events):
        line = sentence(e, names)
        if not line:
            continue
        if told and told[-1][0] == line:
            told[-1][2] += 1
            continue
        if len(told) == most:
            break
        told.append([line, ' class="turn"' if e["kind"] in ("game-turn", "player-turn") else "", 1])
    rows = [f"<li{cls}>{escape(line)}{f' <small>×{n}</small>' if n > 1 else ''}</li>" for line, cls, n in told]
    return f'<h4>The story so far</h4><ol class="log">{"".join(rows)}</ol>'


def more(open_: str, extra: str) -> str:
    """What is there when it is wanted: the whole story, the board in words, saving and loading."""
    tabs = "".join(
        f'<button data-do="more" data-value="{key}" data-key="more-{key}" aria-expanded="{"true" if open_ == key else "false"}">{label}</button>'
        for key, label in (("log", "Whole story"), ("words", "The board in words"), ("keep", "Save or load"))
    )
    return f'<div class="more">{tabs}</div>{extra}'


def keep(text: str, unread: str = "") -> str:
    """Saving, sharing and reading a game."""
    return (
        '<div class="card keep">'
        "<p class='quiet-words'>The game is kept by itself; this page's address brings it back. "
        "To keep it elsewhere, copy this text. It holds every secret of the game.</p>"
        f'<textarea rows="3" readonly aria-label="The game as text" data-key="save-text">{escape(text)}</textarea>'
        f"{_unread(unread)}"
        '<form data-do="load"><textarea name="text" rows="3" aria-label="A saved game to load" '
        'placeholder="Paste a saved game here"></textarea>'
        '<div class="btns"><button class="btn small" type="submit">Load it</button></div></form></div>'
    )


def _unread(text: str) -> str:
    if not text:
        return ""
    return (
        "<p class='quiet-words'>This text was kept for the page and could not be read:</p>"
        f'<textarea rows="2" readonly aria-label="The text that could not be read" data-key="unread">{escape(text)}</textarea>'
    )


def curtain(o: int, name: str, news: Sequence[str]) -> str:
    """Between two players at one screen: who is to sit down, and what everybody could see meanwhile."""
    rows = "".join(f"<li>{escape(line)}</li>" for line in news)
    told = f"<h4>Meanwhile</h4><ul>{rows}</ul>" if rows else ""
    return (
        f'<div class="curtain" data-modal role="dialog" aria-label="{escape(name)} is to decide"><div>'
        f"<h2>{seat(o, name)}</h2><p>It is your turn to decide. Is anybody looking who should not?</p>{told}"
        f'<div class="btns">{do("ready", "I am here", kind="primary", hotkey="Enter")}</div></div></div>'
    )


def outcome(view: Mapping[str, Any], names: Mapping[int, str], number: str) -> str:
    """How it ended."""
    o = view["outcome"]
    who = f"{names[o['winner']]} has won" if o["winner"] is not None else "Nobody has won"
    return (
        f'<div class="card outcome" role="status"><h2>{escape(who)}</h2><p>{escape(o["words"])} {chip(number)}</p>'
        f'<div class="btns">{do("new", "Another game", kind="primary")}'
        f"{do('more', 'Read the whole story', 'log', kind='quiet')}</div></div>"
    )
