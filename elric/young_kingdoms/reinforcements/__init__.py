"""The Replacement and the Muster phase. Chaosium [6], [11]; Avalon Hill 5, 10."""
