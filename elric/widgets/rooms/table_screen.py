"""What the play page shows of a sitting: regions, marks, badges, counters, names. Only looks at the session."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from elric.tutor.coach import advice
from elric.widgets.map.inspector import area_names, inspector, twin
from elric.widgets.markup import NOTHING, Markup, html, join
from elric.widgets.panels import clauses, controls
from elric.widgets.panels import coach as coach_panels
from elric.widgets.panels import frame as page_panels
from elric.widgets.young_kingdoms import cards, choices, counters, gazetteer
from elric.widgets.young_kingdoms.tracks import drawn_tracks
from elric.young_kingdoms.board import BOARD
from elric.young_kingdoms.story import sentence

if TYPE_CHECKING:
    from elric.widgets.rooms.table import Session

View = Mapping[str, Any]
Parts = list[tuple[str, str]]

_LOG: Final = 6  # lines of the story
_WHOLE_LOG: Final = 200
_OLD: Final = 60  # events after which a battle is no longer news
_SHOWN_AFTER: Final = frozenset(
    ("lost", "escape", "saved", "perished", "reappears", "retreat", "no way out", "city", "reverts", "falls apart", "no garrison")
)  # fmt: skip
_NO_NEWS: Final = frozenset(("phase", "player-turn", "game-turn"))
_NEWS: Final = 6  # lines of what happened meanwhile
_BATTLE_NEWS: Final = ("combat", "muster", "movement", "search", "replacement")


class Page(NamedTuple):
    """All a browser gets: regions as (name, slot, html) in order; marks, badges, counters and names for the map."""

    regions: list[tuple[str, str, str]]
    marks: dict[str, str]
    badges: dict[str, str]
    pieces: dict[str, dict[str, Any]]
    names: dict[str, str]


def draw(s: Session) -> Page:
    """The page of a sitting as it stands."""
    g = s.game
    # behind a curtain nobody in particular is looking
    looker = g.seat if s.curtain is None and s.hand_open else None
    view = s.shown.view(looker)
    names = s.players()
    c = s.choice()
    regions = [("masthead", "top", page_panels.masthead(g, g.view(None), names))]
    regions += [(name, "side", html) for name, html in _side(s, view, names, c)]
    if s.scenes:
        regions.append(("example-flag", "map", coach_panels.flag()))
    regions += [(name, "below", html) for name, html in _below(s, view, names)]
    regions.append(("foot", "foot", _foot(s, c)))
    if s.curtain is not None:
        regions.append(("curtain", "over", page_panels.curtain(s.curtain, names[s.curtain], _meanwhile(s, names))))
    spoken = area_names(view, s.areas)
    for area in c.areas:
        spoken[area] += _offer(c.badges.get(area, ""))
    pieces = {**counters.layout(view, s.anchors), **drawn_tracks(view, s.calm)}
    return Page([r for r in regions if r[2]], _marks(s, view, c), c.badges, pieces, spoken)


def _meanwhile(s: Session, names: Mapping[int, str]) -> list[str]:
    """What everybody could see since the player who sits down now got up; nothing the first time."""
    since = s.left.get(s.curtain if s.curtain is not None else -1)
    if since is None:
        return []
    told = [e for e in s.game.story(None, since) if e["kind"] not in _NO_NEWS]
    return [line for line in dict.fromkeys(sentence(e, names) for e in told) if line][-_NEWS:]


def _offer(cost: str) -> str:
    """What a screen reader adds to an area that can be chosen."""
    how = "can be attacked" if cost.startswith("×") else "can be chosen"
    danger = ", with danger on the way" if cost.endswith("!") else ""
    price = f", costs {cost.strip('×!')}" if cost else ""
    return f"; {how}{price}{danger}"


def _side(s: Session, view: View, names: Mapping[int, str], c: choices.Choice) -> Parts:
    """The panel: at most what is needed for the decision that waits."""
    g, seat = s.game, s.game.seat
    if s.scenes:
        parts = [("example", coach_panels.example(s.scenes, s.scene, paused=s.paused))]
        if view["battle"] or _battle(s, view, names):
            parts.append(("battle", _battle(s, view, names)))
        return parts
    parts = [("note", html('<div class="card note" role="status"><p>{}</p></div>', s.note) if s.note else "")]
    if s.refused:
        parts.append(("refusal", clauses.refusal(g, *s.refused)))
    if s.form:
        return [*parts, ("new", page_panels.new_game(g.scenario.key, g.rules.edition))]
    if s.welcome:
        return [*parts, ("welcome", page_panels.welcome())]
    if view["outcome"]:
        o = view["outcome"]
        parts.append(("outcome", page_panels.outcome(view, names, g.cite((o["clause"][0], o["clause"][1])))))
    elif s.curtain is None and seat is not None:
        who = controls.seat(seat, names[seat]) if g.scenario.seats > 1 else ""
        parts.append(("coach", coach_panels.coach(advice(g), who=who, doubting=s.doubts is not None)))
        parts.append(("whynot", coach_panels.doubts(s.doubts) if s.doubts is not None else ""))
    parts.append(("choice", c.html))
    if s.selected and g.step != "stack":
        about = gazetteer.entry(s.selected, g.rules.edition)
        parts.append(("area", inspector(view, s.selected, s.areas) + about))
    parts.append(("battle", _battle(s, view, names)))
    if s.curtain is None and seat is not None and g.step not in ("magic", "muster", "align"):
        parts.append(("hand", cards.hand(g.view(seat), s.hand_open)))
    return [(name, html) for name, html in parts if html]


def _below(s: Session, view: View, names: Mapping[int, str]) -> Parts:
    found = [(a, BOARD.names[BOARD.index[a]]) for a in gazetteer.find(s.sought)]
    story = s.shown.story(None)[-300:]
    extra = ""
    if s.more == "words":
        extra = twin(view, s.areas)
    elif s.more == "keep":
        extra = page_panels.keep(s.game.save(), s.unread)
    return [
        ("finder", page_panels.finder(s.sought, found, s.sure)),
        ("tracks", cards.tracks(view)),
        ("log", page_panels.log(story, names, _WHOLE_LOG if s.more == "log" else _LOG)),
        ("more", page_panels.more(s.more, extra)),
    ]


def _foot(s: Session, c: choices.Choice) -> Markup:
    if s.form or s.welcome:
        return NOTHING
    if s.scenes:
        return coach_panels.scene_buttons(s.scene, len(s.scenes), paused=s.paused, wait=_reading(s))
    buttons = [x for x in c.foot if x]
    if s.game.can_undo and s.curtain is None:
        buttons.append(controls.do("undo", "Take back", kind="quiet", hotkey="u"))
    return html('<div class="btns">{}</div>', join(buttons)) if buttons else ""


def _reading(s: Session) -> int:
    """Milliseconds to read a scene and see it happen."""
    return 1800 + 45 * len(s.scenes[s.scene].words)


def _marks(s: Session, view: View, c: choices.Choice) -> dict[str, str]:
    marks = counters.marks_of_control(view)

    def add(area: str, mark: str) -> None:
        if area in BOARD.index:
            marks[area] = f"{marks.get(area, '')} {mark}".strip()

    if s.scenes:
        for area in s.scenes[s.scene].look:
            add(area, "target")
        return marks
    for area, mark in c.marks.items():
        add(area, mark)
    if s.sure:
        for area in s.areas:
            add(area, f"sure-{gazetteer.confidence(area)}")
    if s.selected:
        add(s.selected, "sel")
    if s.refused:
        for r in s.refused[1]:
            for x in r.look:
                add(x if x in BOARD.index else str(view["units"].get(x, {}).get("at", "")), "forbids")
    return marks


def _battle(s: Session, view: View, names: Mapping[int, str]) -> str:
    """The battle that is being fought, or the last one while it is news."""
    g = s.shown
    if view["battle"] and view["battle"]["result"] is None:
        return cards.battle_ahead(g, view, names)
    events = g.events
    at = next((i for i in range(len(events) - 1, max(-1, len(events) - _OLD), -1) if events[i]["kind"] == "battle"), -1)
    if at < 0 or at < s.battle_away or g.phase not in _BATTLE_NEWS or (s.scenes and at < len(s.game.events)):
        return NOTHING
    since = [e["kind"] for e in events[at:]]
    if "player-turn" in since[1:] and g.step not in ("movement", "replacement"):
        return NOTHING
    if since.count("step") + since.count("halt") > 1:
        return NOTHING
    after = [sentence(e, names) for e in g.story(None, at + 1) if e["kind"] in _SHOWN_AFTER]
    return cards.battle(g, events[at], names, list(dict.fromkeys(x for x in after if x))[:8])


__all__ = ["Page", "draw"]
