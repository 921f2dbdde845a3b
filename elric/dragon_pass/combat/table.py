"""The Combat Results Table [12.4-12.8] and the odds [12.2, 22.1]."""

from __future__ import annotations

from typing import Final

A_ELIM, A_BACK, TRADE, D_BACK, D_ELIM = "A elim", "A bk 1", "Trade", "D bk 1", "D elim"
COLUMNS: Final = ("1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1")
CERTAIN: Final = len(COLUMNS) - 1  # 6:1 or more: no roll
HOPELESS: Final = -1  # worse than 1:2, where the table is closed to such odds
_ROWS: Final = (
    (A_ELIM, A_ELIM, A_ELIM, A_ELIM, A_BACK, A_BACK),
    (A_ELIM, A_ELIM, A_BACK, A_BACK, A_BACK, TRADE),
    (TRADE, A_BACK, TRADE, TRADE, TRADE, D_BACK),
    (TRADE, TRADE, TRADE, D_BACK, D_BACK, D_ELIM),
    (D_BACK, D_BACK, D_BACK, D_ELIM, D_ELIM, D_ELIM),
    (D_ELIM, D_ELIM, D_ELIM, D_ELIM, D_ELIM, D_ELIM),
)


def column(attack: int, defence: int, rounding: str = "half", below: str = "column") -> int:
    """The column of the table for two strengths in the same measure; CERTAIN at 6:1 or more, HOPELESS where worse than 1:2
    is not rolled."""
    if attack >= defence:
        if defence <= 0:
            return CERTAIN
        times = -(-attack // defence) if rounding == "up" else (2 * attack + defence) // (2 * defence)
        return min(times, CERTAIN)
    times = defence // attack if attack > 0 else 3
    if times < 2:
        return 1
    return HOPELESS if times > 2 and below == "lost" else 0


def result(column: int, die: int) -> str:
    """What a die gives in a column; without one where it is certain or hopeless."""
    if column == CERTAIN:
        return D_ELIM
    if column == HOPELESS:
        return A_ELIM
    return _ROWS[die - 1][column]


def is_rolled(column: int) -> bool:
    """Whether a die is thrown in this column."""
    return 0 <= column < CERTAIN


def dice_for(column: int, said: str) -> int:
    """How many of the six dice give a result in a column that is rolled."""
    return sum(row[column] == said for row in _ROWS)


def odds_words(column: int) -> str:
    """The odds of a column as players say them."""
    return "worse than 1:2" if column == HOPELESS else COLUMNS[column] + (" or more" if column == CERTAIN else "")
