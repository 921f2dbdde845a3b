"""What the page needs to know of the game of Elric itself: choices, counters, tracks, cards, the gazetteer, the lab."""
