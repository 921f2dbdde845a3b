"""What if: exact odds by a game's own steps, and words for chances. The battles themselves are each game's own (`LabDef`)."""
