"""What a form says of the game that is to begin: the scenario, the edition, and which options are changed. No widgets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from elric.kernel.clauses import Ruleset, RulesetError, value_words
from elric.widgets.definition import TableDef
from elric.widgets.panels.options import FIELD

__all__ = ["Wanted", "read"]


class Wanted(NamedTuple):
    """The game that is to begin.

    Attributes:
        scenario, rules: what is to be played.
        note: what had to be chosen otherwise, in words; "" for nothing.
        faults: what cannot be as it was asked for, in words; `rules` is without it.
    """

    scenario: str
    rules: Ruleset
    note: str = ""
    faults: tuple[str, ...] = ()


def read(kit: TableDef, fields: Mapping[str, str]) -> Wanted | None:
    """What the form asks for; None where it names a scenario or an edition that there is not. A browser may say anything:
    an option or a value that there is not is a fault, and one that changes nothing in the scenario is left out."""
    game = kit.game
    scenario, edition = fields.get("scenario", ""), fields.get("edition", "") or game.edition
    known = game.scenarios().get(scenario)
    if known is None or edition not in game.editions:
        return None
    note = ""
    if edition not in known.editions:
        edition = known.editions[0]
        note = f"Only the {game.titles[edition]} edition has this scenario."
    rules, faults = game.ruleset(edition), []
    switches, here = game.register().switches, {switch.key for switch in game.switches(scenario)}
    for field, value in fields.items():
        key = field.removeprefix(FIELD)
        if key == field or not value:
            continue
        if key not in switches:
            faults.append(f"There is no option “{key.replace('_', ' ')[:40]}”.")
        elif key in here:
            try:
                rules = rules.with_(**{key: value})
            except RulesetError:
                may = ", ".join(value_words(choice) for choice in switches[key].choices)
                faults.append(f"{switches[key].says} This cannot be “{value[:40]}”, only one of these: {may}.")
    return Wanted(scenario, rules, note, tuple(faults))
