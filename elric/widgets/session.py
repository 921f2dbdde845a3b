"""One sitting at the table: the game, what the person looks at, and what each message does. No widgets in here."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, Final, Protocol

from elric.kernel.clauses import UnknownClause
from elric.kernel.record import KeepError, SaveError
from elric.tutor.coach import advice
from elric.tutor.sense import best_leader
from elric.widgets import choices, counters, gazetteer, page_panels, panels
from elric.widgets.board import area_names, inspector, twin
from elric.widgets.messages import Message
from elric.widgets.tracks import drawn_tracks
from elric.young_kingdoms import law, pieces, routes, words
from elric.young_kingdoms.actions import ActionError, parse_action
from elric.young_kingdoms.board import BOARD
from elric.young_kingdoms.game import Game, UndoError
from elric.young_kingdoms.pieces import ARMY, KIND
from elric.young_kingdoms.scenarios import scenarios
from elric.young_kingdoms.state import ASHORE, own_in
from elric.young_kingdoms.story import sentence

FIRST: Final = ("successor", "avalon-hill")
_SHOWN_AFTER: Final = (
    "lost",
    "escape",
    "saved",
    "perished",
    "reappears",
    "retreat",
    "no way out",
    "city",
    "reverts",
    "falls apart",
    "no garrison",
)
_HANDOVER: Final = ("movement", "replacement", "magic", "muster", "align", "search", "combat")


class Keeper(Protocol):
    """Where saves go: see elric.app.store."""

    def put(self, page: str, slot: str, text: str) -> None: ...

    def get(self, page: str, slot: str) -> str | None: ...


def ready_game(scenario: str, edition: str, seed: int, whole: bool = False) -> Game:
    """A game of a scenario; unless `whole`, set-up decisions are taken so that turn 1 can begin at once."""
    g = Game(scenario, edition, seed)
    while not whole and g.phase == "setup" and g.seat is not None:
        g.push(_setting_up(g))
    return g


def _setting_up(g: Game) -> str:
    """A sensible set-up decision: the first side, the first harbour, the alignment that keeps more strength."""
    if g.step == "align":
        from elric.young_kingdoms import spells
        from elric.young_kingdoms.state import hand

        worth = {-1: 0, 1: 0}
        for u in g.state.agenda[-1][3]:
            for i in hand(g.state, u):
                if spells.ALIGN[i] in worth:
                    worth[spells.ALIGN[i]] += spells.VALUE[i]
        return "keep law" if worth[-1] >= worth[1] else "keep chaos"
    return str(g.legal_actions()[0])


class Session:
    """What one page shows and does.

    Attributes:
        regions: (name, slot, html) in the order they stand.
        pieces, marks, badges, names: for the map, as `Bridge` wants them.
        said: what a screen reader should say next.
    """

    def __init__(self, game: Game | None = None, keeper: Keeper | None = None) -> None:
        self.keeper = keeper
        self.page = ""
        self.areas: Mapping[str, Mapping[str, Any]] = {}
        self.anchors: Mapping[str, Sequence[float]] = {}
        self.calm: Sequence[Sequence[float]] = ()
        self.start(game or ready_game(*FIRST, seed=random.SystemRandom().randrange(1 << 32)))
        self.welcome = game is None
        self.said = ""

    def start(self, game: Game) -> None:
        """Sit down to a game."""
        self.game = game
        self.selected: str | None = None
        self.refused: tuple[str, Sequence[Any]] | None = None
        self.open_clause: tuple[str, str] | None = None
        self.form = False
        self.hand_open = False
        self.curtain: int | None = None
        self.battle_away = -1
        self.clicks: list[int] = []
        self.welcome = False
        self.note = ""
        self.more = ""
        self.sought = ""
        self.look = ""
        self.sure = False
        self.door = ""

    # ---- messages ---------------------------------------------------------------------------------------------------

    def take(self, m: Message) -> None:
        """Do what a message asks. Whatever it says, the game changes only by legal actions."""
        self.note = ""
        if m.kind == "hello":
            self._hello(m)
        elif m.kind == "area":
            self._area(m.id, m.unit)
        elif m.kind == "act":
            self._act(m.text)
        elif m.kind == "do":
            self._do(m.name, m.value, m.fields)

    def _hello(self, m: Message) -> None:
        page = m.query.get("g", "")
        from_store = None
        if self.keeper is not None and page and page != self.page:
            try:
                from_store = self.keeper.get(page, "game")
            except ValueError:
                page = ""
            except KeepError as e:
                self.note = str(e)
        fresh = page != self.page
        self.page = page
        if from_store and fresh:
            try:
                self.start(Game.load(from_store))
                self.note = "Your game is where you left it."
            except SaveError as e:
                self.note = f"The game kept for this page cannot be read ({e}). A new one is set."

    def _do(self, name: str, value: str, fields: Mapping[str, str]) -> None:
        if name == "area":
            self._area(value, "")
        elif name == "play" and value:
            self._act(value)
        elif name == "lead":
            self._lead(value)
        elif name == "undo":
            self._undo()
        elif name == "hand":
            self.hand_open = not self.hand_open
        elif name == "ready":
            self.curtain = None
        elif name == "more":
            self.more = "" if self.more == value else value
        elif name in ("learn", "whatif", "practice", "rules"):
            self.door = name
            self.welcome = False
        elif name == "go":
            self.welcome = False
            self.note = "The coach is beside the map. Do what it says, or anything else: moves can be taken back."
        elif name == "new":
            self.form = True
            self.welcome = False
        elif name == "start":
            self._start(fields)
        elif name == "load":
            self._load(fields.get("text", ""))
        elif name == "clause":
            self._clause(value)
        elif name == "find":
            self.sought = value[:60]
        elif name == "goto":
            self.sought = ""
            self._area(value, "")
            self.look = value if value in BOARD.index else ""
        elif name == "sure":
            self.sure = not self.sure
        elif name == "close" or name == "escape":
            self._close(value)

    def _close(self, what: str) -> None:
        if what == "clause" or (not what and self.open_clause):
            self.open_clause = None
        elif what == "new" or (not what and self.form):
            self.form = False
        elif what == "battle":
            self.battle_away = len(self.game.events)
        elif what == "refusal" or (not what and self.refused):
            self.refused = None
        else:
            self.selected = None

    def _start(self, fields: Mapping[str, str]) -> None:
        key, edition = fields.get("scenario", ""), fields.get("edition", "")
        known = scenarios()
        if key not in known or edition not in law.EDITIONS:
            self.refused = ("That game cannot begin.", ())
            return
        if edition not in known[key].editions:
            edition = known[key].editions[0]
            self.note = f"Only the {law.TITLES[edition]} edition has this scenario."
        note = self.note
        self.start(ready_game(key, edition, random.SystemRandom().randrange(1 << 32), fields.get("whole") == "on"))
        self.note = note or f"{known[key].title}: a new game."
        self._keep()

    def _load(self, text: str) -> None:
        try:
            game = Game.load(text)
        except SaveError as e:
            self.note = f"That text is not a game that can be read: {e}. Your game stands as it was."
            return
        self.start(game)
        self.note = "The game has been read."
        self._keep()

    def _clause(self, number: str) -> None:
        edition = self.game.rules.edition
        for e in (edition, *(x for x in law.EDITIONS if x != edition)):
            try:
                law.register().get(e, number)
            except UnknownClause:
                continue
            self.open_clause = (e, number)
            return

    def _area(self, area: str, unit: str) -> None:
        if area not in BOARD.index or self.curtain is not None:
            return
        self.refused = None
        c = self._choice()
        if area in c.areas:
            self._play(c.areas[area])
            return
        g = self.game
        if g.step == "stack":
            here = BOARD.ids[g.state.place[g.state.agenda[-1][1]]]
            if area != here:
                self.refused = (
                    f"{words.area(BOARD.index[area])} cannot be reached.",
                    routes.refusal(g.state, BOARD.index[area]),
                )
            self.selected = area
            return
        if g.step == "movement" and area != self.selected:
            at = BOARD.index[area]
            chosen = pieces.INDEX.get(unit, -1)
            ready = {a.args[0] for a in g.legal_actions() if a.verb == "lead"}
            leader = chosen if chosen in ready and g.state.place[chosen] == at else best_leader(g, at)
            if leader >= 0:
                self.selected = area
                self._lead(pieces.IDS[leader])
                return
        self.selected = area
        self.said = self.names.get(area, "") if hasattr(self, "names") else ""

    def _lead(self, unit: str) -> None:
        """Take up a leader with every army that stands with him: leaving some behind is one click each."""
        g = self.game
        if unit not in pieces.INDEX:
            return
        u = pieces.INDEX[unit]
        actions = [f"lead {unit}"]
        if g.step == "movement" and g.verdict(parse_action(actions[0])):
            at = g.state.place[u]
            if g.state.aboard[u] == ASHORE:
                actions += [
                    f"join {pieces.IDS[x]}"
                    for x in own_in(g.state, at, g.state.player)
                    if KIND[x] == ARMY and g.state.aboard[x] == ASHORE and g.state.spent[x] <= g.state.spent[u]
                ]
        self._play(tuple(actions), may_stop=True)
        self.selected = None

    def _act(self, text: str) -> None:
        if self.curtain is not None:
            return
        self._play((text,))

    def _play(self, actions: Sequence[str], may_stop: bool = False) -> None:
        """Play actions in order; stop where one is refused. The first refusal is shown unless something was done."""
        g = self.game
        before = g.state.seat
        done = 0
        told = len(g.events)
        for text in actions:
            try:
                a = parse_action(text)
            except ActionError as e:
                self.refused = ("That is not an action of the game.", ())
                self.note = str(e)
                break
            said = g.verdict(a)
            if not said:
                if done == 0:
                    self.refused = ("That cannot be done now.", said.reasons)
                elif not may_stop and g.step == "stack":
                    self.note = "The march has been stopped on its way."
                if not may_stop or done == 0:
                    break
                continue
            g.push(a)
            done += 1
        if not done:
            return
        self.refused = None
        self.welcome = False
        self.form = False
        if g.can_undo:
            self.clicks.append(done)
        else:
            self.clicks.clear()
        if g.step != "movement" or (actions and actions[-1] == "halt"):
            self.selected = None
        self._tell(told)
        if g.state.seat != before:
            self.hand_open = False
            self.clicks.clear()
            if g.seat is not None and g.step in _HANDOVER and not g.scenario.solo:
                self.curtain = g.seat
        self._keep()

    def _tell(self, told: int) -> None:
        lines = [sentence(e, self.players()) for e in self.game.story(None, told)]
        self.said = " ".join(x for x in lines if x)[:600]

    def _undo(self) -> None:
        g = self.game
        if not self.clicks:
            try:
                g.pop()
            except UndoError as e:
                self.refused = ("Nothing can be taken back here.", ())
                self.note = str(e)
                return
        else:
            for _ in range(self.clicks.pop()):
                if g.can_undo:
                    g.pop()
        self.refused = None
        self.said = "Taken back."
        self._keep()

    def _keep(self) -> None:
        if self.keeper is None or not self.page:
            return
        try:
            self.keeper.put(self.page, "game", self.game.save())
        except KeepError as e:
            self.note = str(e)

    # ---- showing ----------------------------------------------------------------------------------------------------

    def players(self) -> dict[int, str]:
        """The seats by name."""
        g = self.game
        out = {o: f"Player {o + 1}" for o in range(g.scenario.seats)}
        for n in g.state.notes:
            if n[0] == "group":
                out[n[1]] = g.scenario.groups[n[3]].name
        return out

    def masthead(self) -> str:
        """The bar on top: whose turn it is, the phases, the doors."""
        return page_panels.masthead(self.game, self.game.view(None), self.players())

    def _choice(self) -> choices.Choice:
        g = self.game
        if g.seat is None or self.curtain is not None:
            return choices.Choice()
        return choices.choice(g, g.view(g.seat), self.selected, hand_open=self.hand_open)

    def show(self) -> None:
        """Work out everything the page shows."""
        g = self.game
        seat = g.seat
        # behind a curtain nobody in particular is looking
        looker = seat if self.curtain is None and self.hand_open else None
        view = g.view(looker)
        own = g.view(seat) if seat is not None else view
        names = self.players()
        c = self._choice()
        regions: list[tuple[str, str, str]] = [("masthead", "top", page_panels.masthead(g, view, names))]
        side: list[tuple[str, str]] = []
        if self.note:
            side.append(("note", f'<div class="card note" role="status"><p>{escape(self.note)}</p></div>'))
        if self.refused:
            side.append(("refusal", panels.refusal(g, *self.refused)))
        if self.open_clause:
            side.append(("clause", panels.clause(*self.open_clause)))
        if self.form:
            side.append(("new", page_panels.new_game(g.scenario.key, g.rules.edition)))
        elif self.welcome:
            side.append(("welcome", page_panels.welcome(g)))
        if view["outcome"]:
            o = view["outcome"]
            side.append(("outcome", page_panels.outcome(view, names, g.cite((o["clause"][0], o["clause"][1])))))
        elif self.curtain is None and seat is not None and not self.form:
            who = panels.seat(seat, names[seat]) if g.scenario.seats > 1 else ""
            side.append(("coach", panels.coach(advice(g), told=not self.refused, who=who)))
        side.append(("choice", c.html))
        if self.selected and g.step != "stack":
            about = gazetteer.entry(self.selected, g.rules.edition)
            side.append(("area", inspector(view, self.selected, self.areas) + about))
        side.append(("battle", self._battle(view, names)))
        if self.curtain is None and seat is not None and g.step not in ("magic", "muster", "align"):
            shown = panels.hand(own, self.hand_open)
            side.append(("hand", shown))
        regions += [(name, "side", html) for name, html in side if html]
        found = [(a, BOARD.names[BOARD.index[a]]) for a in gazetteer.find(self.sought)]
        regions.append(("finder", "below", page_panels.finder(self.sought, found, self.sure)))
        regions.append(("tracks", "below", panels.tracks(view)))
        regions.append(("log", "below", page_panels.log(g.story(None)[-300:], names, 200 if self.more == "log" else 6)))
        extra = ""
        if self.more == "words":
            extra = twin(view, self.areas)
        elif self.more == "keep":
            extra = page_panels.keep(g.save())
        regions.append(("more", "below", page_panels.more(self.more, extra)))
        foot = [x for x in c.foot if x]
        if self.game.can_undo and self.curtain is None:
            foot.append(panels.do("undo", "Take back", kind="quiet", hotkey="u"))
        if foot and not self.form:
            regions.append(("foot", "foot", f'<div class="btns">{"".join(foot)}</div>'))
        if self.curtain is not None:
            regions.append(("curtain", "over", page_panels.curtain(self.curtain, names[self.curtain])))
        self.regions = [r for r in regions if r[2]]
        marks = counters.marks_of_control(view)
        for area, mark in c.marks.items():
            marks[area] = f"{marks.get(area, '')} {mark}".strip()
        if self.sure:
            for area in self.areas:
                marks[area] = f"{marks.get(area, '')} sure-{gazetteer.confidence(area)}".strip()
        if self.selected:
            marks[self.selected] = f"{marks.get(self.selected, '')} sel".strip()
        if self.refused:
            for r in self.refused[1]:
                for x in r.look:
                    if x in BOARD.index:
                        marks[x] = f"{marks.get(x, '')} forbids".strip()
        self.marks = marks
        self.badges = c.badges
        self.pieces = {**counters.layout(view, self.anchors), **drawn_tracks(view, self.calm)}
        self.names = area_names(view, self.areas)
        for area in c.areas:
            cost = c.badges.get(area, "")
            how = "can be attacked" if cost.startswith("×") else "can be chosen"
            danger = ", with danger on the way" if cost.endswith("!") else ""
            price = f", costs {cost.strip('×!')}" if cost else ""
            self.names[area] += f"; {how}{price}{danger}"

    def _battle(self, view: Mapping[str, Any], names: Mapping[int, str]) -> str:
        g = self.game
        if view["battle"] and view["battle"]["result"] is None:
            return panels.battle_ahead(g, view, names)
        at = next(
            (i for i in range(len(g.events) - 1, max(-1, len(g.events) - 60), -1) if g.events[i]["kind"] == "battle"),
            -1,
        )
        if at < 0 or at < self.battle_away or g.phase not in ("combat", "muster", "movement", "search", "replacement"):
            return ""
        since = [e["kind"] for e in g.events[at:]]
        if "player-turn" in since[1:] and self.game.step not in ("movement", "replacement"):
            return ""
        if since.count("step") + since.count("halt") > 1:
            return ""
        after = [sentence(e, names) for e in g.story(None, at + 1) if e["kind"] in _SHOWN_AFTER]
        return panels.battle(g, g.events[at], names, [x for x in after if x][:8])
