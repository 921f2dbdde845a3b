"""The replay as HTML: where one is, the story with its notation, battles and luck, finding a moment, taking it away, and the
bar to go through it. Pure functions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from elric.lab.say import percent
from elric.widgets.map.piles import hue
from elric.widgets.markup import NOTHING, Markup, html, join
from elric.widgets.panels import controls, end
from elric.widgets.panels.controls import chip, do, seat
from elric.widgets.score import LedgerBattle, Turning

if TYPE_CHECKING:
    from elric.widgets.rooms.replay_reel import Moment, Reel

__all__ = [
    "PACES",
    "PARTS",
    "battles",
    "fight_words",
    "find",
    "hands",
    "head",
    "keep",
    "luck",
    "moments",
    "now",
    "story",
    "tabs",
    "transport",
    "whole_story",
]

PARTS: Final = (("story", "Story"), ("battles", "Battles"), ("luck", "Luck"), ("find", "Find"), ("keep", "Keep"))
PACES: Final[Mapping[str, tuple[str, int]]] = {
    "stroll": ("slow", 3200),
    "walk": ("steady", 1600),
    "run": ("fast", 650),
}
"""How fast a game is played: in words, and milliseconds from one moment to the next."""
_BEFORE: Final = 3  # moments of the story before the one that is shown
_AFTER: Final = 19  # and after it
_ENDING: Final = 7  # so many at the end, where the one that is shown is the last
_MOST: Final = 40  # moments in one list
_LINES: Final = 8
"""Lines of a moment that are read at once where it has many more, as a set-up has; a battle is read whole."""
_PER_SIGN: Final = 14  # milliseconds to read one more letter


def head(reel: Reel) -> Markup:
    """The bar on top."""
    return html(
        '<div class="masthead frame"><h1>Replay</h1><p>{}</p><nav class="btns" aria-label="Other rooms">{}{}</nav></div>',
        reel.scenario.title,
        do("games", "Your games", kind="small quiet"),
        do("leave", "Back to the table", kind="small quiet"),
    )


def _notation(text: str) -> Markup:
    return html('<code class="rp-act">{}</code>', text) if text else NOTHING


def _cited(moment: Moment, plain: bool) -> Markup:
    """The clauses of a moment: to be opened, or plain where there is no rule book to open."""
    numbers = dict.fromkeys(line.clause for line in moment.lines if line.clause)
    return join((html('<span class="chip">{}</span>', x) if plain else chip(x) for x in numbers), " ")


def now(reel: Reel, index: int, bend: str) -> Markup:
    """The moment that is shown: when it was, what was done, what came of it; `bend`: its number where one may go on from it
    otherwise."""
    moment = reel.moments[index]
    who = NOTHING
    if moment.seat in reel.names:
        who = seat(hue(moment.seat, reel.players), reel.names[moment.seat])
    lines = join(html("<p>{} {}</p>", line.words, chip(line.clause)) for line in moment.lines[: _at_once(moment)])
    lines = join([lines, _folded(moment, f"now-{index}")])
    if not lines:
        lines = html(
            '<p class="quiet-words">{}</p>', "The beginning." if not moment.number else "Nothing else comes of it."
        )
    fight = reel.fights.get(index)
    luck_ = html('<p class="rp-odds">{}</p>', " ".join(fight_words(fight))) if fight else NOTHING
    more = html('<div class="btns">{}</div>', do("sandbox", "Bend this", bend, kind="small")) if bend else NOTHING
    return html(
        '<article class="card rp-now" aria-labelledby="rp-now"><header><h2 id="rp-now">{}</h2>'
        '<p class="rp-who">{} {}</p></header><div class="rp-lines">{}{}</div>{}</article>',
        reel.heading(index),
        who,
        _notation(moment.action),
        lines,
        luck_,
        more,
    )


def _at_once(moment: Moment) -> int:
    """How many lines of a moment are read at once: all of them, where no more than a few would be folded."""
    return len(moment.lines) if len(moment.lines) <= _LINES + 3 else _LINES


def _folded(moment: Moment, key: str) -> Markup:
    """What is told of a moment beyond its first lines: a line that says how much, and the rest inside."""
    rest = moment.lines[_at_once(moment) :]
    if not rest:
        return NOTHING
    rows = join(html("<li>{}</li>", line.words) for line in rest)
    return html(
        '<details class="rp-more" data-key="rp-more-{}"><summary>and {} more lines</summary><ul>{}</ul></details>', key, len(rest), rows
    )  # fmt: skip


def tabs(part: str, shown: Markup) -> Markup:
    """What the panel may show, and what it shows."""
    return html(
        '<div class="rp-part">{}<div id="rp-part" role="tabpanel" aria-labelledby="rp-part-{}">{}</div></div>',
        controls.tabs("replay-part", PARTS, part, label="This game", panel="rp-part"),
        part,
        shown,
    )


# ---- lists of moments ------------------------------------------------------------------------------------------------


def _row(reel: Reel, index: int, here: int, when: str = "", *, plain: bool = False) -> Markup:
    moment = reel.moments[index]
    words = " ".join(line.words for line in moment.lines[: _at_once(moment)])
    told = html("<span>{}</span> ", words) if words else NOTHING
    act = _notation(moment.action) if plain or not words else NOTHING
    on = html(' aria-current="true"') if index == here else NOTHING
    kind = "turn" if any(line.turn for line in moment.lines) else "" if moment.telling else "untold"
    marked = html(' class="{}"', kind) if kind else NOTHING
    return html(
        '<li{}{}><a href="#" data-do="replay-at" data-value="{index}" data-key="rp-{index}">{}{}</a> {}{}</li>',
        marked,
        on,
        html('<span class="rp-when">{}</span> ', when) if when else NOTHING,
        join([told, act]) or html("<span>{}</span>", reel.heading(index)),
        _cited(moment, plain),
        _folded(moment, str(index)),
        index=index,
    )


def story(reel: Reel, index: int) -> Markup:
    """What happened around the moment that is shown, each line with its clause, and the turns to go to. A moment of which nothing
    is told stands there, by its notation, only while it is shown."""
    told = [n for n, moment in enumerate(reel.moments) if moment.telling or n == index]
    first = max(0, min(told.index(index) - _BEFORE, len(told) - _ENDING))
    rows = join(_row(reel, n, index) for n in told[first : first + _BEFORE + _AFTER + 1])
    return html("{}<ol class='log rp-log' aria-label='The story'>{}</ol>", _turns(reel, index), rows)


def whole_story(reel: Reel) -> Markup:
    """All of it, for a page without a rule book; that page shows a moment of which nothing is told only while it is there."""
    rows = join(_row(reel, n, -1, plain=True) for n in range(len(reel)))
    return html("{}<ol class='log rp-log' aria-label='The story'>{}</ol>", _turns(reel, 0), rows)


def _turns(reel: Reel, index: int) -> Markup:
    here = reel.moments[index].turn
    marks = join(
        html(
            '<li{}><button data-do="replay-at" data-value="{at}" data-key="rp-turn-{}" aria-label="{}">{}</button></li>',
            html(' aria-current="true"') if turn == here else NOTHING,
            turn,
            f"Turn {turn}" if turn else "The set-up",
            turn or "·",
            at=at,
        )
        for turn, at in reel.turn_starts.items()
    )
    return html('<ol class="track rp-turns" aria-label="Turns">{}</ol>', marks)


def moments(reel: Reel, found: Sequence[int], title: str, index: int) -> Markup:
    """A list of moments; of very many those around the one that is shown."""
    first = 0
    if len(found) > _MOST:
        before = sum(at < index for at in found)
        first = max(0, min(before - _MOST // 2, len(found) - _MOST))
    rows = join(_row(reel, n, index, f"Turn {reel.moments[n].turn}") for n in found[first : first + _MOST])
    few = f"{len(found)} moment{'' if len(found) == 1 else 's'}"
    some = f"{few}, of which these are nearest" if len(found) > _MOST else few
    return html(
        "<section class='rp-found'><h3>{}</h3><p class='quiet-words'>{}.</p><ol class='log rp-log'>{}</ol></section>",
        title,
        some,
        rows,
    )


# ---- battles and luck ------------------------------------------------------------------------------------------------


def _off(points: float) -> str:
    """How far off the average something is, in words."""
    return f"{abs(points):g} {'above' if points > 0 else 'below'} the average" if points else "just the average"


def fight_words(fight: LedgerBattle) -> list[str]:
    """The luck of one battle in sentences: what each side threw, and how likely the outcome was before the dice."""
    said = []
    for (_, name), dice in zip(fight.sides, fight.dice, strict=True):
        if dice:
            thrown = f"{', then '.join(map(str, dice))}"
            said.append(f"{name}: {thrown}, {_off(sum(dice) - fight.mean * len(dice))}.")
    if fight.chance:
        sure = "was certain" if fight.chance == percent(Fraction(1)) else f"had a chance of {fight.chance}"
        said.append(f"Before the dice this outcome {sure}.")
    return said


def battles(reel: Reel, index: int) -> Markup:
    """The turning points, and every battle with its dice."""
    turns = join(_turning(reel, x, index) for x in reel.ledger.turnings)
    fights = join(_fight(reel, at, fight, index) for at, fight in sorted(reel.fights.items()))
    if not fights:
        return html('<p class="quiet-words">No dice have fallen in battle yet.</p>')
    what = html("<h3>What turned it</h3><ol class='rp-fights'>{}</ol>", turns) if turns else NOTHING
    measure = html("<p class='quiet-words'><small>{}</small></p>", reel.ledger.measure) if turns else NOTHING
    return html("{}{}<h3>Every battle</h3><ol class='rp-fights'>{}</ol>", what, measure, fights)


def _turning(reel: Reel, x: Turning, index: int) -> Markup:
    at = reel.when(x.at) if x.at >= 0 else 0
    return html(
        "<li{}><a href='#' data-do='replay-at' data-value='{at}' data-key='rp-turned-{at}'><span class='rp-when'>Turn {}</span> "
        "<span>{}</span></a><p>{} <b>{}{}</b></p></li>",
        html(' aria-current="true"') if at == index else NOTHING,
        reel.moments[at].turn,
        x.words,
        seat(hue(x.seat, reel.players), reel.names.get(x.seat, "")),
        "+" if x.swing > 0 else "−",
        abs(x.swing),
        at=at,
    )


def _fight(reel: Reel, at: int, fight: LedgerBattle, index: int) -> Markup:
    throws = join(
        html(
            '<span class="rp-throw{}">{} <span class="dice">{}</span></span>',
            " won" if side == fight.winner else "",
            seat(hue(fight.sides[side][0], reel.players), fight.sides[side][1]),
            join(html('<span class="die" data-face="{}" role="img" aria-label="die {}"></span>', x, x) for x in dice),
        )
        for side, dice in enumerate(fight.dice)
    )
    return html(
        "<li{}><a href='#' data-do='replay-at' data-value='{at}' data-key='rp-fight-{at}'><span class='rp-when'>Turn {}</span> "
        "<span>{}</span></a><div class='rp-throws'>{}</div><p class='rp-odds'>{}</p></li>",
        html(' aria-current="true"') if at == index else NOTHING,
        reel.moments[at].turn,
        fight.words,
        throws,
        " ".join(fight_words(fight)),
        at=at,
    )


def luck(reel: Reel) -> Markup:
    """The dice of each side against what dice give on the average."""
    told = end.luck(reel.ledger.luck, reel.names, reel.players)
    if not told:
        return html('<p class="quiet-words">No dice have fallen yet.</p>')
    return html('<div class="end-luck rp-luck">{}</div>', told)


# ---- finding, hands, taking away -------------------------------------------------------------------------------------


def find(reel: Reel, areas: Mapping[str, str], thing: str, index: int) -> Markup:
    """Choose a unit, an area or a clause, and go to its moments."""
    places = sorted(reel.things.keys() & areas.keys(), key=lambda key: areas[key])
    rows = [(key, f"{name} ({len(reel.things[key])})", "Pieces") for key, name in reel.units.items()]
    rows += [(key, f"{areas[key]} ({len(reel.things[key])})", "Places") for key in places]
    chips = join(map(chip, sorted(reel.clauses, key=_by_number)), " ")
    name = reel.units.get(thing) or areas.get(thing, "")
    return html(
        '<div class="rp-find"><p class="quiet-words">Choose here, or point at a counter or an area on the map.</p>'
        '<label>Whom or where<select data-do="replay-thing" data-key="replay-thing">{}</select></label></div>{}{}',
        controls.options(rows, thing, "–"),
        moments(reel, reel.things[thing], name or thing, index) if thing in reel.things else NOTHING,
        html("<h3>By clause</h3><p class='rp-chips'>{}</p>", chips) if chips else NOTHING,
    )


def _by_number(number: str) -> list[tuple[int, int, str]]:
    return [(0, int(x), "") if x.isdigit() else (1, 0, x) for x in number.split()[0].split(".")]


def hands(reel: Reel, index: int, *, laid: bool, own: bool) -> Markup:
    """What was held hidden, and the switch that lays it open."""
    if reel.over:
        switch = do(
            "replay-open", "Cover what was hidden" if laid else "Lay open what was hidden", kind="small", hotkey="h"
        )
    elif reel.kit.holds or own:
        switch = do("hand", "Put my hand away" if own else reel.kit.holds, kind="small", hotkey="h")
    else:
        return NOTHING
    parts = []
    for whose, held in reel.hands(index):
        rows = join(html("<li><b>{}</b> {}</li>", who, ", ".join(what)) for who, what in held)
        parts.append(
            html("<h3>{}</h3><ul class='rp-held'>{}</ul>", seat(hue(whose, reel.players), reel.names[whose]), rows)
        )
    if (laid or own) and not parts:
        parts.append(html('<p class="quiet-words">Nothing was held hidden at this moment.</p>'))
    return html('<div class="card rp-hands">{}{}</div>', switch, join(parts))


def keep(made: str, text: str, file: str, *, over: bool) -> Markup:
    """What can be taken away; `made`: what has been made, with its text and the name of its file."""
    about = (
        "As it is shown here: with what was hidden where it lies open."
        if over
        else "The game goes on: in these files stands only what everybody may know."
    )
    ready = NOTHING
    if made:
        ready = html(
            '<div class="take rp-take"><textarea rows="{}" readonly aria-label="{}" data-key="made">{}</textarea>'
            '<div class="btns"><button class="btn primary" data-local="file" data-file="{}" data-key="made-{made}-file" '
            'id="made-{made}-file">Save the file</button>{}</div></div>',
            8 if made == "record" else 1,
            "The record" if made == "record" else "The page",
            text,
            file,
            html('<button class="btn small" data-local="copy" data-key="made-copy">Copy</button>')
            if made == "record"
            else html('<span class="quiet-words">{} kB</span>', len(text.encode()) // 1000),
            made=made,
        )
    return html(
        "<div class='rp-keep'><h3>A page that plays the game again</h3><p>One file with the map and every move, to open in any "
        "browser, with no network.</p>{}<h3>A record to read</h3><p>Every action and what came of it, as text.</p>{}"
        "<p class='quiet-words'>{}</p></div>",
        join(
            [
                html('<div class="btns">{}</div>', do("replay-make", "Make the page", "page", kind="small")),
                ready if made == "page" else NOTHING,
            ]
        ),
        join(
            [
                html('<div class="btns">{}</div>', do("replay-make", "Write the record", "record", kind="small")),
                ready if made == "record" else NOTHING,
            ]
        ),
        about,
    )


# ---- going through it ------------------------------------------------------------------------------------------------


def _step(name: str, value: str, sign: str, label: str, hotkey: str, off: bool = False) -> Markup:
    return html(
        '<button class="btn rp-key" data-do="{}" data-value="{}" data-key="{}:{}" data-hotkey="{}" aria-label="{}" '
        'title="{} ({})"{}><svg viewBox="0 0 20 20" aria-hidden="true"><path d="{}"/></svg></button>',
        name,
        value,
        name,
        value,
        hotkey,
        label,
        label,
        hotkey.replace("Arrow", ""),
        html(' aria-disabled="true"') if off else NOTHING,
        sign,
    )


_FIRST: Final = "M4 4h2v12H4zM16 4v12L7 10z"
_BACK: Final = "M14 4v12L5 10z"
_NEXT: Final = "M6 4v12l9-6z"
_LAST: Final = "M14 4h2v12h-2zM4 4v12l9-6z"
_PLAY: Final = "M2 4v12l8-6zM10 4v12l8-6z"
_PLAY_BACK: Final = "M10 4v12l-8-6zM18 4v12l-8-6z"
_PAUSE: Final = "M5 4h3.500v12H5zM11.500 4H15v12h-3.500z"


def transport(reel: Reel, index: int, playing: int, pace: str) -> Markup:
    """The slider with the battles marked on it, the steps, and the pace."""
    last = len(reel) - 1
    marks = join(
        html('<i style="left:{:.2f}%"></i>', 100 * at / max(1, last)) for at in sorted(reel.fights) if 0 < at < last
    )
    tick = NOTHING
    if playing:
        read = sum(len(line.words) for line in reel.moments[index].lines) * _PER_SIGN
        wait = PACES[pace][1] + (read if pace != "run" else 0)
        tick = html(
            '<button hidden data-do="replay-tick" data-value="{i}" data-key="tick-{i}-{}" data-after="{}"></button>',
            playing,
            min(wait, 9000),
            i=index,
        )
    paces = controls.options(((key, name) for key, (name, _) in PACES.items()), pace)
    return html(
        '<div class="rp-bar" role="group" aria-label="Go through the game"><div class="rp-slide"><div class="rp-marks" '
        'aria-hidden="true">{}</div><input type="range" min="0" max="{last}" value="{at}" step="1" data-live="replay-at" '
        'data-key="replay-at" aria-label="Moment" aria-valuetext="{}"></div><div class="rp-keys">{}{}{}{}{}{}'
        '<span class="rp-count">{} <small>of {}</small></span>'
        '<label class="rp-pace"><span class="unseen">Pace</span><select data-do="replay-pace" data-key="replay-pace">{}'
        "</select></label></div>{}</div>",
        marks,
        f"{reel.heading(index)}; moment {index + 1} of {last + 1}",
        _step("replay-step", "first", _FIRST, "To the beginning", "Home", index == 0),
        _step(
            "replay-play", "-1", _PAUSE if playing < 0 else _PLAY_BACK, "Stop" if playing < 0 else "Play backwards", "r"
        ),
        _step("replay-step", "-1", _BACK, "One moment back", "ArrowLeft", index == 0),
        _step("replay-step", "1", _NEXT, "One moment on", "ArrowRight", index == last),
        _step("replay-play", "1", _PAUSE if playing > 0 else _PLAY, "Stop" if playing > 0 else "Play", "p"),
        _step("replay-step", "last", _LAST, "To the end", "End", index == last),
        index + 1,
        last + 1,
        paces,
        tick,
        last=last,
        at=index,
    )
