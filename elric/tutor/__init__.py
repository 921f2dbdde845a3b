"""Teaching: the frames of lessons, coach and practice. They know no game and no screen; see `tutor.definition`."""
