"""``make map``, or ``python -m cartography`` in the folder of the maps: regenerates the map from the board; deterministic down to the byte."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from shapely.geometry import Polygon

from .borders import cut_areas, draw_borders
from .colored.pen import DAY as COLORED_DAY
from .colored.pen import NIGHT as COLORED_NIGHT
from .colored.pen import Pen as ColoredPen
from .grow import grow, land_mask
from .hexes.colours import DAY as HEX_DAY
from .hexes.colours import NIGHT as HEX_NIGHT
from .hexes.pen import Pen
from .ink import colour_nations
from .labels import Layout
from .mesh import MARGIN, build_mesh
from .output import read_shapes, to_geojson
from .paint import Ground
from .proof import faults
from .repair import Repair
from .scenery import figures, islets, scenery
from .source import Board, Sketch, read_board, read_sketch
from .style import DAY, NIGHT, Drawing, render
from .typeface import Typeface

#: A seed that yields a map which agrees with the board; found by ``--search``.
SEED = 20
#: Size of a mesh cell, square units.
CELL = 177.07


def shapes_for(board: Board, sketch: Sketch, seed: int) -> list[Polygon]:
    """Grow, repair and cut the areas.

    :raises ValueError: when the result does not agree with the board; the message says where.
    """
    cells = round((board.width + 2 * MARGIN) * (board.height + 2 * MARGIN) / CELL)
    mesh = build_mesh(board.width, board.height, cells, seed)
    mask = land_mask(mesh, board, sketch, seed)
    owner, seeds = grow(mesh, board, sketch, mask, seed)
    owner, _ = Repair(mesh, board, owner, seeds, mask, seed).run()
    shapes = cut_areas(mesh, board, owner, draw_borders(mesh, board, owner))
    if wrong := faults(board, shapes):
        raise ValueError(f"seed {seed}: " + "; ".join(wrong))
    return shapes


def draw(maps: Path, board: Board, sketch: Sketch, shapes: list[Polygon]) -> None:
    """Write the three files of the map into the folder."""
    face = Typeface.load(maps / "fonts")
    plan = Layout(board, sketch, shapes, face).run()
    things = scenery(board, sketch, shapes, plan)
    tint = colour_nations(board, shapes)
    drawing = Drawing(
        board, sketch, shapes, plan, things,
        figures(board, sketch, shapes, plan), islets(board, sketch, shapes, plan), face, tint,
        Ground(board, sketch, shapes, tint),
    )  # fmt: skip
    (maps / "areas.geojson").write_text(to_geojson(board, shapes, plan), encoding="utf-8", newline="\n")
    for name, ink in (("background", DAY), ("background-dark", NIGHT)):
        (maps / f"{name}.svg").write_text(render(drawing, ink), encoding="utf-8", newline="\n")


def draw_hexes(folder: Path, pen: Pen | ColoredPen, *pair: Any) -> None:
    """Write the two pictures of a board of hexes into its folder."""
    folder.mkdir(exist_ok=True)
    for name, colours in zip(("background", "background-dark"), pair, strict=True):
        (folder / f"{name}.svg").write_text(pen.render(colours), encoding="utf-8", newline="\n")


def main(argv: list[str] | None = None) -> int:
    """Command line; 0 when the map was written, 1 when no seed agreed with the board."""
    parser = argparse.ArgumentParser(prog="python -m cartography", description=__doc__)
    parser.add_argument("--maps", type=Path, default=Path(__file__).resolve().parents[1])
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--search", type=int, default=1, metavar="N", help="try N seeds, from --seed upwards")
    parser.add_argument(
        "--look", action="store_true", help="keep the shapes in areas.geojson, and draw names and colours anew"
    )
    parser.add_argument(
        "--only", choices=("young-kingdoms", "dragon-pass", "sorcerer"), help="draw the map of one game alone"
    )
    args = parser.parse_args(argv)
    maps: Path = args.maps
    if args.only in (None, "dragon-pass"):
        draw_hexes(maps / "dragon-pass", Pen(maps / "fonts"), HEX_DAY, HEX_NIGHT)
    if args.only in (None, "sorcerer"):
        draw_hexes(maps / "sorcerer", ColoredPen(maps / "fonts"), COLORED_DAY, COLORED_NIGHT)
    if args.only in ("dragon-pass", "sorcerer"):
        return 0
    sketch = read_sketch(maps / "sketch.json")
    board = read_board(maps / "board.json", sketch)
    if args.look:
        draw(maps, board, sketch, read_shapes(maps / "areas.geojson", board))
        return 0
    for seed in range(args.seed, args.seed + args.search):
        try:
            shapes = shapes_for(board, sketch, seed)
        except ValueError as problem:
            print(problem, file=sys.stderr)
            continue
        draw(maps, board, sketch, shapes)
        print(f"seed {seed}: {len(shapes)} areas, {len(board.touching)} contacts, drawing and board agree")
        return 0
    return 1


if __name__ == "__main__":
    raise SystemExit(main())
