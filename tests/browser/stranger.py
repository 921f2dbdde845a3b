"""A stranger's path through the served page, in each game: first page, first turn, first battle, first loss, return. Counts
clicks, and the words that stand on the screen before each. `python tests/browser/stranger.py` prints them; with a folder, for the
checkout there.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import TimeoutError

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
TREE = Path(sys.argv[1] if len(sys.argv) > 1 and __name__ == "__main__" else HERE.parents[1]).resolve()
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(TREE), os.environ.get("PYTHONPATH")]))
sys.path.insert(0, str(TREE))

# what somebody presses who does not know the game: the way that shines, else the first that is offered
_WAYS = (
    "[data-do=ready]", "[data-do=advised]", "[data-key=next-roll]", ".er-slot .btn.primary", ".er-slot button[data-act]",
    ".er-slot button[data-do=several]",
)  # fmt: skip
_MOST = 120
_ON_SCREEN = """() => {
  const told = [...document.querySelectorAll('.unseen, [aria-live]')].filter(it => getComputedStyle(it).position === 'absolute' && it.offsetWidth < 3);
  for (const it of told) it.style.display = 'none';
  const text = document.body.innerText;
  for (const it of told) it.style.display = '';
  return text;
}"""


class Stranger:
    """Presses what is offered, and counts.

    Attributes:
        clicks, words: pressed so far; read so far, each screen's words counted when they first stand there.
    """

    def __init__(self, page: Any) -> None:
        self.page = page
        self.clicks = self.words = 0
        self._seen: set[str] = set()
        self.read()

    def read(self) -> None:
        """Read what is new: each line once. What is there for a screen reader alone stands on no screen."""
        for line in self.page.evaluate(_ON_SCREEN).splitlines():
            if line.strip() and line not in self._seen:
                self._seen.add(line)
                self.words += sum(any(c.isalpha() for c in word) for word in line.split())

    def press(self, way: str) -> bool:
        """Press the first that answers to a selector; False where there is none."""
        found = self.page.locator(way).locator("visible=true")
        for k in range(min(found.count(), 4)):
            one = found.nth(k)
            if one.is_visible() and one.is_enabled():
                try:
                    one.click(timeout=3000)
                except TimeoutError:  # it went, or was drawn anew, before it could be pressed
                    return True
                self.clicks += 1
                self.page.wait_for_timeout(350)
                self.read()
                return True
        return False

    def until(self, there: Callable[[], bool]) -> bool:
        """Go on until something has come about."""
        for _ in range(_MOST):
            if there():
                return True
            if not any(self.press(way) for way in _WAYS):
                self.page.wait_for_timeout(1500)  # a computer plays
                self.read()
        return there()


def path(page: Any) -> list[tuple[str, int, int, bool]]:
    """Each stretch with its clicks and words so far, and whether it was reached."""
    s = Stranger(page)
    rows = [("first page", s.clicks, s.words, True)]

    def text() -> str:
        return str(page.inner_text("body"))

    begun = text()
    rows.append(("first act", s.clicks, s.words, s.until(lambda: s.clicks > 0 and text() != begun)))
    rows[-1] = ("first act", s.clicks, s.words, rows[-1][3])
    reached = s.until(lambda: "Turn 1" in text() and page.locator(".ribbon [aria-current=step]").count() > 0)
    rows.append(("first turn", s.clicks, s.words, reached))
    reached = s.until(lambda: page.locator(".battlecard").count() > 0)
    rows.append(("first battle", s.clicks, s.words, reached))
    reached = s.until(lambda: page.locator(".battlecard .b-loss").count() > 0)
    rows.append(("first loss", s.clicks, s.words, reached))
    address = page.url
    stood = page.locator(".masthead").first.inner_text()
    page.goto(address, wait_until="commit")
    from harness import wait_ready

    wait_ready(page)
    back = page.locator(".masthead").first.inner_text() == stood
    rows.append(("saved, and back by the same address", s.clicks, s.words, back))
    page.goto(
        address.partition("?")[0]
        + ("?game=" + address.partition("game=")[2].partition("&")[0] if "game=" in address else "")
    )
    wait_ready(page)
    reached = s.press("[data-key=door-recent]")
    page.wait_for_timeout(1000)
    reached = reached and page.locator(".masthead").first.inner_text() == stood
    rows.append(("back by the first page", s.clicks, s.words, reached))
    return rows


def main() -> None:
    """Print the path."""
    import harness

    harness.ROOT = TREE
    with harness.serving("--port", "9320", "--ready", "1") as server, harness.chromium() as browser:
        for game in sys.argv[2:] or ("", "?game=dragon-pass"):
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            page.goto(server.address + game, wait_until="commit")
            harness.wait_ready(page)
            page.wait_for_timeout(1500)
            print(game or "the first game of the house")
            for what, clicks, words, reached in path(page):
                print(f"  {what:40} {clicks:4} clicks {words:6} words {'' if reached else '  not reached'}", flush=True)


if __name__ == "__main__":
    main()
