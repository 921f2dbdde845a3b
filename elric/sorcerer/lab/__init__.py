"""The what-if lab of *Sorcerer*: exact odds with their spans, for meetings, Bolts, attrition, vortexes, Seals and new spells."""

from elric.sorcerer.lab.battle import Battle, JoinedBolt, Seal, at_hand
from elric.sorcerer.lab.definition import LAB
from elric.sorcerer.lab.law import Ending, Law
from elric.sorcerer.lab.meeting import Meeting
from elric.sorcerer.lab.risks import Risk, over

__all__ = ["LAB", "Battle", "Ending", "JoinedBolt", "Law", "Meeting", "Risk", "Seal", "at_hand", "over"]
