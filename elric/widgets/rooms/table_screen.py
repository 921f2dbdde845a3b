"""What the play page shows of a sitting: regions, marks, badges, counters, names. Only looks at it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlencode

from elric.kernel.record import KeepError
from elric.tutor.definition import Advice
from elric.tutor.lessons import lessons
from elric.widgets.bridge import sources
from elric.widgets.choice import Choice
from elric.widgets.map import piles
from elric.widgets.map.inspector import area_names, inspector, twin
from elric.widgets.map.piles import hue
from elric.widgets.markup import NOTHING, Markup, html, join
from elric.widgets.panels import (
    aim,
    clauses,
    computer,
    controls,
    end,
    first,
    keeping,
    options,
    sandbox_bent,
    story,
    told,
)
from elric.widgets.panels import coach as coach_panels
from elric.widgets.panels import frame as page_panels
from elric.widgets.rooms.kept import About
from elric.widgets.screen import Region, Screen, Seen, View, shown
from elric.widgets.telling import Telling

if TYPE_CHECKING:
    from elric.widgets.rooms.table import TableRoom

__all__ = ["advice", "draw", "masthead", "offered"]

Names = Mapping[int, str]
Parts = list[tuple[str, Markup]]

_LOG: Final = 40  # lines of the story
_TOLD: Final = 150  # events of which the story is told
_NO_NEWS: Final = frozenset(("phase", "player-turn", "game-turn"))
_SETTLED: Final = "This cannot be taken back: luck has fallen since."
_FIRST_TURNS: Final = 3  # so long nobody is sent to a lesson
_NEWS: Final = 6  # lines of what happened meanwhile
_TIMES: Final = {2: "twice", 3: "three times"}  # as often the same was seen


def draw(s: TableRoom) -> Screen:
    """The page of a sitting as it stands."""
    g, kit = s.game, s.kit
    # while the cover is up the page shows what an onlooker may see, and a page with a seat of its own shows that seat's view
    looker = s.looker
    # an example is drawn from its own position
    seen = Seen(s.shown, kit) if s.scenes else s.seen
    view = seen[looker]
    names = s.players()
    c = s.choice()
    regions: list[Region] = [("masthead", "top", masthead(s))]
    if s.whose is not None and g.scenario.seats > 1 and not s.welcome:
        regions.append(("seat", "side", _banner(s, names)))
    if not s.welcome:
        regions.append(("bent", "side", sandbox_bent.card(g)))
        regions.append(("options", "side", options.changed(kit, g.rules)))
    regions += [(name, "side", part) for name, part in _side(s, view, names, c)]
    if s.scenes:
        regions.append(("example-flag", "map", coach_panels.flag()))
    regions += [(name, "below", part) for name, part in _below(s, view, names)]
    regions.append(("foot", "foot", _foot(s, c)))
    if s.curtain is not None:
        hue = piles.hue(s.curtain, seen[None]["players"])
        news = _meanwhile(s, names, s.curtain)
        regions.append(("curtain", "over", page_panels.curtain(s.curtain, names[s.curtain], news, hue)))
    return Screen(
        regions=shown(regions),
        seen=view if kit.own_open else seen[None],
        marks=_marks(s, view, c),
        badges=c.badges,
        pieces=seen.once("pieces", looker, kit.pieces),
        names=offered(dict(seen.once("names", looker, lambda view: area_names(view, s.chart.areas, kit))), c),
        said=s.said,
        look=s.look,
        stage=_stage(s, c),
    )


def masthead(s: TableRoom) -> Markup:
    """The bar on top: whose turn it is, the phases, the doors."""
    view = s.seen[None]
    if s.leaving is not None:  # the seat stays shown until the player has confirmed the end of his turn
        left = s.leaving
        view = {**view, "seat": left.seat, "player": left.seat, "turn": left.turn, "phase": left.phase}
    return page_panels.masthead(s.kit, view, s.players())


def _banner(s: TableRoom, names: Names) -> Markup:
    """Whose screen this is."""
    whose = s.whose
    assert whose is not None
    if s.leaving is not None:
        does = "ends the turn"
    elif s.game.seat != whose:
        does = f"{names.get(s.game.seat if s.game.seat is not None else -1, 'somebody else')} decides"
    else:
        does = "decides" if s.game.seat != s.seen[None]["player"] else dict(s.kit.phases).get(s.game.phase, "")
    return controls.banner(piles.hue(whose, s.seen[None]["players"]), names[whose], does)


def offered(names: dict[str, str], c: Choice) -> dict[str, str]:
    """What a screen reader says of each area, with what a click there would do."""
    for area in c.areas:
        warned = c.warns.get(area, "")
        names[area] += _offer(c.badges.get(area, "")) + (f"; {warned}" if warned else "")
    return names


def _news(s: TableRoom, seat: int, battle: Telling | None = None) -> list[Mapping[str, Any]]:
    """What everybody could see since a seat's turn ended, while it has done nothing since; nothing the first time, and not again
    what a card beside it tells."""
    since = s.left.get(seat)
    if since is None:
        return []
    events = s.game.story(None, since)
    if battle is not None and battle.end > since:
        at = len(events) - len(s.game.story(None, max(since, battle.at)))
        events = [*events[:at], *s.game.story(None, battle.end)]
    return [e for e in s.kit.gist(events) if e["kind"] not in _NO_NEWS]


def _meanwhile(s: TableRoom, names: Names, seat: int) -> list[str]:
    """The same in words, each once."""
    news = _news(s, seat)
    told = Counter(line for e in news if (line := s.kit.sentence(e, names)))
    lines = [line if n == 1 else f"{line} It happened {_TIMES.get(n, f'{n} times')}." for line, n in told.items()]
    return lines[-_NEWS:]


def _offer(cost: str) -> str:
    """What a screen reader adds to an area that can be chosen."""
    how = "can be attacked" if cost.startswith("×") else "can be chosen"
    danger = ", with danger on the way" if cost.endswith("!") else ""
    price = f", costs {cost.strip('×!')}" if cost else ""
    return f"; {how}{price}{danger}"


def advice(s: TableRoom) -> Advice | None:
    """What the coach says, worked out once for a position: most clicks only look at it."""
    teaching = s.kit.teaching
    if teaching is None:
        return None
    open_, first_march = s.hand_open, s.first_march
    return s.seen.once(
        f"advice {open_} {first_march}",
        s.game.seat,
        lambda _: teaching.advice(s.game, open_, s.advised, first=first_march),
    )


def _side(s: TableRoom, view: View, names: Names, c: Choice) -> Parts:
    """The panel: at most what is needed for the decision that waits."""
    g, seat, kit = s.game, s.game.seat, s.kit
    if s.more == "log":
        return [
            (
                "chronicle",
                story.whole(kit.gist(g.story(None)), lambda e: kit.sentence(e, names), again="replay" in kit.doors),
            )
        ]
    if s.scenes:
        parts = [
            ("example", coach_panels.example(s.scenes, s.scene, paused=s.paused)),
            ("battle", kit.battle(s.shown, view, names, _since(s))),
        ]
        return [part for part in parts if part[1]]
    parts = [("note", html('<div class="card note" role="status"><p>{}</p></div>', s.note) if s.note else NOTHING)]
    if s.keeping.behind:
        parts.append(("behind", _behind(s)))
    elif s.keeping.trouble:
        parts.append(("unkept", keeping.unkept(s.keeping.trouble)))
    if s.refused:
        parts.append(("refusal", clauses.refusal(kit, g.rules.edition, *s.refused, s.chart.areas)))
    if s.form:
        return [*parts, ("new", _new_game(s))]
    if s.welcome:
        recent = None
        if s.recent is not None:
            about = About.read(s.recent.about)
            recent = (s.recent.key, keeping.title(s.recent), about.turn)
        served = sources.served()
        place = served.get("preview", "")
        picture = f"{place}?{urlencode({'g': recent[0]})}" if recent is not None and place else ""
        welcome = first.welcome(
            kit, _begun(s), s.house, recent, g.scenario.seats, picture=picture, docs=served.get("docs", "")
        )
        return [*parts, ("welcome", welcome)]
    parts.append(("aim", _aim(s, names)))
    battle = kit.news(s.shown, view, names, _since(s))
    fight = ("battle", told.card(battle, view["players"], _since(s)) if battle is not None else NOTHING)
    # what has come of a battle stands before the decision that follows, what is still to come stands behind it
    ahead = battle is not None and battle.ahead is not None
    if not ahead:
        parts.append(fight)
    if view["outcome"]:
        parts += _end(s, view, names)
    elif s.leaving is not None:
        stays = NOTHING if s.leaving.before is not None else html('<p class="quiet-words">{}</p>', _SETTLED)
        parts.append(("leaving", s.leaving.shown.html + stays))
    elif seat in s.computer.seats:
        name = s.computer.name(seat)
        waits = s.computer.playing and s.computer.pace == "step"
        said = computer.plays(
            piles.hue(seat, view.get("players", ())), names[seat], name, s.computer.last_sentences, s.computer.pace, waits,
            watching=s.keeping.ticket.role == "watch", queues=s.computer.queues,
        )  # fmt: skip
        parts.append(("computer", said))
    elif seat is not None and not s.keeping.plays(seat):
        watching = s.keeping.ticket.role == "watch"
        parts.append(
            (
                "waiting",
                keeping.waiting(
                    hue(seat, view.get("players", ())), names[seat], owner=s.keeping.owner, watching=watching
                ),
            )
        )
    elif s.deciding:
        if s.looker_alone and seat is not None:
            news = story.meanwhile(
                _news(s, seat, battle), lambda e: kit.sentence(e, names), lambda e: _places(s, e), _NEWS
            )
            parts.append(("meanwhile", news))
        who = NOTHING  # the banner above names the seat already
        word = advice(s)
        if word is not None:
            said = coach_panels.coach(
                word, who=who, doubting=s.doubts is not None, marked=kit.marked, offered="".join(c.foot),
                places=s.chart.areas,
            )  # fmt: skip
        else:
            said = coach_panels.turn(dict(kit.phases).get(g.phase, g.phase), who)
        parts.append(("coach", said))
        parts.append(
            ("hint", computer.hint(s.computer.hint, s.computer.hinting, kit.opponents, queues=s.computer.queues))
        )
        parts.append(("mishap", _mishap(s)))
        if s.computer.last_sentences:
            parts.append(("said", computer.reasons(s.computer.last_sentences)))
        parts.append(("whynot", coach_panels.doubts(s.doubts) if s.doubts is not None else NOTHING))
    parts.append(("choice", c.html))
    if ahead:
        parts.append(fight)
    if s.selected and not kit.in_hand(g.step):
        here = inspector(view, s.selected, s.chart.areas, kit)
        parts.append(("area", here + kit.place(s.selected, g.rules.edition)))
    whose = s.whose
    if whose is not None and (s.leaving is not None or whose != seat or kit.secrets(g.step) != "all"):
        parts.append(("hand", kit.hand(s.seen[whose], s.hand_open)))
    if s.hand_open and not s.alone:  # a hand that was just opened is shown in full, the coach below it
        if s.aim:
            parts = [part for part in parts if part[0] not in ("coach", "whynot", "hand")]
        order = {"note": 0, "behind": 0, "unkept": 0, "refusal": 0, "leaving": 0, "hand": 1, "choice": 2}
        parts.sort(key=lambda part: order.get(part[0], 3))
    return [part for part in parts if part[1]]


def _mishap(s: TableRoom) -> Markup:
    """After some turns: what was lost of late, and the lesson that shows how such a thing comes about."""
    teaching, seat, turn = s.kit.teaching, s.whose, s.seen[None]["turn"]
    if teaching is None or seat is None or turn <= _FIRST_TURNS or "learn" not in s.kit.doors:
        return NOTHING
    found = s.seen.once("mishap", seat, lambda _: teaching.mishap(s.game.story(None), seat))
    if found is None or found.at < s.mishaps_away:
        return NOTHING
    lesson = lessons(teaching).get(found.lesson)
    learnt = any(step.startswith(f"{found.lesson}/") for step in s.learnt)
    if lesson is None or learnt or s.game.rules.edition not in lesson.steps:
        return NOTHING
    return coach_panels.mishap(found.words, lesson.key, lesson.title, lesson.minutes)


def _new_game(s: TableRoom) -> Markup:
    """The form for another game: of the scenario on the table until another is chosen and told."""
    wanted = s.wanted
    if wanted is None:
        return page_panels.new_game(s.kit, s.game.scenario.key, s.game.rules.edition)
    return page_panels.new_game(s.kit, wanted.scenario, wanted.rules.edition, wanted.rules)


def _aim(s: TableRoom, names: Names) -> Markup:
    """What the player who decides is after, and how it stands."""
    seat = s.whose
    if seat is None:
        return NOTHING
    standing = s.kit.standing(s.game, seat, names)
    return aim.aim(standing, s.game.cite) if standing is not None else NOTHING


def _end(s: TableRoom, view: View, names: Names) -> Parts:
    """How the game ended: a leaf over the board, or a card beside it."""
    g, kit, o = s.game, s.kit, view["outcome"]
    score = kit.score(g, view, names)
    if score is None or s.end_away:
        return [("outcome", end.card(o, names, g.cite(tuple(o["clause"])), kit.doors, score is not None))]
    of = f" of {view['turns']}" if view["turns"] else ""
    players = view.get("players", ())
    when = f"Turn {view['turn']}{of}"
    return [("end", end.leaf(o, score, names, g.cite, kit.doors, g.scenario.title, when, players))]


def _begun(s: TableRoom) -> str:
    """How far the game has gone; "" for one that nobody has played."""
    if not s.begun:
        return ""
    view = s.seen[None]
    of = f" of {view['turns']}" if view["turns"] else ""
    when = f"turn {view['turn']}{of}" if view["turn"] else "setting up"
    return f"{s.game.scenario.title}, {when}"


def _behind(s: TableRoom) -> Markup:
    k = s.keeping
    text = s.waiting_text if k.behind == "waiting" else ""
    return keeping.behind(k.behind, k.trouble, text, state=k.ticket.missing, owner=k.owner)


def _share(s: TableRoom, names: Names) -> Markup:
    trouble, links = "", []
    try:
        links = s.keeping.links()
    except KeepError as e:
        trouble = str(e)
    players = s.seen[None].get("players", ())
    hues = {seat: hue(seat, players) for seat in names}
    if s.keeping.alone:
        return keeping.alone(s.keeping.alone)
    return keeping.share(
        names, links, hues=hues, owner=s.keeping.owner, kept=bool(s.keeping.page), trouble=trouble,
        picture=sources.served().get("preview", ""), computers=s.computer.seats,
    )  # fmt: skip


def _since(s: TableRoom) -> int:
    """The first event that is news: what the last deed brought about; of an example only what it has come to."""
    return max(s.battle_away, len(s.game.events) if s.scenes else s.acted)


def _below(s: TableRoom, view: View, names: Names) -> Parts:
    found = [(a, str(s.chart.areas[a]["name"])) for a in s.kit.find(s.sought)]
    extra = NOTHING
    if s.more == "words":
        extra = twin(view, s.chart.areas, s.kit)
    elif s.more == "keep" and s.curtain is None:
        extra = keeping.keep(s.waiting_text, s.keeping.unread)
    elif s.more == "share" and s.curtain is None:
        extra = _share(s, names)
    tale = NOTHING
    first_page = s.welcome and not s.form  # a calm one: no story of the dealing yet
    if not extra and not first_page:
        again = "replay" in s.kit.doors and not s.scenes
        events, battle = s.shown.story(None), s.kit.news(s.shown, view, names, _since(s))
        # what was dealt before the first turn stands in the whole story
        begun = next((n for n, e in enumerate(events) if e["kind"] in story.TURNS), 0)
        first_told = max(begun, len(events) - _TOLD)
        fight = max(first_told, battle.at) if battle is not None else len(events)
        known = _tale(s, names, events, first_told, fight)
        tale = story.beside(
            known,
            lambda e: s.kit.sentence(e, names),
            lambda e: _places(s, e),
            _LOG,
            again=again,
            moves=coach_panels.arrows(_last_moves(s, view, events[first_told:])),
            fight=_tale(s, names, events, fight, len(events)) if fight < len(events) else (),
        )
    return [
        ("doors", first.doors(s.kit) if first_page else NOTHING),
        ("log", tale),
        (
            "finder",
            NOTHING
            if s.aim and not s.kit.aim_stays(s.aim)
            else page_panels.finder(s.sought, found, s.sure if s.kit.sure_of_map else None),
        ),
        ("tracks", NOTHING if first_page else s.kit.tracks(view)),
        ("more", page_panels.more(s.more, extra, not first_page)),
    ]


def _places(s: TableRoom, e: Mapping[str, Any]) -> list[str]:
    """The areas that an event is about."""
    return [place for place in s.kit.named(e) if place in s.chart.areas]


def _last_moves(s: TableRoom, view: View, events: Sequence[Mapping[str, Any]]) -> list[tuple[object, ...]]:
    """The last move of each side, from where it began to where it has led: an arrow each."""
    moves: dict[int, tuple[int, int]] = {}
    seat, field = -1, ""
    for e in events:
        seat = e.get("seat", seat)
        if seat is None or not (e.keys() >= {"area", "to_area"} or e.keys() >= {"hex", "to_hex"}):
            continue
        field = "hex" if "hex" in e else "area"
        start, to = e[field], e[f"to_{field}"]
        first, last = moves.get(seat, (start, start))
        moves[seat] = (first if last == start else start, to)
    players, named = view.get("players", ()), s.kit.game.named
    return [
        ("last", named(field, start), named(field, to), 0, hue(seat, players))
        for seat, (start, to) in moves.items()
        if start != to
    ]


def _tale(
    s: TableRoom, names: Names, events: Sequence[Mapping[str, Any]], at: int, end: int
) -> list[Mapping[str, Any]]:
    """What is told beside the table of the events from `at` up to `end`, and before each why a computer brought it about; a
    reason of which nothing came that is told is left out. In an example only what is shown."""
    found: list[Mapping[str, Any]] = []
    why: list[Mapping[str, Any]] = []
    for reason in () if s.scenes else s.computer.reasons:
        if at <= reason.at and (reason.at < end or end == len(events) == reason.at):
            came = s.kit.gist(events[at : reason.at])
            found += [*why, *came] if any(s.kit.sentence(e, names) for e in came) else came
            why = [{"kind": story.SAID, "who": reason.player, "text": reason.text}]
            at = reason.at
    return [*found, *why, *s.kit.gist(events[at:end])]


def _foot(s: TableRoom, c: Choice) -> Markup:
    if s.form or s.welcome:
        return NOTHING
    if s.scenes:
        return coach_panels.scene_buttons(s.scene, len(s.scenes), paused=s.paused, wait=_reading(s))
    buttons = [x for x in c.foot if x]
    can_undo = s.game.can_undo and s.deciding
    if s.leaving is not None:
        buttons = [controls.do("leave-table", s.leaving.shown.end, kind="primary", hotkey="e")]
        can_undo = s.leaving.before is not None
    if can_undo and s.curtain is None:
        buttons.append(controls.do("undo", "Take back", kind="quiet", hotkey="u"))
    return html('<div class="btns">{}</div>', join(buttons)) if buttons else NOTHING


def _reading(s: TableRoom) -> int:
    """Milliseconds to read a scene and see it happen."""
    return 1800 + 45 * len(s.scenes[s.scene].words)


def _stage(s: TableRoom, c: Choice) -> tuple[str, ...]:
    """The areas that a small screen should show."""
    if s.leaving is not None:
        return s.leaving.shown.areas
    aimed = bool(s.aim) or s.kit.on_the_map(s.game.step)
    return tuple(sorted(c.marks)) if aimed and not s.welcome else ()


def _marks(s: TableRoom, view: View, c: Choice) -> dict[str, str]:
    marks = piles.marks_of_control(view)

    def add(area: str, mark: str) -> None:
        if area in s.chart.areas:
            marks[area] = f"{marks.get(area, '')} {mark}".strip()

    if s.scenes:
        for area in s.scenes[s.scene].look:
            add(area, "target")
        return marks
    for area, mark in c.marks.items():
        add(area, mark)
    for area in s.leaving.shown.areas if s.leaving is not None else ():
        add(area, "target")
    if s.sure:
        for area in s.chart.areas:
            add(area, f"sure-{s.kit.confidence(area)}")
    if s.selected:
        add(s.selected, "sel")
    if s.refused:
        for r in s.refused[1]:
            for x in r.look:
                add(x if x in s.chart.areas else str(view["units"].get(x, {}).get("at", "")), "forbids")
    return marks
