"""The Movement phase: who goes together, ships, flights, the stack in hand. Chaosium [7]; Avalon Hill 6."""
