"""The notebooks in JupyterLab: all cells run, the map stands and is scrolled past by the wheel, and nothing fails on the way."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest
from harness import ROOT, WIDE, chromium

PORT = 9570
_SCROLLED = "() => document.querySelector('.jp-WindowedPanel-outer').scrollTop"
_BUSY = "() => [...document.querySelectorAll('.jp-InputArea-prompt')].some(it => it.textContent.includes('*'))"


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """JupyterLab on a copy of the notebooks, with folders of its own for all that it keeps."""
    folder = tmp_path_factory.mktemp("lab")
    shutil.copytree(ROOT / "notebooks", folder / "work")
    quiet = folder / "settings" / "@jupyterlab" / "apputils-extension"
    quiet.mkdir(parents=True)
    (quiet / "notification.jupyterlab-settings").write_text('{"fetchNews": "false", "checkForUpdates": false}')
    own = {
        "JUPYTER_CONFIG_DIR": "config", "JUPYTER_DATA_DIR": "data", "JUPYTERLAB_SETTINGS_DIR": "settings",
        "JUPYTERLAB_WORKSPACES_DIR": "workspaces", "ELRIC_SAVES": "saves",
    }  # fmt: skip
    paths = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    process = subprocess.Popen(
        [
            sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", f"--port={PORT}", "--ServerApp.port_retries=0",
            "--IdentityProvider.token=", f"--ServerApp.root_dir={folder / 'work'}",
        ],
        env={**os.environ, **{name: str(folder / where) for name, where in own.items()}, "PYTHONPATH": paths},
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip
    address = f"http://localhost:{PORT}/"
    try:
        until = time.monotonic() + 60
        while True:
            try:
                urllib.request.urlopen(address + "api", timeout=2).close()
                break
            except OSError:
                assert process.poll() is None, "JupyterLab ended"
                assert time.monotonic() < until, "JupyterLab did not start"
                time.sleep(0.3)
        yield address
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(20)


def opened(chrome: Any, address: str, errors: list[str]) -> Any:
    """A page with a notebook of which all cells have run."""
    page = chrome.new_page(viewport={"width": WIDE[0], "height": WIDE[1]})
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
    page.goto(address, wait_until="load")
    page.wait_for_selector(".jp-NotebookPanel .jp-Cell", timeout=60_000)
    # the kernel is connected when its state stands in the bar below; before that nothing is run
    page.wait_for_selector("#jp-main-statusbar >> text=/ Idle$/", timeout=90_000)
    page.wait_for_selector("#jupyterlab-splash", state="detached", timeout=60_000)
    page.click(".lm-MenuBar-item >> text=Run")
    page.click(".lm-Menu-item[data-command='runmenu:run-all']")
    page.wait_for_selector(".jp-OutputArea-output", state="attached", timeout=60_000)
    page.wait_for_function(f"() => !({_BUSY})()", timeout=120_000)
    return page


@pytest.mark.parametrize("notebook", ["elric.ipynb", "lessons/02-moving.ipynb"])
def test_a_notebook_runs_in_jupyterlab(lab: str, notebook: str) -> None:
    errors: list[str] = []
    with chromium() as chrome:
        page = opened(chrome, f"{lab}lab/tree/{notebook}?reset", errors)
        board = page.locator(".elric-map .leaflet-container").first
        board.wait_for(timeout=60_000)
        page.wait_for_selector("path[class*=prov-]", timeout=60_000, state="attached")
        assert (
            page.locator(".jp-RenderedText[data-mime-type*=error], .jp-RenderedText[data-mime-type*=stderr]").count()
            == 0
        )
        board.scroll_into_view_if_needed()
        box = board.bounding_box()
        page.mouse.move(box["x"] + box["width"] / 2, min(box["y"] + box["height"] / 2, WIDE[1] - 80))
        page.wait_for_timeout(500)
        before = page.evaluate(_SCROLLED)
        page.mouse.wheel(0, 300)
        page.wait_for_function(f"before => ({_SCROLLED})() > before + 200", arg=before, timeout=5000)
    assert errors == []


def test_the_tour_of_the_lab_runs_in_jupyterlab(lab: str) -> None:
    """Odds as text and as charts, without a widget."""
    errors: list[str] = []
    with chromium() as chrome:
        page = opened(chrome, f"{lab}lab/tree/tour-lab.ipynb?reset", errors)
        page.evaluate("() => { document.querySelector('.jp-WindowedPanel-outer').scrollTop = 0; }")
        page.wait_for_selector(".vega-embed :is(svg, canvas)", timeout=30_000)
        assert page.locator(".jp-RenderedText[data-mime-type*=error]").count() == 0
    assert errors == []
