"""Movement by land, sea and air, wilderness and search. Chaosium [7], [8]; Avalon Hill 6, 7."""
