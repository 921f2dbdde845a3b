"""A position: its state, how it is seen, told, said in plain data and put up again. No rules live here."""
