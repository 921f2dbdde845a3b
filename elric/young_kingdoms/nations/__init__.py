"""Who holds cities and nations: replacements, muster, hordes, nations that fall. Chaosium [6], [11]; Avalon Hill 5, 10."""
