"""What draws views and sends actions. It holds no rule.

`board.Board(view)` is a whole board for a notebook; the page is built from `board.BoardMap`, `bridge.Bridge` and the
pure functions of `counters`.
"""
