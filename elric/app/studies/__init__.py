"""Studies: many games between computer players, played on several processors or machines, saved row by row and
summarised in a report."""
