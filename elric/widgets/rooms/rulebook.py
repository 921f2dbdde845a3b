"""The rule book as a room: search, chapters, every clause edition beside edition, words, quick reference. No widgets."""

from __future__ import annotations

from typing import Final

from elric.kernel.clauses import Clause
from elric.tutor.lessons import clauses_taught, lessons
from elric.tutor.progress import chapter_of
from elric.widgets.games import table_of, teaching_of
from elric.widgets.map import piles
from elric.widgets.map.geometry import geometry
from elric.widgets.map.inspector import area_names, inspector
from elric.widgets.markup import Markup
from elric.widgets.messages import Message
from elric.widgets.panels import rulebook as rulebook_panels
from elric.widgets.screen import Region, Screen, Seen, View
from elric.young_kingdoms.components import law
from elric.young_kingdoms.game import Game

PAGES: Final = ("contents", "glossary", "quickref")
MOST_FOUND: Final = 20


class RulebookRoom:
    """What a page shows and does while somebody reads the rules.

    Args:
        edition: "chaosium" or "avalon-hill".  game: what the map shows; a new game without one.
        number: a clause to open at once; one there is not is passed over.

    Attributes:
        page: "contents", "glossary" or "quickref".  query: what is searched for.  said: for a screen reader.
    """

    def __init__(self, edition: str = "avalon-hill", game: Game | None = None, number: str = "") -> None:
        law.ruleset(edition)
        self.edition = edition
        self.game = game or Game("successor", edition)
        self.said = ""
        self.page = "contents"
        self.query = ""
        self.chapter = ""
        self.selected: str | None = None
        self.open_clause: Clause | None = None
        self._kit = table_of(game)
        self._chart = geometry()
        self._seen: Seen | None = None
        if number:
            self._clause(number)

    closed = False

    def take(self, m: Message) -> bool:
        """Do what a message asks; False for what the page has to do ("leave", "lesson", "practice" ...)."""
        if m.kind == "area":
            self._select(m.id)
            return True
        if m.kind == "act":
            return True
        return m.kind == "do" and self._do(m.name, m.value)

    def _do(self, name: str, value: str) -> bool:
        if name == "lookup":
            self.query = value[:80]
        elif name == "page" and value in PAGES:
            self.page = value
        elif name == "chapter":
            self.chapter = "" if value == self.chapter else value
        elif name == "clause":
            self._clause(value)
        elif name == "edition" and value in law.EDITIONS:
            self._turn(value)
        elif name == "area":
            self._select(value)
        elif name in ("close", "escape"):
            self._close()
        else:
            return False
        return True

    def _clause(self, number: str) -> None:
        register = law.register()
        for e in (self.edition, *(x for x in law.EDITIONS if x != self.edition)):
            found = register.clauses.get((e, number))
            if found is not None:
                self.open_clause = found
                self.said = f"{found.number} {found.title}. {found.says}"
                return

    def _turn(self, edition: str) -> None:
        """Read the other edition; an open clause turns into its twin."""
        self.edition = edition
        self.chapter = ""
        if self.open_clause is not None:
            twins = [t for t in law.register().twins(self.open_clause) if t.edition == edition]
            self.open_clause = twins[0] if twins else self.open_clause
            self.chapter = chapter_of(self.open_clause.number) if twins else ""

    def _close(self) -> None:
        if self.open_clause is not None:
            self.open_clause = None
        elif self.selected:
            self.selected = None
        else:
            self.query = ""

    def _select(self, area: str) -> None:
        if area in self._chart.areas:
            self.selected = None if area == self.selected else area

    def found(self) -> list[Clause]:
        """Clauses that answer the search, best first."""
        return law.register().find(self.query, self.edition, MOST_FOUND) if self.query.strip() else []

    def draw(self) -> Screen:
        """The book, and the map as it lies: nothing is moved here."""
        if self._seen is None or not self._seen.holds(self.game):
            self._seen = Seen(self.game)
        view, chart = self._seen[None], self._chart
        marks = piles.marks_of_control(view)
        if self.selected:
            marks[self.selected] = f"{marks.get(self.selected, '')} sel".strip()
        said, self.said = self.said, ""
        return Screen(
            regions=self._regions(view),
            seen=view,
            marks=marks,
            pieces=self._kit.pieces(view, chart.anchors, chart.calm, chart.frame[0]),
            names=area_names(view, chart.areas, self._kit),
            said=said,
        )

    def _regions(self, view: View) -> list[Region]:
        out: list[Region] = [("rulebook-head", "top", rulebook_panels.head(self.edition, self.page))]
        terms = teaching_of().glossary.find(self.query)[:4]
        out.append(("lookup", "side", rulebook_panels.search(self.query, self.found(), terms)))
        if self.open_clause is not None:
            out.append(("clause", "side", self._open(self.open_clause)))
        if self.page == "contents":
            out.append(("contents", "side", rulebook_panels.contents(self.edition, self.chapter)))
        elif self.page == "glossary":
            out.append(("glossary", "side", rulebook_panels.words(self.edition)))
        else:
            out.append(("quickref", "side", rulebook_panels.quick(self.edition)))
        if self.selected:
            out.append(("area", "side", inspector(view, self.selected, self._chart.areas, self._kit)))
        return out

    def _open(self, c: Clause) -> Markup:
        book = [x.number for x in law.register().of(c.edition)]
        at = book.index(c.number)
        return rulebook_panels.clause(
            c,
            self._tries(c),
            book[at - 1] if at else "",
            book[at + 1] if at + 1 < len(book) else "",
        )

    def _tries(self, c: Clause) -> list[tuple[str, str]]:
        """Where each lesson teaches a clause, best where something is done: the place as a lesson opens it, and a title."""
        taught: dict[str, set[str]] = {}
        for place in clauses_taught(teaching_of())[c.edition][c.number]:
            key, _, step = place.partition("/")
            taught.setdefault(key, set()).add(step)
        found = []
        for key, ids in taught.items():
            lesson = lessons(teaching_of())[key]
            steps = [(n, s) for n, s in enumerate(lesson.steps[c.edition], 1) if s.id in ids]
            number, best = min(steps, key=lambda x: x[1].kind != "do")
            found.append((f"{key}/{best.id}@{c.edition}", f"{lesson.title}, step {number}"))
        return found


__all__ = ["PAGES", "RulebookRoom"]
