"""Pages that are made of data: the rule books clause by clause, the glossaries, and the papers that stand elsewhere in the
repository. And the role `page`, which links into the page itself: {page}`text <query>`.

Everything is written before Sphinx looks for pages, and a file that has not changed is left alone, so that a second build is short.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxRole

from elric import games
from elric.app.cli import build_parser
from elric.kernel.clauses import Clause, Register, Ruling, Switch, chapter_of, value_words
from elric.tutor.lessons import clauses_taught, lessons

ROOT: Final = Path(__file__).resolve().parents[1]
BOOKS: Final = tuple(games.GAMES)
# Papers of the repository that are pages here too: where they stand, and what the links in them lead to here.
PAPERS: Final = {
    "hosting": ("deploy/HOSTING.md", {"README.md": "deploying.md"}),
    "deploying": (
        "deploy/README.md",
        {"HOSTING.md": "hosting.md", "[nginx.conf](nginx.conf)": "`nginx.conf`"},
    ),
    "maps": ("maps/README.md", {}),
    "changelog": ("CHANGELOG.md", {}),
    "contributing": ("CONTRIBUTING.md", {"docs/house.md": "../house.md", "docs/new-game.md": "../new-game.md"}),
}

# The head of a page outside the tree of the sidebar, which would hold every chapter of every book on every page.
_BESIDE: Final = ("---", "orphan: true", "---", "")


def plain(text: str) -> str:
    """A sentence of the data, so that nothing in it is taken for markup."""
    return re.sub(r"([\\`*_{}\[\]<>#|$~^])", r"\\\1", text)


def opened(text: str, **query: str) -> str:
    """A link into the page."""
    return f"{{page}}`{text.replace('`', '')} <{urlencode(query, safe='/,@')}>`"


def pages() -> Iterator[tuple[str, str]]:
    """Every page that is made: its path, and its text."""
    for game in BOOKS:
        yield from book_pages(game)
    yield "rules/index.md", _index()
    yield "words/index.md", _words()
    yield "commands/index.md", _commands()
    for name, (path, links) in PAPERS.items():
        text = (ROOT / path).read_text(encoding="utf-8")
        for before, after in links.items():
            text = text.replace(before, after) if before.startswith("[") else text.replace(f"({before})", f"({after})")
        yield f"papers/{name}.md", text


# ---- rule books -------------------------------------------------------------------------------------------------------


def _index() -> str:
    lines = [
        "# The rule books",
        "",
        "Every numbered clause in our own words, with what hangs on it: where the books differ, how we read",
    ]
    lines += [
        "them where they are silent, and a position of the course in which the clause decides, to open in the page.",
        "",
    ]
    books = [(game, edition) for game in BOOKS for edition in games.definition(game).editions]
    rows = [
        f"- [{_title(game)}, {games.definition(game).titles[e]}](#{game}-{e}): {len(games.definition(game).register().of(e))} clauses"
        for game, e in books
    ]
    rows += [f"- [{_title(game)}: switches and rulings](#{game}-switches)" for game in BOOKS]
    tree = [f"{game}/{e}/index" for game, e in books]
    return "\n".join([*lines, *rows, "", _toctree(tree), ""])


def book_pages(key: str) -> Iterator[tuple[str, str]]:
    """The pages of a game's rule books: the books, their chapters, the switches and rulings."""
    law = games.definition(key)
    register = law.register()
    taught = _taught(key)
    for edition in law.editions:
        chapters: dict[str, list[Clause]] = {}
        for clause in register.of(edition):
            chapters.setdefault(chapter_of(clause.number), []).append(clause)
        book = f"{_title(key)}, {law.titles[edition]}"
        text = [
            f"({key}-{edition})=",
            f"# {plain(book)}",
            "",
            f"{len(register.of(edition))} clauses, in our own words.",
            "",
        ]
        text += [f"Where it can be played otherwise: [its switches and rulings](#{key}-switches).", ""]
        titles = {chapter: f"{chapter} {plain(_chapter_title(key, edition, chapter))}" for chapter in chapters}
        text += [f"- [{title}]({chapter}.md)" for chapter, title in titles.items()]
        yield f"rules/{key}/{edition}/index.md", "\n".join([*text, ""])
        order = list(chapters)
        for n, chapter in enumerate(order):
            lines = [*_BESIDE, f"# {titles[chapter]} ({law.titles[edition]})", "", f"[{plain(book)}](index.md)", ""]
            for clause in chapters[chapter]:
                lines += _clause(key, register, clause, taught.get(clause.key, ()))
            beside = [("Before", order[n - 1])] if n else []
            beside += [("Next", order[n + 1])] if n + 1 < len(order) else []
            lines += ["---", "", ", ".join(f"{word}: [{titles[other]}]({other}.md)" for word, other in beside), ""]
            yield f"rules/{key}/{edition}/{chapter}.md", "\n".join(lines)
    yield f"rules/{key}/switches.md", _law(key, register)


