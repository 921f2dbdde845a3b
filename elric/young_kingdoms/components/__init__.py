"""What is in the box: counters, spells, board, scenarios, the law of both books, and the notation that names them."""
