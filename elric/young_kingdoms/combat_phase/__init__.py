"""The Combat phase: a battle from who is held back to what follows. Chaosium [10]; Avalon Hill 9."""
