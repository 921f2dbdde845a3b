"""Studies: the same rows however they are played, kept row by row, gone on with, and what is reckoned from them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from elric.app.cli import main
from elric.app.studies import figures, report
from elric.app.studies.figures import Share, wilson
from elric.app.studies.runs import COLUMNS, Job, Rows, jobs, pairings, run, study

DUELS = jobs("elric", ["duel"], ["chaosium"], ["captain", "novice"], 4, 1)


def rows_of(path: Path, workers: int, **more: object) -> str:
    study(DUELS, Rows(path), workers, **more)  # type: ignore[arg-type]
    return path.read_text("utf-8")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The rows as one worker plays them, once for all tests."""
    return rows_of(tmp_path_factory.mktemp("study") / "whole.csv", 1)


def test_the_rows_are_the_same_whatever_the_number_of_workers(tmp_path: Path, whole: str) -> None:
    assert whole.count("\n") == len(DUELS) + 1
    assert rows_of(tmp_path / "two.csv", 2) == whole
    assert rows_of(tmp_path / "batches.csv", 1, batch=1) == whole


def test_a_study_that_was_stopped_goes_on_where_it_was(tmp_path: Path, whole: str) -> None:
    """What was played stays and is not played again; a line that was torn is."""
    path = tmp_path / "games.csv"

    def stop(n: int) -> None:
        if path.read_text("utf-8").count("\n") > 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        study(DUELS, Rows(path), 1, stop, batch=5)
    kept = path.read_text("utf-8")
    assert kept.count("\n") == 6
    path.write_text(kept[:-30], "utf-8")
    assert len(Rows(path).missing(DUELS)) == len(DUELS) - 4
    told: list[int] = []
    study(DUELS, Rows(path), 1, told.append)
    assert sum(told) == len(DUELS) - 4
    assert path.read_text("utf-8") == whole


def test_a_file_with_other_columns_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    path.write_text("a,b\n1,2\n")
    with pytest.raises(ValueError, match="no table of a study"):
        Rows(path)


def test_two_players_sit_in_each_seat() -> None:
    assert pairings(["a"], 3) == [("a", "a", "a")]
    assert pairings(["a", "b"], 2) == [("a", "b"), ("b", "a")]
    assert pairings(["a", "b"], 3) == [("a", "b", "b"), ("b", "a", "b"), ("b", "b", "a")]
    assert len(pairings(["a", "b", "c"], 3)) == 6


def test_the_luck_of_a_game_depends_on_its_number_alone() -> None:
    """So that a switch, or a player, is compared on the same dice."""
    one = Job("", "duel", "chaosium", ("captain", "novice"), 3, 1)
    assert one.luck == one._replace(rules="chaosium, overrun_ratio=2", players=("novice", "captain")).luck
    assert one.luck != one._replace(number=4).luck


def test_the_toy_takes_part() -> None:
    (row,) = [run(job) for job in jobs("tests.toy", ["hill"], ["first"], ["sorcerer-king"], 1, iterations=4)]
    assert tuple(row) == COLUMNS
    assert row["how"] in ("hill", "draw", "alone")
    assert int(row["acts"]) > 4


@pytest.mark.parametrize(
    ("won", "games", "low", "high"), [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (180, 200, 0.8506, 0.9343)]
)
def test_wilsons_interval(won: int, games: int, low: float, high: float) -> None:
    """Against values of the published formula."""
    assert wilson(won, games) == pytest.approx((low, high), abs=2e-4)


def test_a_draw_counts_half_between_two_players() -> None:
    rows = [{"players": "a b", "won_by": w} for w in ("a", "b", "", "a")] + [{"players": "a a", "won_by": "a"}]
    assert figures.against(rows, "a", "b") == Share(2.5, 4)
    assert figures.against(rows, "b", "a") == Share(1.5, 4)


def test_the_command_writes_a_table_a_report_and_plots(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "study"
    words = ["simulate", "--scenario", "duel", "--rules", "chaosium", "--vary", "overrun_ratio", "--players", "novice",
             "--games", "3", "--out", str(out)]  # fmt: skip
    assert main(words) == 0
    assert {p.name for p in out.iterdir()} == {"games.csv", "games.parquet", "report.md", "seats.svg", "length.svg",
                                               "spells.svg", "endings.svg", "switches.svg"}  # fmt: skip
    said = (out / "report.md").read_text("utf-8")
    assert "6 games." in said
    assert "overrun_ratio" in said.partition("What a change of the rules changes")[2]
    before = (out / "games.csv").read_text("utf-8")
    assert all(line.startswith("elric,duel,") for line in before.splitlines()[1:]), "each row names its game"
    assert main(words) == 0
    assert (out / "games.csv").read_text("utf-8") == before


def test_parquet_holds_the_same_table(tmp_path: Path) -> None:
    from pyarrow import parquet

    rows = [run(DUELS[0])]
    report.parquet(rows, tmp_path / "x.parquet")
    (read,) = parquet.read_table(tmp_path / "x.parquet").to_pylist()
    assert read["acts"] == int(rows[0]["acts"])
    assert read["how"] == rows[0]["how"]


@pytest.mark.parametrize(
    "words",
    [
        ["--players", "captian"],
        ["--scenario", "duell"],
        ["--rules", "chaosium, x=1"],
        ["--games", "0"],
        ["--vary", "overun_ratio"],
    ],
)
def test_what_is_not_understood_is_said(words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--out", str(tmp_path), *words]) == 2
    assert capsys.readouterr().err.startswith("elric: ")


@pytest.mark.siege
def test_the_same_rows_come_from_a_dask_cluster_of_two_processes(tmp_path: Path, whole: str) -> None:
    """A scheduler and two worker processes of their own, as on two machines; the command is told their address."""
    code = (
        "import sys\n"
        "from dask.distributed import LocalCluster\n"
        "from elric.app.cli import main\n"
        "if __name__ == '__main__':\n"
        "    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:\n"
        "        assert len({w.pid for w in cluster.workers.values()}) == 2\n"
        f"        words = ['simulate', '--scenario', 'duel', '--rules', 'chaosium', '--players', 'captain', 'novice',\n"
        f"                 '--games', '4', '--seed', '1', '--out', {str(tmp_path / 'there')!r}, '--dask', cluster.scheduler_address]\n"
        "        sys.exit(main(words))\n"
    )
    script = tmp_path / "cluster.py"
    script.write_text(code)
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert (tmp_path / "there" / "games.csv").read_text("utf-8") == whole


def test_a_table_of_who_met_whom_counts_draws_apart() -> None:
    """Won, drawn and lost of one player against another, by scenario and rules and in all; a draw counts half, or not as won."""
    row = dict.fromkeys(COLUMNS, "")
    rows = [
        row | {"scenario": s, "rules": "r", "players": p, "won_by": w}
        for s, p, w in (
            ("a", "x y", "x"),
            ("a", "y x", ""),
            ("b", "x y y", "y"),
            ("b", "x y y", "x"),
            ("b", "x x", "x"),
        )
    ]
    met = figures.meetings(rows, "x", "y")
    assert met == {("a", "r"): (1, 1, 0), ("b", "r"): (1, 0, 1), ("", ""): (2, 1, 1)}
    assert met["", ""].share == Share(2.5, 4)
    assert met["", ""].wins == Share(2, 4)
    assert figures.meetings(rows, "x", "x") == {}
    table = report.meetings(rows)
    assert "x against y" in table
    assert "| all |  | 2 | 1 | 1 | 62.5%" in table
