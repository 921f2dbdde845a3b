"""The server: Voilà with this project's template, configured in code; it reads no configuration files."""

from __future__ import annotations

import asyncio
import errno
import json
import logging
import os
import signal
import sys
import time
import webbrowser
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import tornado.ioloop
import tornado.netutil
from jupyter_server.services.kernels.handlers import KernelHandler, _kernel_id_regex
from tornado.web import RedirectHandler, StaticFileHandler
from traitlets.config import Config
from voila.app import Voila
from voila.static_file_handler import MultiStaticFileHandler, TemplateStaticFileHandler
from voila.tornado.handler import TornadoVoilaHandler

from elric import games
from elric.app import forkserver, frames, kernels, places, preview, stills, visits, watching
from elric.app.gate import LIMITS, QUIET, STALLED_SECONDS, Gate, Hosts, Listener, base_path
from elric.app.journal import note, open_log
from elric.app.lobby import AWAY_SECONDS, Lobby, default_each, default_most
from elric.app.memory import SHORT_BYTES, TABLE_BYTES
from elric.app.nowhere import Nowhere
from elric.app.store import KEEP_DAYS, KEEP_PAGES, MOST_BYTES, SaveStore
from elric.app.store.service import LENT, LentStore, Service
from elric.kernel.failure import ElricError
from elric.widgets.bridge.sources import SERVED, STATIC
from elric.widgets.definition import TableDef
from elric.widgets.rooms.thinking import THINKING

__all__ = ["ServeError", "Settings", "serve", "voila_config"]

TEMPLATE = "elric"
PORTS_TO_TRY = 50
IDLE_SECONDS = 3600.0
"""A closed tab ends its kernel at once and one that vanished in minutes; this is for tabs that nobody looks at."""

GRACE_SECONDS = 10.0
"""So long a server that is told to stop lets its kernels end what they were asked."""

MEMORY_LOOK_SECONDS = 5.0
POOL_LOOK_SECONDS = 5.0
FORK_LOOK_SECONDS = 1.0

EXTENSIONS = [
    "@jupyter-widgets/jupyterlab-manager",
    "@voila-dashboards/widgets-manager8",
    "jupyter-leaflet",
    "anywidget",
]


class ServeError(ElricError):
    """The page cannot be served; the message says why."""


@dataclass(frozen=True)
class Settings:
    """What `elric serve` was asked for.

    Attributes:
        saves: None means the usual folder.  database: the address of a PostgreSQL that takes the folder's place.
        ready: kernels kept warm.  most: kernels of visitors, None for what fits.
        keep_days, keep_games, keep_bytes: games go when nobody played them for so long, and the oldest of more than so many,
            or of more text than that; 0: none.
        each: kernels for one address, None for half of them (all, when only this machine can ask), 0 for any number.
        away: seconds after which a tab that vanished loses its kernel.  idle: and one in which nothing happens.
        memory: bytes a kernel may have, 0 for any number.  spare: bytes that stay free, or nobody is let in.
        theme: what a browser wears that was not told otherwise.  log: "text" or "json" for a line an event, "" for warnings.
        proxy: whether a proxy of ours stands before the server, whose word for the visitor's address counts.
        base_url: the path below which the page stands.
        thinkers: tables at which a computer thinks at the same time, None for half of the cores, 0 for any number.
        game: which game the page shows, "" for the first of the house.
        names: by which the server may be called, besides its own.  docs: the address of the documentation, "" for none.
    """

    port: int = 8866
    host: str = "localhost"
    browser: bool = True
    saves: Path | None = None
    database: str = ""
    keep_days: float = KEEP_DAYS
    keep_games: int = KEEP_PAGES
    keep_bytes: int = MOST_BYTES
    ready: int = 1
    notebook: Path | None = None
    verbose: bool = False
    most: int | None = None
    each: int | None = None
    away: float = AWAY_SECONDS
    idle: float = IDLE_SECONDS
    memory: int = TABLE_BYTES
    spare: int = SHORT_BYTES
    theme: str = "system"
    log: str = ""
    proxy: bool = False
    base_url: str = "/"
    names: tuple[str, ...] = ()
    game: str = ""
    docs: str = ""
    thinkers: int | None = None

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
        # Longer than the timeout of a page, which ends with an error card, so Voilà's heartbeat messages are never
        # sent.
        http_keep_alive_timeout=int(2 * kernels.START_SECONDS),
        page_config_hook=told_to_template,
    )
    if os.name == "posix":
        # Sockets in a private folder instead of open ports on this machine.
        config.KernelManager.transport = "ipc"
    # Kernels are ended by the lobby, which uses the monotonic clock: to the library's own culler every kernel would
    # seem idle when the machine's clock is set forward by an hour.
    config.AsyncMappingKernelManager = Config(cull_idle_timeout=0)
    config.VoilaKernelManager = Config(cull_idle_timeout=0, fill_delay=0.5)
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
    """Values for the template, which draws the map before the scripts have loaded."""
    table = _table()
    base = page_config["baseUrl"]
    told = {
        "frame": list(table.chart().frame),
        "name": table.name[:1].upper() + table.name[1:],
        "title": table.game.title,
        "key": table.key,
        "at": stills.addresses(base, os.environ.get("ELRIC_GAME", "")),
    }
    scripts = f"{base}voila/kept-{stills.scripts_print(TEMPLATE)}"
    # Do not disclose version numbers.
    return {**page_config, "appVersion": "", "fullStaticUrl": scripts, "elric": told, "house": _house()}


