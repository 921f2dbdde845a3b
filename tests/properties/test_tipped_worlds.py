"""Games that begin in a tipped world, with spells open and maintained all over the map: whatever is played there, the
position stays sound and the save replays."""

from __future__ import annotations

from random import Random

import pytest

import elric
from elric.young_kingdoms.components import spells
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.description.invariants import broken

EDITIONS = ("chaosium", "avalon-hill")
MIXES = ("", ", attacked_may=fall-back", ", attacked_may=nothing", ", random_eaters=by-alignment")
NATIONS = {"jharkor": 0, "shazaar": 0, "tarkesh": 0, "dharijor": 1, "pan-tang": 1}
UNITS = {
    "jharkor_dhakos": ["yishana", "jharkor-wizard", "elric", "jharkor-army*4"],
    "shazaar_plains": ["ohada", "theleb-kaarna", "jagreen-lern", "shazaar-army*2"],
    "xanyaw": ["dharmit", "sarosto", "dharijor-sorcerer", "jharkor-army*2"],
    "dharijor_gromoorva": ["karnaal", "dharijor-army*3"],
    "pan_tang": ["pan-tang-general"],
    "jharkor_gulf": ["jharkor-admiral", "jharkor-fleet-1"],
}
STACKS = {"dharmit": 1, "jharkor-army-5": 2, "jharkor-army-6": 1, "sarosto": 3, "dharijor-sorcerer": 3}


def tipped(edition: str, luck: Random) -> elric.Game:
    side = luck.choice(("law", "chaos"))
    ruling = [x for i, x in enumerate(spells.IDS) if spells.ALIGNMENT_NAMES[i] == side and spells.STRENGTH[i]]
    calm = [x for i, x in enumerate(spells.IDS) if spells.ALIGNMENT_NAMES[i] == "neutral"]
    luck.shuffle(ruling)
    luck.shuffle(calm)
    near = [BOARD.ids[a] for a in BOARD.lands if BOARD.wild[a] or BOARD.nation[a] in NATIONS]
    spec = {
        "rules": edition + luck.choice(MIXES),
        "nations": NATIONS,
        "units": UNITS,
        "stacks": STACKS,
        "owners": {"elric": 0, "theleb-kaarna": luck.choice((0, 1))},
        "aboard": {"jharkor-admiral": "jharkor-fleet-1"},
        "met_elric": True,
        "assaults": ["shazaar_plains"],
        "tipped": side,
        "turn": 5,
        "ends": 8,
        "face_up": {luck.choice(near): [ruling.pop()] for _ in range(4)},
        "maintained": {"ohada": calm.pop(), "jharkor-wizard": ruling.pop(), "dharijor-sorcerer": calm.pop()},
        "hands": {"elric": [calm.pop()], "theleb-kaarna": [ruling.pop()], "jagreen-lern": [ruling.pop()]},
    }
    return elric.Game.at(spec, seed=luck.randrange(1 << 30), leaderless=True)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seed", range(10))
def test_a_tipped_world_stays_sound(edition: str, seed: int) -> None:
    luck = Random(f"{edition} {seed}")
    g = tipped(edition, luck)
    while g.outcome is None:
        by: dict[str, list[elric.Action]] = {}
        for a in g.legal_actions():
            by.setdefault(a.verb, []).append(a)
        g.push(luck.choice(by[luck.choice(list(by))]))
        assert not broken(g.state), (seed, g.record[-1])
    assert elric.Game.load(g.save()).state.key() == g.state.key()


def test_these_worlds_have_what_they_are_for() -> None:
    """Open spells attack in them, and spells are maintained and let go."""
    seen = set()
    for seed in range(6):
        luck = Random(seed)
        g = tipped("avalon-hill", luck)
        while g.outcome is None:
            g.push(luck.choice(g.legal_actions()))
        seen |= {e["kind"] for e in g.events}
    assert {"lurks", "maintain", "release", "random attack"} <= seen
