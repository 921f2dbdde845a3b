"""Who holds cities and nations, hordes, pieces of no nation, the play of one alone. Chaosium [6], [11]; Avalon Hill 5, 10."""
