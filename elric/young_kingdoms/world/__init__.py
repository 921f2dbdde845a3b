"""The land itself: what each kind of it asks of pieces, Imrryr, and who wins by what is held. Chaosium [5], [7.5]; Avalon Hill 4.9, 6.5."""
