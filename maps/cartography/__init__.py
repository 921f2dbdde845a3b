"""Generates the drawn map from the board data, and verifies that the two agree.

Build time only: needs numpy, scipy and shapely; nothing of the running program imports it, and no wheel carries it.
``make map`` reads ``maps/board.json`` and ``maps/sketch.json`` and writes ``maps/areas.geojson``,
``maps/background.svg`` and ``maps/background-dark.svg``, the same bytes every time.
"""
