"""Plans of a game: what is gone for, by whom, by when, at what chance; chosen together, and kept from turn to turn."""
