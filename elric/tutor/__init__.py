"""Lessons, coach and practice, independent of any game and of the page; a game supplies its part through
`tutor.definition`."""
