"""The error page of every HTTP handler, and the handler of unknown addresses."""

from __future__ import annotations

from typing import Any

from tornado.web import HTTPError, RequestHandler

__all__ = ["Nowhere", "Small", "nowhere"]


def nowhere(self: Any, status_code: int, **_: Any) -> None:
    """Replaces `write_error`: the libraries' error pages refer to pictures that are not served here, and fail."""
    page = self.settings["voila_jinja2_env"].get_template("error.html")
    self.set_header("Content-Type", "text/html; charset=utf-8")
    self.finish(page.render(base_url=self.settings["base_url"], status_code=status_code))


class Small(RequestHandler):
    """Base class of our own small handlers: our error page, and HEAD requests."""

    write_error = nowhere

    async def head(self, *args: Any) -> None:
        """As GET; the library leaves the body out."""
        answer = self.get(*args)
        if answer is not None:
            await answer


class Nowhere(RequestHandler):
    """Handles addresses that match no other handler."""

    write_error = nowhere

    def prepare(self) -> None:
        raise HTTPError(404)