def _house() -> str:
    """The default theme, "" for that of the browser's system."""
    theme = os.environ.get("ELRIC_THEME", "")
    return theme if theme in {"light", "dark"} else ""


def _table() -> TableDef:
    """The table of the game that this server shows."""
    found: TableDef = games.table(os.environ.get("ELRIC_GAME", ""))
    return found


class Server(Voila):
    """Voilà with a limit on visitors, only the handlers that the page needs, and its address printed once it accepts
    connections."""

    settings: Settings
    store: SaveStore
    service: Service
    forks: forkserver.Forks | None = None
    asked_to_stop = False

    def init_settings(self) -> dict[str, Any]:
        made: dict[str, Any] = super().init_settings()
        # 6.5 MB become 1.8 MB: worth compressing over a network, not for a browser on the same machine.
        made["compress_response"] = not self.settings.local
        if not self.settings.local or self.settings.proxy:
            # The first state of a page is 340 kB, and a proxy does not compress web sockets.
            made["websocket_compression_options"] = {"compression_level": 6, "mem_level": 5}
        doors = max(2, min(8, os.cpu_count() or 2))
        most = default_most() if self.settings.most is None else self.settings.most
        local = self.settings.local and not self.settings.proxy
        each = default_each(most, local=local) if self.settings.each is None else self.settings.each
        self.lobby = Lobby(most, each=each, doors=doors, away=self.settings.away, idle=self.settings.idle)
        self.kernel_manager.lobby = self.lobby
        self.service.visitor = self.lobby.address_of
        self.kernel_manager.bytes_a_kernel = self.settings.memory
        self.kernel_manager.bytes_left = self.settings.spare
        made["default_handler_class"] = Nowhere
        made["elric_lobby"] = self.lobby
        made["elric_doors"] = asyncio.Semaphore(doors)
        made["elric_theme"] = _house()
        made["elric_game"] = self.settings.game
        made["elric_store"] = watching.StoreWatch(
            lambda: self.store.get("0" * 32, "game"), LentStore(self.service.told).ping
        )
        made["elric_saves"] = self.store
        made["elric_forks"] = self.kernel_manager.forks = self.forks
        made["elric_ready"] = self.settings.ready
        return made

    def init_handlers(self) -> list[Any]:
        base = self.base_url
        own: list[Any] = [
            (rf"{base}elric/(bridge\.(?:js|css))", stills.StillBridge),
            (
                rf"{base}elric/maps/(?:([a-z-]+)/)?(board\.json|background(?:-dark)?\.svg)",
                stills.Map,
                {"game": self.settings.game},
            ),
            (
                rf"{base}elric/((?:page|fonts)\.css|(?:picture|theme)\.js|fonts/[\w-]+\.woff2)",
                StaticFileHandler,
                {"path": str(STATIC)},
            ),
            (rf"{base}elric/preview\.png", preview.Preview),
            (rf"{base}elric/door", visits.Door),
            (rf"{base}elric/trouble", visits.Trouble),
            (rf"{base}elric/fate", watching.Fate),
            (rf"{base}health", watching.Health),
            (rf"{base}metrics", watching.Metrics),
            (rf"{base}api/kernels/{_kernel_id_regex}/channels", visits.KernelSocket),
            (rf"{base}voila/api/shutdown/{_kernel_id_regex}", visits.Closing),
        ]
        if base != "/":
            own.append((rf"(?:/|{base[:-1]})", RedirectHandler, {"url": base, "permanent": False}))
        # Voilà's own handlers after them, as the last of those matches every address; and only those that a page needs.
        theirs = super().init_handlers()
        for address, kind, *rest in theirs:
            if address.endswith("/voila/static/(.*)"):
                kept = address.replace("/static/", f"/kept-{stills.scripts_print(TEMPLATE)}/")
                own.append((kept, visits.calm(stills.lasting(kind, "/kept-")), *rest))
        return [*own, *filter(None, map(_needed, theirs))]

    def listen(self) -> None:
        sockets = None
        wanted = self.settings.port
        # A proxy forwards to one fixed port.
        tried = 1 if self.settings.proxy else PORTS_TO_TRY
        for port in range(wanted, min(wanted + tried, 65536)):
            try:
                sockets = tornado.netutil.bind_sockets(port, self.ip)
            except OSError as error:
                if error.errno not in {errno.EADDRINUSE, errno.EACCES}:
                    raise ServeError(f"Cannot listen on {self.ip}: {error.strerror}.") from error
            else:
                self.port = port
                break
        if sockets is None:
            taken = f"Port {wanted} is taken" if tried == 1 else f"No free port from {wanted} on"
            raise ServeError(f"{taken}; name another with --port.")
        server = Listener(Gate(self.app, Hosts(self.ip, self.settings.names)), xheaders=self.settings.proxy, **LIMITS)
        server.shared = not self.settings.local and not self.settings.proxy
        server.add_sockets(sockets)
        address = self.display_url
        print(f"elric is open at {address}  (Ctrl-C closes it)", flush=True)
        note("open", address=address, most=self.lobby.most, each=self.lobby.each, warm=self.settings.ready)
        if self.open_browser:
            webbrowser.open(address)
        self.ioloop = tornado.ioloop.IOLoop.current()
        signal.signal(signal.SIGTERM, lambda *_: self.ioloop.add_callback_from_signal(self._leave, server))
        for work, seconds in (
            (self.kernel_manager.end_vanished, min(5.0, self.settings.away)),
            (self.kernel_manager.look_at_memory, MEMORY_LOOK_SECONDS),
            (self.kernel_manager.look_at_pools, POOL_LOOK_SECONDS),
            (self.kernel_manager.look_for_orphans, POOL_LOOK_SECONDS),
            (self._look_at_forks, FORK_LOOK_SECONDS),
            (server.close_stalled, STALLED_SECONDS / 6),
        ):
            self.ioloop.add_callback(_every, seconds, work)
        try:
            self.ioloop.start()
        except KeyboardInterrupt:
            print("\nClosed.", file=sys.stderr)
        finally:
            server.stop()
            self.stop()

    async def _look_at_forks(self) -> None:
        if self.forks is not None:
            self.forks.look()

    async def _leave(self, server: Listener) -> None:
        """Shut down after a signal: no new visitors and no new requests; running ones are completed for up to ten
        seconds. After a second signal: at once."""
        if self.asked_to_stop:
            self.ioloop.stop()
            return
        self.asked_to_stop = self.lobby.closing = visits.Channels.closing = True
        began = time.monotonic()
        lines = list(visits.Channels.here)
        note("stopping", sessions=len(self.lobby.guests), acts=sum(len(line.acts) for line in lines))
        server.stop()
        while time.monotonic() - began < GRACE_SECONDS and (self.lobby.visits or any(line.acts for line in lines)):
            await asyncio.sleep(0.05)
        for line in lines:
            line.websocket_handler.close(1012, "The server is started anew.")
        await asyncio.sleep(0.1)
        note("stopped", undone=sum(len(line.acts) for line in lines), seconds=time.monotonic() - began)
        self.ioloop.stop()