def _title(game: str) -> str:
    return games.door(game)[0]


def _chapter_title(game: str, edition: str, chapter: str) -> str:
    return games.table(game).chapter_title(edition, chapter)


def _taught(game: str) -> dict[tuple[str, str], list[tuple[str, str]]]:
    """For each clause the steps of lessons in which it decides: what to call them, and their address."""
    teaching = games.teaching(game)
    if teaching is None:
        return {}
    name = games.name_of(teaching.definition)
    course = lessons(teaching)
    out: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for edition, rows in clauses_taught(teaching).items():
        for number, steps in rows.items():
            for place in steps[:3]:
                query = {
                    "lesson": place,
                    "edition": edition,
                    **({} if name == next(iter(games.GAMES)) else {"game": name}),
                }
                found = out.setdefault((edition, number), [])
                found.append((course[place.split("/")[0]].title, opened(_step(course, place, edition), **query)))
    return out


def _step(course: Any, place: str, edition: str) -> str:
    """What a step of a lesson is called."""
    key, _, step = place.partition("/")
    lesson = course[key]
    number = next(n for n, one in enumerate(lesson.steps[edition], 1) if one.id == step)
    return f"{lesson.title}, step {number}"


def _clause(key: str, register: Register, clause: Clause, steps: Iterable[tuple[str, str]]) -> list[str]:
    lines = [f"({_name(key, clause)})=", f"## {clause.number} {plain(clause.title)}", "", plain(clause.says), ""]
    told = []
    for twin in register.twins(clause):
        told.append(f"- In the other book: [{twin.number} {plain(twin.title)}](#{_name(key, twin)})")
    for name in clause.switches:
        switch = register.switches[name]
        told.append(
            f"- Switch [{plain(name)}](#{key}-switch-{name}): {value_words(switch.values[clause.edition])} in this book. {plain(switch.says)}"
        )
    for ruling in register.rulings_on(clause):
        told.append(f"- Ruling [{plain(ruling.title)}](#{key}-ruling-{ruling.id}): {plain(ruling.says)}")
    found = [link for _, link in steps]
    if found:
        told.append(f"- Try it: {', '.join(found)}")
    return [*lines, *told, ""]


def _name(key: str, clause: Clause) -> str:
    return f"{key}-{clause.edition}-{clause.number}"


def _law(key: str, register: Register) -> str:
    """Switches and rulings of a game, one after another."""
    law = games.definition(key)
    lines = [*_BESIDE, f"({key}-switches)=", f"# {plain(_title(key))}: switches and rulings", ""]
    lines += [
        "A switch is one point that can be played in more than one way; each edition is a setting of all of them, and any mix can",
        "be played. A ruling says how we read the book where it is silent or contradicts itself.",
        "",
        "## Switches",
        "",
    ]
    for switch in register.switches.values():
        lines += _switch(law, key, register, switch)
    lines += ["## Rulings", ""]
    for ruling in register.rulings.values():
        lines += _ruling(law, key, register, ruling)
    return "\n".join(lines)


def _switch(law: Any, key: str, register: Register, switch: Switch) -> list[str]:
    lines = [f"({key}-switch-{switch.key})=", f"### {plain(switch.key)}", "", plain(switch.says), ""]
    lines.append(f"- May be: {', '.join(plain(value_words(choice)) for choice in switch.choices)}")
    for edition in law.editions:
        lines.append(
            f"- {law.titles[edition]}: {plain(value_words(switch.values[edition]))}{_cited(key, register, edition, law, switch.clauses)}"
        )
    if switch.scenarios:
        lines.append(
            f"- In the scenarios: {', '.join(plain(law.scenarios()[name].title) for name in switch.scenarios)}"
        )
    return [*lines, ""]


