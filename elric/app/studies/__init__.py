"""Many games between computer players: played on several processors or machines, kept row by row, told in a report."""
