"""The rule book as a room: search, chapters, every clause edition beside edition, words, quick reference. No widgets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from elric import games
from elric.kernel.clauses import Clause, chapter_of
from elric.kernel.game import Game
from elric.tutor.lessons import clauses_taught, lessons
from elric.widgets.bridge import sources
from elric.widgets.definition import TableDef
from elric.widgets.map import piles
from elric.widgets.map.inspector import area_names, inspector
from elric.widgets.markup import Markup
from elric.widgets.messages import Message
from elric.widgets.panels import rulebook as rulebook_panels
from elric.widgets.screen import Address, Region, Screen, Seen, View

PAGES: Final = tuple(key for key, _ in rulebook_panels.PAGES)
MOST_FOUND: Final = 20
_CHAPTER: Final = "chapter-"


class RulebookRoom:
    """What a page shows and does while somebody reads the rules.

    Args:
        edition: an edition of the game; "" for its usual one.  game: what the map shows; a new game without one.
        number: a clause to open at once; one there is not is passed over.  kit: the game's half of the page.

    Attributes:
        page: "contents", "glossary" or "quickref".  query: what is searched for.  said: for a screen reader.
        focus: the control that gets the keyboard.
    """

    def __init__(
        self, edition: str = "", game: Game | None = None, number: str = "", kit: TableDef | None = None
    ) -> None:
        self._kit = kit = kit or games.table(games.name_of(game.definition) if game else "")
        self.edition = edition = edition or kit.game.edition
        kit.game.ruleset(edition)
        self.game = game or games.game_class(kit.key)(next(iter(kit.game.scenarios())), edition)
        # a game without a quick reference has no page for it
        there = (
            True,
            bool(kit.teaching and kit.teaching.glossary.terms()),
            bool(kit.teaching and kit.teaching.quick_reference(edition)),
        )
        self.pages = [page for page, is_there in zip(PAGES, there, strict=True) if is_there]
        self.said = self.focus = ""
        self.page = "contents"
        self.query = ""
        self.chapter = ""
        self.selected: str | None = None
        self.open_clause: Clause | None = None
        self._chart = kit.chart()
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
            if value[:80] != self.query:
                self.query, self.open_clause = value[:80], None
        elif name == "open":
            self.query = value[:80]
            hits = self.found()
            number = value.strip() if self._kit.edition_with(value.strip(), self.edition) else ""
            self._clause(number or (hits[0].number if len(hits) == 1 else ""))
        elif name == "page" and value in self.pages:
            self._read(value)
        elif name == "chapter":
            self._read("contents", value if value in rulebook_panels.by_chapter(self._kit, self.edition) else "")
        elif name == "clause":
            self._clause(value)
        elif name == "edition" and value in self._kit.game.editions:
            self._turn(value)
        elif name == "area":
            self._select(value)
        elif name in ("close", "escape"):
            self._close()
        else:
            return False
        return True

    def linked(self, query: Mapping[str, str]) -> str:
        """Open the place that an address names; returns what is wrong with it."""
        place, edition = query.get("rules", ""), query.get("edition", self.edition)
        if edition not in self._kit.game.editions:
            return f"there is no edition “{edition[:40]}”"
        self._turn(edition)
        chapter = place.removeprefix(_CHAPTER)
        if place in self.pages:
            self._read(place)
        elif place != chapter and chapter in rulebook_panels.by_chapter(self._kit, edition):
            self._read("contents", chapter)
        elif self._kit.has_clause(edition, place):
            self._clause(place)
        else:
            return f"the rule book has no clause or page “{place[:40]}”"
        self.query = query.get("find", "")[:80]
        return ""

    @property
    def address(self) -> Address:
        """The clause, the chapter or the page that is read, and what is searched for."""
        if self.open_clause is not None:
            place = self.open_clause.number
        else:
            place = f"{_CHAPTER}{self.chapter}" if self.page == "contents" and self.chapter else self.page
        query = {"rules": place, "edition": self.edition}
        if self.query.strip():
            query["find"] = self.query
        return Address(query, f"rules {place} {self.edition}")

    def _read(self, page: str, chapter: str = "") -> None:
        """Turn to a page of the book; what was open or sought is put away."""
        self.page, self.chapter, self.query, self.open_clause = page, chapter, "", None

    def _clause(self, number: str) -> None:
        register = self._kit.game.register()
        for e in (self.edition, *(x for x in self._kit.game.editions if x != self.edition)):
            found = register.clauses.get((e, number))
            if found is not None:
                self.edition = e
                if found not in self.found():
                    self._read("contents", chapter_of(found.number))
                self.open_clause = found
                self.said = f"{found.number} {found.title}. {found.says}"
                self.focus = f"rule-{found.number}"
                return

    def _turn(self, edition: str) -> None:
        """Read the other edition; an open clause turns into its twin."""
        if edition == self.edition:
            return
        self.edition = edition
        twins: list[Clause] = []
        if self.open_clause is not None:
            twins = [t for t in self._kit.game.register().twins(self.open_clause) if t.edition == edition]
        self._read(self.page)
        if twins:
            self._clause(twins[0].number)

    def _close(self) -> None:
        if self.open_clause is not None:
            self.focus = f"rule-{self.open_clause.number}"
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
        return self._kit.game.register().find(self.query, self.edition, MOST_FOUND) if self.query.strip() else []

    def draw(self) -> Screen:
        """The book, and the map as it lies: nothing is moved here."""
        if self._seen is None or not self._seen.holds(self.game):
            self._seen = Seen(self.game, self._kit)
        view, chart = self._seen[None], self._chart
        marks = piles.marks_of_control(view)
        if self.selected:
            marks[self.selected] = f"{marks.get(self.selected, '')} sel".strip()
        said, focus = self.said, self.focus
        self.said = self.focus = ""
        return Screen(
            regions=self._regions(view),
            seen=view,
            marks=marks,
            pieces=self._kit.pieces(view),
            names=area_names(view, chart.areas, self._kit),
            said=said,
            focus=focus,
            layout="folded",
        )

    def _regions(self, view: View) -> list[Region]:
        out: list[Region] = [
            ("rulebook-head", "top", rulebook_panels.head(self._kit, self.edition, self.page, self.pages))
        ]
        kit = self._kit
        out.append(("lookup", "side", rulebook_panels.search(self._kit, self.edition, self.query)))
        reading = self.page != "contents" or bool(self.chapter or self.query.strip())
        out.append(("contents", "side", rulebook_panels.contents(kit, self.edition, self.chapter, reading)))
        if self.selected:
            out.append(("area", "side", inspector(view, self.selected, self._chart.areas, self._kit)))
        out.append(("reading", "below", self._reading()))
        return out

    def _reading(self) -> Markup:
        """What stands open: what was found, a chapter, the words, the quick reference, or the cover."""
        kit, teaching = self._kit, self._kit.teaching
        if self.query.strip():
            terms = teaching.glossary.find(self.query)[:4] if teaching is not None else []
            return rulebook_panels.found([self._line(c) for c in self.found()], terms, self.query)
        if teaching is not None and self.page == "glossary":
            return rulebook_panels.words(kit, self.edition, teaching.glossary.terms())
        if teaching is not None and self.page == "quickref":
            return rulebook_panels.quick(teaching.quick_reference(self.edition))
        if not self.chapter:
            cover = rulebook_panels.cover(kit, self.edition, sources.served().get("docs", ""))
            if teaching is None or "quickref" not in self.pages:
                return cover
            return cover + rulebook_panels.quick(teaching.quick_reference(self.edition))
        clauses = rulebook_panels.by_chapter(kit, self.edition)[self.chapter]
        return rulebook_panels.chapter(kit, self.edition, self.chapter, [self._line(c) for c in clauses])

    def _line(self, c: Clause) -> Markup:
        return self._open(c) if c == self.open_clause else rulebook_panels.line(c)

    def _open(self, c: Clause) -> Markup:
        book = [x.number for x in self._kit.game.register().of(c.edition)]
        at = book.index(c.number)
        return rulebook_panels.clause(
            self._kit,
            c,
            self._tries(c),
            book[at - 1] if at else "",
            book[at + 1] if at + 1 < len(book) else "",
        )

    def _tries(self, c: Clause) -> list[tuple[str, str]]:
        """Where each lesson teaches a clause, best where something is done: the place as a lesson opens it, and a title."""
        teaching = self._kit.teaching
        if teaching is None:
            return []
        taught: dict[str, set[str]] = {}
        for place in clauses_taught(teaching)[c.edition][c.number]:
            key, _, step = place.partition("/")
            taught.setdefault(key, set()).add(step)
        found = []
        for key, ids in taught.items():
            lesson = lessons(teaching)[key]
            steps = [(n, s) for n, s in enumerate(lesson.steps[c.edition], 1) if s.id in ids]
            number, best = min(steps, key=lambda x: x[1].kind != "do")
            found.append((f"{key}/{best.id}@{c.edition}", f"{lesson.title}, step {number}"))
        return found


__all__ = ["PAGES", "RulebookRoom"]
