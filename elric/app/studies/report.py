"""The report of a study: a Markdown text with tables, and plots where matplotlib is installed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import mean
from typing import Any, Final

from elric.app.studies import figures
from elric.app.studies.figures import Row

__all__ = ["meetings", "parquet", "plots", "text"]

_INK: Final = ("#1f4e79", "#b5542b", "#5b7f3a", "#7a5195", "#9a9a9a")


def text(rows: Sequence[Row], base: str = "") -> str:
    """The study in Markdown."""
    lines = ["# A study of many games", "", f"{len(rows)} games.", "", "## Who wins", ""]
    lines += ["| scenario | rules | side | wins (95 % interval) |", "|---|---|---|---|"]
    for (scenario, rules), shares in sorted(figures.balance(rows).items()):
        for seat, share in shares.items():
            who = seat or "nobody"
            lines.append(f"| {scenario} | {rules} | {who} | {share} |")
    pairs = sorted({tuple(sorted(set(row["players"].split()))) for row in rows})
    met = [pair for pair in pairs if len(pair) == 2]
    if met:
        lines += ["", "## Player against player", "", *_meetings(rows, met)]
    lines += ["", "## How games end", "", "| scenario | ending | games |", "|---|---|---|"]
    for scenario, found in sorted(figures.endings(rows).items()):
        lines += [f"| {scenario} | {how} | {n} |" for how, n in found.most_common()]
    lines += ["", "## How long, and with how much magic", ""]
    lines += [
        "| scenario | turns | acts | spells cast | spells for a muster | spells given up |",
        "|---|---|---|---|---|---|",
    ]
    for scenario in sorted({row["scenario"] for row in rows}):
        some = [row for row in rows if row["scenario"] == scenario]
        cells = [
            f"{mean(float(row[c]) for row in some):.1f}" for c in ("turn", "acts", "cast", "musters", "sacrifices")
        ]
        lines.append(f"| {scenario} | {' | '.join(cells)} |")
    changes = figures.switches(rows, base) if base else []
    if changes:
        lines += ["", f"## What a change of the rules changes, against {base}", ""]
        lines += ["| rules | another wins | first seat wins more | acts more | spells more |", "|---|---|---|---|---|"]
        lines += [
            f"| {c.rules} | {c.other_winner} | {100 * c.first_seat:+.1f} points | {c.acts:+.1f} | {c.cast:+.2f} |"
            for c in sorted(changes, key=lambda c: -c.other_winner.share)
        ]
    return "\n".join(lines) + "\n"


def _meetings(rows: Sequence[Row], met: Sequence[tuple[str, ...]]) -> list[str]:
    """Tables of players who met: games won, drawn and lost, and both ways to count a draw, with Wilson's intervals."""
    lines = []
    for one, other in met:
        # with more than two seats the player who has only one seat comes first
        alone = sum(row["players"].split().count(one) for row in rows if set(row["players"].split()) == {one, other})
        them = sum(row["players"].split().count(other) for row in rows if set(row["players"].split()) == {one, other})
        one, other = (one, other) if alone <= them else (other, one)
        lines += [
            f"| {one} against {other} | rules | won | drawn | lost | share, a draw counts half (95 %) | won (95 %) |",
            "|---|---|---|---|---|---|---|",
        ]
        for (scenario, rules), n in figures.meetings(rows, one, other).items():
            where = scenario or "all"
            lines.append(f"| {where} | {rules} | {n.won} | {n.drawn} | {n.lost} | {n.share} | {n.wins} |")
        lines.append("")
    return lines[:-1]


def meetings(rows: Sequence[Row]) -> str:
    """The tables of players who met, in Markdown; "" where none did."""
    pairs = sorted({tuple(sorted(set(row["players"].split()))) for row in rows})
    return "\n".join(_meetings(rows, [pair for pair in pairs if len(pair) == 2]))


