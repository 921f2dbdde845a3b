"""What may be held and cast by whom, by the kind of spell. Chaosium [9.3]; Avalon Hill 8.3-8.35."""

from __future__ import annotations

import pytest
from kit import DHAKOS, EDITIONS, NATIONS, allowed, at, cite, dice, play, refused, texts, told


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_9_3_3_and_8_33_others_hold_them_for_muster(rules: str) -> None:
    """9.3, 9.3.3 / 8.3, 8.33: Ohada may hold the Dragons, but not use them."""
    g = at(
        rules,
        nations=NATIONS,
        phase="magic",
        units={"shazaar_plains": ["yishana", "ohada", "sarosto"]},
        hands={"ohada": ["dragons"]},
    )
    refused(g, "cast ohada dragons", cite(rules, "12.3", "11.3"))


def test_ah_8_33_who_cannot_use_it_may_throw_it_away() -> None:
    """8.33: somebody who is no Melnibonean may discard a Melnibonean spell, and no other one."""
    g = at(
        "avalon-hill",
        nations=NATIONS,
        phase="magic",
        owners={"dyvim-slorm": 0},
        units={"shazaar_plains": ["yishana", "ohada", "sarosto", "dyvim-slorm"]},
        hands={"ohada": ["dragons", "arkyn"], "dyvim-slorm": ["golden-melnibonean-battle-barge"]},
    )
    refused(g, "discard ohada arkyn", "8.33")
    refused(g, "discard dyvim-slorm golden-melnibonean-battle-barge", "8.33")
    refused(g, "discard sarosto dragons", "8.33")
    play(g, "discard ohada dragons")
    assert "dragons" in g.view()["discards"]
    assert g.view(0)["hands"]["ohada"] == ["arkyn"]  # nothing is drawn for it


def test_ah_8_33_at_any_time_in_the_muster_phase_too() -> None:
    """8.33: nobody need be near for that: whoever is asked in his Muster phase may throw it away there."""
    g = at(
        nations=NATIONS,
        units={"xanyaw": ["yishana"], "pan_tang": ["jagreen-lern"]},
        hands={"yishana": ["dragons"]},
        phase="magic",
    )
    assert g.phase == "muster"
    play(g, "discard yishana dragons")
    assert g.phase == "muster"
    assert "dragons" in g.view()["discards"]
    g = at(
        "chaosium",
        nations=NATIONS,
        units={"xanyaw": ["yishana"], "pan_tang": ["jagreen-lern"]},
        hands={"yishana": ["dragons"]},
        phase="muster",
    )
    refused(g, "discard yishana dragons", "9.3.3")


def test_ch_9_3_3_nothing_is_thrown_away_at_will() -> None:
    """9.3.3: the 1981 book has no such permission."""
    g = at(
        "chaosium",
        nations=NATIONS,
        phase="magic",
        units={"shazaar_plains": ["yishana", "ohada", "sarosto"]},
        hands={"ohada": ["dragons"]},
    )
    refused(g, "discard ohada dragons", "9.3.3")


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize(
    ("spell", "chaosium", "avalon_hill"),
    [
        ("golden-melnibonean-battle-barge", "16.6", "14.6"),
        ("horn-of-fate", "9.3.4", "8.34"),
        ("escape-a", "16.5", "14.5"),
        ("invulnerability", "16.5", "14.5"),
        ("dead-gods-book", "16.2", "14.2"),
        ("quaolnargn", "16.2", "14.2"),
    ],
)
def test_both_9_3_and_8_3_spells_that_are_not_for_battle(
    rules: str, spell: str, chaosium: str, avalon_hill: str
) -> None:
    """9.3.2-9.3.4, 16.0 / 8.32-8.34, 14: what is not cast in battle is refused by its own clause."""
    g = at(
        rules,
        nations=NATIONS,
        phase="magic",
        units={"shazaar_plains": ["yishana", "lamsar", "sarosto"]},
        owners={"lamsar": 0},
        hands={"lamsar": [spell]},
    )
    refused(g, f"cast lamsar {spell}", cite(rules, chaosium, avalon_hill))


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_9_3_5_and_8_35_law_chaos_and_neutral_are_cast(rules: str) -> None:
    """9.3.5 / 8.35: spells of the three aligned kinds may all be laid for a battle."""
    for spell in ("arkyn", "balan", "fileet"):
        g = at(
            rules,
            nations=NATIONS,
            phase="magic",
            units={"shazaar_plains": ["yishana", "ohada", "sarosto"]},
            hands={"ohada": [spell]},
        )
        allowed(g, f"cast ohada {spell}")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_9_1_and_8_11_a_hidden_spell_belongs_to_its_finder(rules: str) -> None:
    """9.1 / 8.11: whoever finds the hidden spell takes it."""
    g = at(
        rules,
        dice(5),
        nations=NATIONS,
        phase="search",
        units={"xanyaw": ["ohada"]},
        hidden={"xanyaw": ["arkyn"]},
    )
    play(g, "search xanyaw magic", "take ohada")
    assert g.view(0)["hands"] == {"ohada": ["arkyn"]}


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_9_3_1_and_8_31_played_at_once(rules: str) -> None:
    """9.3.1 / 8.31: a spell of the kind that plays at once is never held; the Reshuffle found fills the container."""
    g = at(
        rules,
        [*dice(5), 0],
        nations=NATIONS,
        phase="search",
        units={"xanyaw": ["ohada"]},
        hidden={"xanyaw": ["reshuffle-1"]},
        discards=["arkyn", "balan"],
    )
    play(g, "search xanyaw magic")
    assert told(g, "omen")
    assert "reshuffle-1" not in g.view(0)["hands"].get("ohada", [])
    assert told(g, "refilled")


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize(("face", "lives"), [(5, True), (6, False)])
def test_both_9_3_1_the_mirror_strikes_its_finder_where_that_is_played(rules: str, face: int, lives: bool) -> None:
    """9.3.1 / 8.31, ruling mirror: by the switch mirror_at_once Yishana, who finds it, has to escape it, and nobody holds it."""
    g = at(
        {"edition": rules, "mirror_at_once": True},  # type: ignore[arg-type]
        dice(5, face),
        nations=NATIONS,
        phase="search",
        units={"xanyaw": ["yishana"], DHAKOS: ["dharmit"]},
        hidden={"xanyaw": ["mirror-of-memory"]},
    )
    play(g, "search xanyaw magic")
    while g.step == "reappear":
        g.push(sorted(texts(g))[0])
    assert [e["ok"] for e in told(g, "escape")] == [lives]
    assert ("yishana" in g.view()["units"]) == lives
    assert "mirror-of-memory" in g.view()["discards"]


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_9_3_1_the_mirror_is_held_as_printed(rules: str) -> None:
    """16.3 / 14.3, ruling mirror: otherwise it is found and held like other spells."""
    g = at(
        rules,
        dice(5),
        nations=NATIONS,
        phase="search",
        units={"xanyaw": ["yishana"], DHAKOS: ["dharmit"]},
        hidden={"xanyaw": ["mirror-of-memory"]},
    )
    play(g, "search xanyaw magic", "take yishana")
    assert g.view(0)["hands"] == {"yishana": ["mirror-of-memory"]}
