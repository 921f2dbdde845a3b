"""Set-up, the order of play and random appearances. Chaosium [3]-[5], [14]; Avalon Hill 2-4, 13."""
