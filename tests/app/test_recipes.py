"""What the recipes of deploy/ say."""

from __future__ import annotations

import logging
import re
import shutil
import subprocess
import uuid
from pathlib import Path

import pytest

from elric.app import journal
from elric.app.cli import build_parser

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"


def test_the_recipes_use_options_there_are() -> None:
    unit = (DEPLOY / "elric@.service").read_text()
    (words,) = re.findall(r"^ExecStart=\S+/elric (.+)$", unit, re.M)
    args = build_parser().parse_args(words.replace("%i", "8866").split())
    assert (args.port, args.proxy, args.log) == (8866, True, "json")
    assert "KillMode=mixed" in unit, "kernels are not to be told to stop while the server lets them end their act"
    text = (DEPLOY / "README.md").read_text()
    for line in re.findall(r"^ +(?:\S+/)?elric (serve .+)$", text, re.M):
        build_parser().parse_args(re.sub(r"\s+#.*", "", line).split())


def unit() -> str:
    return (DEPLOY / "elric@.service").read_text()


def megabytes(text: str) -> float:
    return float(text[:-1]) * {"G": 1000, "M": 1}[text[-1]]


def test_the_unit_has_memory_for_the_tables_that_it_allows_and_one_that_goes_wrong_ends_alone() -> None:
    """So many tables of 75 MB, the server and its fork server, and as much again for four that go wrong, fit below the first
    bound; what the system kills beyond the second is no reason to end the others."""
    (words,) = re.findall(r"^ExecStart=\S+/elric (.+)$", unit(), re.M)
    args = build_parser().parse_args(words.replace("%i", "8866").split())
    (high,), (most,) = (re.findall(rf"^Memory{name}=(\S+)$", unit(), re.M) for name in ("High", "Max"))
    assert 75 * args.most + 300 + 4 * args.memory + args.spare < megabytes(high) < megabytes(most)
    assert re.search(r"^OOMPolicy=continue$", unit(), re.M)


def test_the_unit_is_as_closed_as_the_system_can_tell(tmp_path: Path) -> None:
    """`systemd-analyze security`, from 0 (closed) to 10."""
    analyse = shutil.which("systemd-analyze")
    assert {"IPAddressDeny=any", "NoNewPrivileges=yes", "ProtectSystem=strict"} <= set(unit().splitlines())
    assert "SystemCallFilter=@system-service" in unit()
    if analyse is None:
        return  # `make siege` installs it
    (tmp_path / "elric@.service").write_text(unit())
    said = subprocess.run(
        [analyse, "security", "--offline=true", "--no-pager", str(tmp_path / "elric@.service")], capture_output=True, text=True
    )  # fmt: skip
    assert "Unable to parse" not in said.stderr
    (exposure,) = re.findall(r"Overall exposure level for \S+: (\d+\.\d)", said.stdout)
    assert float(exposure) < 2.5


def test_a_proxy_shows_neither_health_nor_figures_to_strangers() -> None:
    text = (DEPLOY / "nginx.conf").read_text()
    assert re.search(r"location = /metrics \{ return 404; \}", text)
    (health,) = re.findall(r"location = /health \{(.*)\}", text)
    assert health.index("allow 127.0.0.1") < health.index("deny all")


def test_what_a_host_installs_is_pinned_and_hashed() -> None:
    text = (DEPLOY / "requirements.txt").read_text()
    entries = re.findall(r"^(\S+==\S+) \\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\\n|\n))+)", text, re.M)
    assert len(entries) == len(re.findall(r"^[a-z]", text, re.M)) > 50


@pytest.mark.parametrize("form", ["text", "json"])
def test_no_line_of_the_log_opens_a_page(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A kernel's id opens its page; so it is cut, in fields, in what a kernel says, in traces and in libraries' words."""
    kernel = str(uuid.uuid4())
    before = logging.getLogger().handlers[:], journal.LOG.handlers[:], journal.LOG.propagate, journal.LOG.level
    try:
        journal.open_log(form)
        journal.note("seated", kernel=kernel, visit="ABCD-EFGH")
        journal.note("kernel says", text=f"line\n{kernel}")
        logging.getLogger("library").warning("lost /api/kernels/%s/channels", kernel)
        try:
            raise KeyError(kernel)
        except KeyError:
            journal.note("page failed", trace=True, level=logging.ERROR)
    finally:
        logging.getLogger().handlers[:], journal.LOG.handlers[:], journal.LOG.propagate = before[:3]
        journal.LOG.setLevel(before[3])
    said = capsys.readouterr().err
    assert kernel not in said
    assert said.count(kernel[:8]) >= 4
