"""The Magic phase, and spells that are played at once. Chaosium [9], [16]; Avalon Hill 8, 14."""
