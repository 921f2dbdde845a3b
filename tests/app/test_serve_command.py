"""What `elric serve` says to a host who asks for what cannot be: before anything is started, in a sentence."""

from __future__ import annotations

import pytest

from elric.app.cli import main


@pytest.mark.parametrize(
    ("option", "word"),
    [
        ("--port=0", "a port is a number from 1 to 65535"), ("--port=70000", "a port is a number"), ("--port=x", "a port is a number"),
        ("--most=0", "from 1 was expected"), ("--idle=x", "from 1 was expected"), ("--away=²", "from 1 was expected"),
        ("--ready=-1", "from 0 was expected"), ("--keep-days=1.5", "from 0 was expected"), ("--memory=" + "9" * 20, "from 0 was expected"),
    ],
)  # fmt: skip
def test_numbers_that_make_no_sense_are_named(option: str, word: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["serve", "--no-browser", option])
    assert end.value.code == 2
    said = capsys.readouterr().err
    assert word in said
    assert "_count" not in said


def test_a_notebook_that_is_not_there_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--no-browser", "--notebook", "nowhere.ipynb"]) == 1
    assert capsys.readouterr().err == "There is nothing to serve: no notebook nowhere.ipynb.\n"
