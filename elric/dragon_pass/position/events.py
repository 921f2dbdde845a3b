"""Every kind of event that the rules tell of, each declared beside the rule that tells it (see `kernel.views.EventKind`).

Only the owner is told which counters march or retreat below the top one; those who fight are revealed.
"""

from __future__ import annotations

from typing import Final

from elric.kernel.views import EventBook

EVENTS: Final = EventBook()
