"""The state: slots and small ints, its steps, notes and events, and the words they are said in. No rules live here."""
