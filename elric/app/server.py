"""The server: Voilà with this project's template and settings in code; it reads no settings where it is started."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import sys
import webbrowser
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import tornado.ioloop
import tornado.netutil
from jupyter_server.services.kernels.handlers import KernelHandler, _kernel_id_regex
from tornado.ioloop import PeriodicCallback
from tornado.web import RedirectHandler, RequestHandler, StaticFileHandler
from traitlets.config import Config
from voila.app import Voila
from voila.static_file_handler import MultiStaticFileHandler, TemplateStaticFileHandler
from voila.tornado.handler import TornadoVoilaHandler

from elric import games
from elric.app import frames, kernels, places, visits
from elric.app.gate import LIMITS, QUIET, Gate, Hosts, Listener, base_path
from elric.app.lobby import AWAY_SECONDS, Lobby, default_most
from elric.app.store import KEEP_DAYS, KEEP_PAGES, SaveStore
from elric.app.store.service import LENT, Service
from elric.widgets.bridge.bridge import STATIC
from elric.widgets.definition import TableDef

__all__ = ["ServeError", "Settings", "serve", "voila_config"]

TEMPLATE = "elric"
PORTS_TO_TRY = 50
CULL_SECONDS = 3600
"""A closed tab ends its kernel at once and one that vanished in minutes; this is for tabs that nobody looks at."""

EXTENSIONS = [
    "@jupyter-widgets/jupyterlab-manager",
    "@voila-dashboards/widgets-manager8",
    "jupyter-leaflet",
    "anywidget",
]


class ServeError(Exception):
    """The page cannot be served; the message says why."""


@dataclass(frozen=True)
class Settings:
    """What `elric serve` was asked for.

    Attributes:
        saves: None means the usual folder.  database: the address of a PostgreSQL that takes the folder's place.
        ready: kernels kept warm.  most: kernels of visitors, None for what fits.
        keep_days, keep_games: games go when nobody played them for so long, and the oldest of more than so many; 0: none.
        away: seconds after which a tab that vanished loses its kernel.  base_url: the path below which the page stands.
        game: which game the page shows, "" for the first of the house.
        names: by which the server may be called, besides its own.
    """

    port: int = 8866
    host: str = "localhost"
    browser: bool = True
    saves: Path | None = None
    database: str = ""
    keep_days: float = KEEP_DAYS
    keep_games: int = KEEP_PAGES
    ready: int = 1
    notebook: Path | None = None
    verbose: bool = False
    most: int | None = None
    away: float = AWAY_SECONDS
    base_url: str = "/"
    names: tuple[str, ...] = ()
    game: str = ""

    @property
    def local(self) -> bool:
        """Whether only this machine can reach the page."""
        return self.host in {"localhost", "127.0.0.1", "::1"}


def voila_config(settings: Settings) -> Config:
    """The whole configuration of Voilà as one value."""
    config = Config()
    config.VoilaConfiguration = Config(
        template=TEMPLATE,
        theme="light",
        strip_sources=True,
        show_tracebacks=False,
        allow_template_override="NO",
        allow_theme_override="NO",
        extension_allowlist=EXTENSIONS,
        file_allowlist=[r"public/.*\.(png|jpg|svg)"],
        preheat_kernel=settings.ready > 0,
        default_pool_size=settings.ready,
        # Longer than a page may take: then it ends with a card, not with signs of life.
        http_keep_alive_timeout=int(2 * kernels.START_SECONDS),
        page_config_hook=told_to_template,
    )
    if os.name == "posix":
        # Sockets in a private folder instead of open ports on this machine.
        config.KernelManager.transport = "ipc"
    cull = Config(cull_interval=60, cull_idle_timeout=CULL_SECONDS, cull_connected=True)
    config.AsyncMappingKernelManager = cull
    config.VoilaKernelManager = Config(cull, fill_delay=0.5)
    config.Voila = Config(
        ip=settings.host,
        port=settings.port,
        base_url=settings.base_url,
        identity_provider_class=visits.Anybody,
        open_browser=settings.browser,
        config_file_paths=[],
        kernel_websocket_connection_class=visits.Channels,
        log_level=logging.INFO if settings.verbose else logging.ERROR,
        # A closing tab tells the server with a request that carries no token; without this each tab would leave
        # its kernel behind. What other origins post or open a web socket for is refused all the same.
        tornado_settings={
            "disable_check_xsrf": True,
            "headers": {"Content-Security-Policy": QUIET},
            "websocket_max_message_size": frames.LONGEST_FRAME,
            "xsrf_cookie_kwargs": {"samesite": "Strict", "httponly": True},
        },
    )
    return config


def told_to_template(page_config: dict[str, Any], **_: Any) -> dict[str, Any]:
    """What the template needs of us to draw the map while the scripts are still on their way."""
    table = _table()
    told = {"frame": list(table.chart().frame), "name": table.name.capitalize(), "title": table.game.title}
    # Which version of what runs here is nobody's business.
    return {**page_config, "appVersion": "", "elric": told}


def _table() -> TableDef:
    """The table of the game that this server shows."""
    found: TableDef = games.table(os.environ.get("ELRIC_GAME", ""))
    return found


class Picture(RequestHandler):
    """The drawn map: kept by the browser, asked for again only to learn that it is the same."""

    def get(self, dark: str) -> None:
        self.set_header("Content-Type", "image/svg+xml")
        self.set_header("Cache-Control", "max-age=300")
        self.write(_table().chart().pictures[bool(dark)])


class Server(Voila):
    """Voilà that lets in so many, answers only what the page asks for, and tells its address once it is true."""

    settings: Settings

    def init_settings(self) -> dict[str, Any]:
        made: dict[str, Any] = super().init_settings()
        # 6.5 MB become 1.8 MB: worth the work over a network, not to a browser on the same machine.
        made["compress_response"] = not self.settings.local
        doors = max(2, min(8, os.cpu_count() or 2))
        most = default_most() if self.settings.most is None else self.settings.most
        self.lobby = Lobby(most, doors=doors, away=self.settings.away)
        self.kernel_manager.lobby = self.lobby
        made["default_handler_class"] = visits.Nowhere
        made["elric_lobby"] = self.lobby
        made["elric_doors"] = asyncio.Semaphore(doors)
        return made

    def init_handlers(self) -> list[Any]:
        base = self.base_url
        own: list[Any] = [
            (rf"{base}elric/maps/background(-dark)?\.svg", Picture),
            (
                rf"{base}elric/((?:page|fonts)\.css|(?:picture|theme)\.js|fonts/[\w-]+\.woff2)",
                StaticFileHandler,
                {"path": str(STATIC)},
            ),
            (rf"{base}elric/door", visits.Door),
            (rf"{base}elric/trouble", visits.Trouble),
            (rf"{base}api/kernels/{_kernel_id_regex}/channels", visits.KernelSocket),
            (rf"{base}voila/api/shutdown/{_kernel_id_regex}", visits.Closing),
        ]
        if base != "/":
            own.append((rf"(?:/|{base[:-1]})", RedirectHandler, {"url": base, "permanent": False}))
        # Voilà's own after them, the last of which takes every address; and of them only what a page asks for.
        return [*own, *filter(None, map(_needed, super().init_handlers()))]

    def listen(self) -> None:
        sockets = None
        wanted = self.settings.port
        for port in range(wanted, min(wanted + PORTS_TO_TRY, 65536)):
            try:
                sockets = tornado.netutil.bind_sockets(port, self.ip)
            except OSError as error:
                if error.errno not in {errno.EADDRINUSE, errno.EACCES}:
                    raise ServeError(f"Cannot listen on {self.ip}: {error.strerror}.") from error
            else:
                self.port = port
                break
        if sockets is None:
            raise ServeError(f"No free port from {wanted} on; name another with --port.")
        server = Listener(Gate(self.app, Hosts(self.ip, self.settings.names)), **LIMITS)
        server.add_sockets(sockets)
        address = self.display_url
        print(f"elric is open at {address}  (Ctrl-C closes it)", flush=True)
        if self.open_browser:
            webbrowser.open(address)
        self.ioloop = tornado.ioloop.IOLoop.current()
        rounds = PeriodicCallback(self.kernel_manager.end_vanished, 1000 * min(5.0, self.settings.away))
        rounds.start()
        try:
            self.ioloop.start()
        except KeyboardInterrupt:
            print("\nClosed.", file=sys.stderr)
        finally:
            server.stop()
            self.stop()


def _needed(handler: tuple[Any, ...]) -> tuple[Any, ...] | None:
    """One of Voilà's handlers as we want it, or None: no query, no login, no themes, no contents."""
    address, kind, *rest = handler
    if kind is TornadoVoilaHandler:
        return (address, visits.Page, *rest)
    if kind is KernelHandler:
        return (address, kind, *rest)
    if issubclass(kind, TemplateStaticFileHandler | MultiStaticFileHandler | StaticFileHandler):
        return None if "/voila/api/themes/" in address else (address, visits.calm(kind), *rest)
    return None