def _ruling(law: Any, key: str, register: Register, ruling: Ruling) -> list[str]:
    lines = [
        f"({key}-ruling-{ruling.id})=",
        f"### {plain(ruling.title)}",
        "",
        plain(ruling.says),
        "",
        f"*Why:* {plain(ruling.why)}",
        "",
    ]
    cited = [_cited(key, register, edition, law, ruling.clauses) for edition in law.editions]
    return [*lines, *(f"- {law.titles[e]}{c}" for e, c in zip(law.editions, cited, strict=True) if c), ""]


def _cited(key: str, register: Register, edition: str, law: Any, pairs: Iterable[tuple[str, ...]]) -> str:
    place = law.editions.index(edition)
    numbers = dict.fromkeys(pair[place] for pair in pairs if pair[place] and (edition, pair[place]) in register)
    links = [f"[{number}](#{key}-{edition}-{number})" for number in numbers]
    return f" ({', '.join(links)})" if links else ""


# ---- words ------------------------------------------------------------------------------------------------------------


def _words() -> str:
    """The glossary: every word of each game in plain words, with where to read on."""
    lines = ["# Words of the games", ""]
    for key in BOOKS:
        teaching = games.teaching(key)
        if teaching is None:
            continue
        law = games.definition(key)
        lines += [f"## {plain(_title(key))}", ""]
        for term in teaching.glossary.terms():
            where = [
                f"[{law.titles[edition]} {number}](#{key}-{edition}-{number})"
                for edition, number in zip(law.editions, term.clause, strict=True)
                if number
            ]
            lines += [plain(term.name), f": {plain(term.says)} {', '.join(where)}", ""]
    return "\n".join(lines)


# ---- the command line -------------------------------------------------------------------------------------------------


def _commands() -> str:
    """What every command of `elric` says of itself."""
    lines = [
        "# The command line",
        "",
        "`elric` and `python -m elric` are the same. Commands that a program may read take `--json`.",
        "",
    ]
    parser = build_parser()
    for name, command in parser._subparsers._group_actions[0].choices.items():  # type: ignore[union-attr]
        lines += [f"## elric {name}", "", "```text", command.format_help().strip(), "```", ""]
    return "\n".join(lines)


def _toctree(entries: Iterable[str]) -> str:
    return "\n".join(["```{toctree}", ":maxdepth: 1", ":hidden:", "", *entries, "```"])


# ---- Sphinx -----------------------------------------------------------------------------------------------------------


class PageRole(SphinxRole):
    """A link into the page beside which the documentation lies."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        text, _, query = self.text.rpartition("<")
        up = "../" * (self.env.current_document.docname.count("/") + 1)
        asked = query.removesuffix(">").strip()
        address = f"{up}index.html?{asked}" if asked else f"{up}index.html"
        return [nodes.reference(text=text.strip(), refuri=address, classes=["open-page"])], []


class Drawing(Directive):
    """A drawing of boxes and arrows in mermaid's words, as a list: each box with what its arrows lead to. A drawing that a
    screen reader reads too, and that needs no program from elsewhere."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        text = "\n".join(self.content)
        called = dict(re.findall(r"(\w+)\[([^\]]+)\]", text))
        arrows: dict[str, list[str]] = {}
        for one, other in re.findall(r"(\w+)(?:\[[^\]]*\])? --> (\w+)", text):
            arrows.setdefault(one, []).append(other)
        rows = nodes.definition_list()
        for one, others in arrows.items():
            said = nodes.paragraph()
            for n, other in enumerate(others):
                said += [*([nodes.Text(", ")] if n else []), nodes.literal(text=called.get(other, other))]
            term = nodes.term("", "", nodes.literal(text=called.get(one, one)), nodes.Text(" imports"))
            rows += nodes.definition_list_item("", term, nodes.definition("", said))
        return [rows]


def write(app: Sphinx) -> None:
    """Write the pages that are made, and take away those of an earlier build that are not made any more."""
    folder = Path(app.srcdir)
    made = dict(pages())
    for path, text in made.items():
        file = folder / path
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
    for top in {path.split("/")[0] for path in made}:
        for file in (folder / top).rglob("*.md"):
            if file.relative_to(folder).as_posix() not in made:
                file.unlink()


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_role("page", PageRole())
    app.add_directive("mermaid", Drawing)
    app.connect("builder-inited", write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