async def _every(seconds: float, work: Callable[[], Awaitable[None]]) -> None:
    """Do something periodically by the monotonic clock: the library's own timer stops when the system clock is set
    back."""
    while True:
        await asyncio.sleep(seconds)
        try:
            await work()
        except Exception:
            kernels.report("a round was broken off")


def _needed(handler: tuple[Any, ...]) -> tuple[Any, ...] | None:
    """One of Voilà's handlers as we use it, or None for those left out: no query, login, themes or contents."""
    address, kind, *rest = handler
    if kind is TornadoVoilaHandler:
        return (address, visits.PageHandler, *rest)
    if kind is KernelHandler:
        return (address, kind, *rest)
    if issubclass(kind, TemplateStaticFileHandler | MultiStaticFileHandler | StaticFileHandler):
        if "/labextensions/" in address:
            kind = stills.lasting(kind, r"\.[0-9a-f]{8,}\.js$")
            # scripts only: the files beside them disclose version numbers
            address = address.replace("(.*)", r"((?:@[\w-]+/)?[\w-]+/(?:\./)?static/.+)")
        return None if "/voila/api/themes/" in address else (address, visits.calm(kind), *rest)
    return None


def serve(settings: Settings) -> None:
    """Serve until interrupted. ServeError when there is no notebook, no free port, the host is not ours, or the base
    path is none."""
    try:
        notebook = (settings.notebook or places.find_notebook()).resolve(strict=True)
    except FileNotFoundError as error:
        why = f"no notebook {settings.notebook}" if settings.notebook else str(error)
        raise ServeError(f"There is nothing to serve: {why}.") from error
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
    os.environ.pop("ELRIC_DATABASE", None)  # it may contain a password, which no kernel needs
    open_log(settings.log)
    if not settings.verbose:
        logging.getLogger("tornado.general").setLevel(logging.ERROR)
        # logging each made-up address or origin would only let an attacker fill the log
        logging.getLogger("tornado.access").setLevel(logging.CRITICAL)
        logging.getLogger("tornado.application").setLevel(logging.ERROR)
    kernels.install()
    config = voila_config(settings)
    forks = None
    if forkserver.can_fork():
        forks = forkserver.Forks(settings.game)
        forkserver.Provisioner.install(forks)
        config.KernelProvisionerFactory.default_provisioner_name = forkserver.NAME
    server = Server(config=config)
    server.settings = settings
    server.forks = forks
    server.store = store
    server.service = service
    server.initialize([str(notebook)])
    store.prune_daily(settings.keep_days, settings.keep_games, settings.keep_bytes)
    try:
        server.start()
    finally:
        service.close()
        if forks is not None:
            forks.close()


