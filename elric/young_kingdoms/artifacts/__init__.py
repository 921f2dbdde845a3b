"""The black swords, and who is bound to what he bears. Chaosium [12]; Avalon Hill 11."""
