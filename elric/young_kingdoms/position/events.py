"""Every kind of event that the rules tell of, each declared beside the rule that tells it.

What is declared: the fields that everybody may read, then those only for the seats in the event's `to`; the sentence; the clause
on which it rests. What is not declared is read by nobody.
"""

from __future__ import annotations

from typing import Final

from elric.kernel.views import EventBook

EVENTS: Final = EventBook()
