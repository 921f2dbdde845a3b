"""Set-up, the order of play, refusals that can be followed, and how the game ends. Chaosium [3]-[5], [14]; Avalon Hill 2-4, 13."""
