"""What a game can be played with otherwise, as HTML: chosen where it begins, told at its table. Pure functions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from elric.kernel.clauses import Ruleset, Switch, Value, chapter_of, value_text, value_words
from elric.widgets.markup import NOTHING, Markup, html, join
from elric.widgets.panels import controls

if TYPE_CHECKING:
    from elric.widgets.definition import TableDef

__all__ = ["FIELD", "changed", "choices"]

FIELD: Final = "switch-"  # before a switch's key: the field of the form
_OPTIONAL: Final = "Optional rules"
_NAMED: Final = 3  # changed options that the line at the table names before it is unfolded


def choices(kit: TableDef, scenario: str, rules: Ruleset | None) -> Markup:
    """The folded part of the form in which a game begins; empty until somebody unfolds it.

    Args:
        rules: what is chosen so far; None while nobody has asked for it, and then the page asks when it is unfolded.
    """
    switches = kit.game.switches(scenario)
    if not switches:
        return NOTHING
    asks, inside = html(' data-sends="options"'), html('<p class="quiet-words">A moment.</p>')
    if rules is not None:
        asks, inside = NOTHING, _groups(kit, switches, rules)
    return html(
        '<details class="options" data-key="options"{}><summary>Options</summary>{}</details>',
        asks,
        inside,
    )


def _groups(kit: TableDef, switches: Sequence[Switch], rules: Ruleset) -> Markup:
    """The switches by what they belong to: optional rules, then chapter by chapter; each group folded."""
    groups: dict[str, list[Switch]] = {_OPTIONAL: []}
    for switch in sorted(switches, key=lambda switch: _place(kit, switch, rules.edition)):
        groups.setdefault(_group(kit, switch, rules.edition), []).append(switch)
    return html(
        '<p class="quiet-words">What may be played otherwise. Leave it alone for an ordinary game; what is changed is told at the '
        "table.</p>{}",
        join(_folded(kit, title, some, rules) for title, some in groups.items() if some),
    )


def _folded(kit: TableDef, title: str, switches: Sequence[Switch], rules: Ruleset) -> Markup:
    return html(
        '<details class="group" data-key="options-{title}"><summary>{title} <small>{}</small></summary>{}</details>',
        _options(len(switches)),
        join(_row(kit, switch, rules) for switch in switches),
        title=title,
    )


def _row(kit: TableDef, switch: Switch, rules: Ruleset) -> Markup:
    """One switch: its sentence, and every value; the rules' own is sent as no value at all."""
    now = rules.settings()[switch.key]
    usual = switch.values[rules.edition]
    said = {value: "" if value == usual else value_text(value) for value in (*switch.choices, now)}
    rows = [
        (said[value], f"{value_words(value)}{_whose(kit, switch, value, rules.edition)}") for value in switch.choices
    ]
    return html(
        '<label class="option" data-key="option-{}"><span>{} <small>{}</small></span>'
        '<select name="{field}" data-key="{field}">{}</select></label>',
        switch.key,
        switch.says,
        _cited(kit, switch, rules.edition),
        controls.options(rows, said[now]),
        field=f"{FIELD}{switch.key}",
    )


def _whose(kit: TableDef, switch: Switch, value: Value, edition: str) -> str:
    """Which edition a value is of; the one that is to be played calls it its usual one."""
    if value == switch.values[edition]:
        return " (standard)"
    others = [kit.game.marks[e] for e, of_it in switch.values.items() if of_it == value]
    return f" ({', '.join(others)})" if others else ""


def _cited(kit: TableDef, switch: Switch, edition: str) -> str:
    return ", ".join(dict.fromkeys(kit.game.cite(pair, edition) for pair in switch.clauses))


def _clause(kit: TableDef, switch: Switch, edition: str) -> tuple[str, str]:
    """The edition and the number of the clause that a switch stands at: of the edition played, where it has one."""
    for pair in switch.clauses:
        numbers = dict(zip(kit.game.editions, pair, strict=True))
        for book in (edition, *kit.game.editions):
            if numbers[book]:
                return book, numbers[book]
    return edition, ""


def _group(kit: TableDef, switch: Switch, edition: str) -> str:
    e, number = _clause(kit, switch, edition)
    clause = kit.game.register().clauses.get((e, number))
    if clause is not None and clause.kind == "optional":
        return _OPTIONAL
    return kit.chapter_title(e, chapter_of(number))


def _place(kit: TableDef, switch: Switch, edition: str) -> int:
    """Where a switch stands in the book of its edition; what only another book has comes last."""
    e, number = _clause(kit, switch, edition)
    chapter = chapter_of(number)
    return (0 if e == edition else 1000) + (int(chapter) if chapter.isdigit() else 500)


def _options(count: int) -> str:
    return f"{count} option{'' if count == 1 else 's'}"


def changed(kit: TableDef, rules: Ruleset) -> Markup:
    """At the table: that a game is played with changed options, and which; nothing where none is changed."""
    known: Mapping[str, Switch] = kit.game.register().switches
    overrides = rules.overrides
    if not overrides:
        return NOTHING
    names = [f"{key.replace('_', ' ')}: {value_words(value)}" for key, value in overrides.items()]
    more = f", and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    rows = join(
        html(
            "<li>{} <b>{}</b> <small>{}, standard: {}</small></li>",
            known[key].says,
            f"{value_words(value)}.".capitalize(),
            _cited(kit, known[key], rules.edition),
            value_words(known[key].values[rules.edition]),
        )
        for key, value in overrides.items()
    )
    return html(
        '<details class="played-with" data-key="played-with"><summary>Played with {} changed: {}{}</summary>'
        "<ul>{}</ul></details>",
        _options(len(overrides)),
        ", ".join(names[:_NAMED]),
        more,
        rows,
    )