def _prepare_environment(settings: Settings) -> None:
    """Set the environment variables for Voilà and the kernels that it starts."""

    def prepend(name: str, folder: Path) -> None:
        os.environ[name] = os.pathsep.join([str(folder), *filter(None, [os.environ.get(name)])])

    prepend("JUPYTER_PATH", places.JUPYTER_FOLDER)
    # The kernels of this very environment, not one of the same name that the user has elsewhere.
    os.environ.setdefault("JUPYTER_PREFER_ENV_PATH", "1")
    root = places.import_root()
    if root is not None:
        prepend("PYTHONPATH", root)
    if settings.notebook is None:
        # no kernel runs a file because it lies in the folder that the server was started in
        os.environ["PYTHONSAFEPATH"] = "1"
    # Do not send a browser's own changes back to it.
    os.environ["JUPYTER_WIDGETS_ECHO"] = "0"
    # Pictures, outlines and scripts by cacheable addresses instead of through each kernel.
    found = stills.addresses(settings.base_url, settings.game)
    os.environ[SERVED] = json.dumps({**found, "docs": settings.docs})
    os.environ["ELRIC_GAME"] = settings.game
    os.environ["ELRIC_THEME"] = settings.theme
    thinkers = max(1, (os.cpu_count() or 2) // 2) if settings.thinkers is None else settings.thinkers
    os.environ[THINKING] = f"{thinkers} {places.runtime_folder()}" if thinkers else ""
    if settings.saves is not None:
        os.environ["ELRIC_SAVES"] = str(settings.saves.resolve())
