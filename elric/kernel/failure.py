"""What stands above all errors of the package."""

from __future__ import annotations

__all__ = ["ElricError"]


class ElricError(Exception):
    """What was asked for cannot be; the message says why, and where it can what was probably meant.

    Every error that the package raises on purpose is one, and beside it what Python's own errors say of its kind:

    ```text
    ElricError
    ├── UnknownGame, UnknownScenario, UnknownOpponent          ValueError: no such name
    ├── UnknownClause, UnknownKind, UnknownLesson              LookupError: no such name
    ├── RulesetError                                           ValueError: rules that no edition has
    ├── ActionError                                            ValueError: no action at all
    ├── IllegalAction                                          ValueError: the rules forbid it; `verdict` has the reasons
    ├── SeatError, UndoError                                   ValueError: not this seat, not now
    ├── PositionError, BoardError, LessonError, BattleError    ValueError: what was written cannot be; `problems` has every fault
    ├── SaveError, ProgressError, ReckonError, PolicyError     ValueError: what was kept or asked cannot be read
    ├── ChanceError                                            luck that was written down does not fit
    ├── KeepError                                              a game could not be kept
    │   ├── BehindError                                        another text stands there
    │   └── StoreError                                         the store of saves says no
    ├── ServeError, SiteError                                  the page cannot be served, or written as a folder
    ├── UsageError                                             ValueError: a command was asked for what there is not
    └── FrameError                                             a message of the page's server is none
    ```
    """
