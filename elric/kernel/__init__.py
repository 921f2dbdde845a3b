"""What every rule-bound game needs and no game in particular: clauses, verdicts, chance, steps, records."""
