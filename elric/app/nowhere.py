"""What is said where there is nothing, or where something cannot be had: one card of ours for every fault of every handler."""

from __future__ import annotations

from typing import Any

from tornado.web import HTTPError, RequestHandler

__all__ = ["Nowhere", "Small", "nowhere"]


def nowhere(self: Any, status_code: int, **_: Any) -> None:
    """In the place of `write_error`: the libraries' own pages ask for pictures that are not served here, and fail over it."""
    page = self.settings["voila_jinja2_env"].get_template("error.html")
    self.set_header("Content-Type", "text/html; charset=utf-8")
    self.finish(page.render(base_url=self.settings["base_url"], status_code=status_code))


class Small(RequestHandler):
    """A handler of ours: its faults are told on our card, and who asks for the head alone gets that."""

    write_error = nowhere

    async def head(self, *args: Any) -> None:
        """As GET; the library leaves the body out."""
        answer = self.get(*args)
        if answer is not None:
            await answer


class Nowhere(RequestHandler):
    """What stands below no path of ours."""

    write_error = nowhere

    def prepare(self) -> None:
        raise HTTPError(404)