def plots(rows: Sequence[Row], folder: Path, base: str = "") -> list[Path]:
    """Draw the plots into a folder; returns the files. Raises ImportError where matplotlib is not installed."""
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    def sheet(name: str, draw: Any, tall: float = 3.6) -> Path:
        figure = Figure(figsize=(8, tall), layout="constrained")
        FigureCanvasSVG(figure)
        axes = figure.add_subplot()
        axes.spines[["top", "right"]].set_visible(False)
        draw(axes)
        path = folder / f"{name}.svg"
        figure.savefig(path, metadata={"Date": None})
        return path

    shares = dict(sorted(figures.balance(rows).items()))
    out = [
        sheet("seats", lambda axes: _seats(axes, shares), 1.2 + 0.45 * len(shares)),
        sheet("length", lambda axes: _boxes(axes, figures.lengths(rows, "acts"), "acts in a game")),
        sheet("spells", lambda axes: _boxes(axes, figures.lengths(rows, "cast"), "spells cast in a game")),
        sheet("endings", lambda axes: _endings(axes, figures.endings(rows))),
    ]
    changes = figures.switches(rows, base) if base else []
    if changes:
        out.append(sheet("switches", lambda axes: _changes(axes, changes), 1.2 + 0.35 * len(changes)))
    return out


def _seats(axes: Any, shares: Mapping[tuple[str, str], Mapping[str, figures.Share]]) -> None:
    names = [f"{scenario}, {rules}" for scenario, rules in shares]
    met: dict[str, list[str]] = {}
    for (scenario, _), found in shares.items():
        met.setdefault(scenario, [side for side in found if side])
    for k, key in enumerate(shares):
        for n, side in enumerate(met[key[0]]):
            share = shares[key][side]
            low, high = share.interval
            x = 100 * share.share
            axes.errorbar(
                [x], [k + 0.16 * (n - 1)], xerr=[[max(0.0, x - 100 * low)], [max(0.0, 100 * high - x)]],
                fmt="o", color=_INK[n % len(_INK)], capsize=3, label=side if k == 0 or key[0] != names[k - 1].split(", ")[0] else None,
            )  # fmt: skip
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    axes.set_xlim(0, 100)
    axes.set_xlabel("games won, % (with 95 % interval)")
    axes.legend(frameon=False, loc="center left", bbox_to_anchor=(1.0, 0.5))


def _boxes(axes: Any, found: Mapping[str, Sequence[float]], label: str) -> None:
    names = sorted(found)
    axes.boxplot(
        [found[name] for name in names], orientation="horizontal", tick_labels=names, medianprops={"color": _INK[1]}
    )
    axes.invert_yaxis()
    axes.set_xlabel(label)


def _endings(axes: Any, found: Mapping[str, Mapping[str, int]]) -> None:
    names = sorted(found)
    kinds = sorted({how for row in found.values() for how in row})
    left = [0.0] * len(names)
    for k, how in enumerate(kinds):
        wide = [100 * found[name].get(how, 0) / sum(found[name].values()) for name in names]
        axes.barh(names, wide, left=left, label=how, color=f"C{k}")
        left = [a + b for a, b in zip(left, wide, strict=True)]
    axes.invert_yaxis()
    axes.set_xlabel("games, %")
    axes.legend(frameon=False, loc="center left", bbox_to_anchor=(1.0, 0.5), fontsize="small")


def _changes(axes: Any, changes: Sequence[figures.SwitchEffect]) -> None:
    ordered = sorted(changes, key=lambda c: -c.other_winner.share)
    shares = [c.other_winner for c in ordered]
    xs = [100 * s.share for s in shares]
    # at 0 % and 100 % a bound of the interval may differ from the share by a rounding error
    errors = [
        [max(0.0, 100 * (s.share - s.interval[0])) for s in shares],
        [max(0.0, 100 * (s.interval[1] - s.share)) for s in shares],
    ]
    axes.errorbar(xs, range(len(ordered)), xerr=errors, fmt="o", color=_INK[0], capsize=3)
    axes.set_yticks(range(len(ordered)), [c.rules for c in ordered])
    axes.invert_yaxis()
    axes.set_xlim(left=0)
    axes.set_xlabel("games that another seat wins than under the first rules, %")


def parquet(rows: Sequence[Row], path: Path) -> None:
    """The same table as Parquet, numbers as numbers. Raises ImportError where pyarrow is not installed."""
    import pyarrow as pa
    from pyarrow import parquet as files

    numbers = ("number", "seed", "turn", "acts", "cast", "musters", "sacrifices", "battles")
    columns: dict[str, list[Any]] = {c: [row[c] for row in rows] for c in rows[0]} if rows else {}
    for c in numbers:
        if c in columns:
            columns[c] = [int(v) for v in columns[c]]
    if "winner" in columns:
        columns["winner"] = [int(v) if v else None for v in columns["winner"]]
    files.write_table(pa.table(columns), path)