def serve(settings: Settings) -> None:
    """Serve until interrupted. ServeError when there is no notebook, no free port, the host is not ours, or the base
    path is none."""
    try:
        notebook = (settings.notebook or places.find_notebook()).resolve(strict=True)
    except FileNotFoundError as error:
        raise ServeError(f"There is nothing to serve: {error}.") from error
    try:
        settings = replace(settings, base_url=base_path(settings.base_url))
    except ValueError as error:
        raise ServeError(f"--base-url: {error}.") from error
    try:
        store = SaveStore(settings.database or (settings.saves and settings.saves.resolve()))
    except ValueError as error:
        raise ServeError(f"--database: {error}.") from error
    _prepare_environment(settings)
    service = Service(store)
    os.environ[LENT] = service.told
    os.environ.pop("ELRIC_DATABASE", None)  # with its password it is no kernel's business
    if not settings.verbose:
        logging.getLogger("tornado.general").setLevel(logging.ERROR)
    kernels.install()
    server = Server(config=voila_config(settings))
    server.settings = settings
    server.initialize([str(notebook)])
    store.prune_daily(settings.keep_days, settings.keep_games)
    try:
        server.start()
    finally:
        service.close()


def _prepare_environment(settings: Settings) -> None:
    """What Voilà and the kernels it starts learn through the environment."""

    def prepend(name: str, folder: Path) -> None:
        os.environ[name] = os.pathsep.join([str(folder), *filter(None, [os.environ.get(name)])])

    prepend("JUPYTER_PATH", places.JUPYTER_FOLDER)
    # The kernels of this very environment, not one of the same name that the user has elsewhere.
    os.environ.setdefault("JUPYTER_PREFER_ENV_PATH", "1")
    root = places.import_root()
    if root is not None:
        prepend("PYTHONPATH", root)
    # A browser need not be told what it has just said itself.
    os.environ["JUPYTER_WIDGETS_ECHO"] = "0"
    # A picture by its address instead of half a megabyte through the kernel.
    os.environ["ELRIC_MAPS_URL"] = f"{settings.base_url}elric/maps/"
    os.environ["ELRIC_GAME"] = settings.game
    if settings.saves is not None:
        os.environ["ELRIC_SAVES"] = str(settings.saves.resolve())
