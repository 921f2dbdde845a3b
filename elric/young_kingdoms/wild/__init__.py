"""Wild places: the search of the wilderness, random attacks, perilous waters. Chaosium [7.5], [7.6], [8]; Avalon Hill 6.5, 6.6, 7."""
