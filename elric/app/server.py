"""The server: Voilà with this project's template and settings in code; it reads no settings where it is started."""

from __future__ import annotations

import errno
import logging
import os
import sys
import webbrowser
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import tornado.ioloop
import tornado.netutil
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from tornado.httpserver import HTTPServer
from tornado.web import RequestHandler, StaticFileHandler
from traitlets.config import Config
from voila import notebook_renderer
from voila.app import Voila
from voila.execute import VoilaExecutor

from elric import games
from elric.app import places
from elric.widgets.bridge.bridge import STATIC
from elric.widgets.definition import TableDef

__all__ = ["ServeError", "Settings", "serve", "voila_config"]

_kernel_log = logging.getLogger("elric.kernel")

TEMPLATE = "elric"
PORTS_TO_TRY = 50
CULL_SECONDS = 3600
"""A closed tab ends its kernel at once; this is for tabs that vanished without a word."""

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
    """What `elric serve` was asked for. `ready`: kernels kept warm; `saves`: None means the usual folder; `game`: which game
    the page shows, "" for the first of the house."""

    port: int = 8866
    host: str = "localhost"
    browser: bool = True
    saves: Path | None = None
    ready: int = 1
    notebook: Path | None = None
    verbose: bool = False
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
        http_keep_alive_timeout=20,
        page_config_hook=told_to_template,
    )
    if os.name == "posix":
        # Sockets in a private folder instead of open ports on this machine.
        config.KernelManager.transport = "ipc"
    cull = Config(cull_interval=60, cull_idle_timeout=CULL_SECONDS, cull_connected=False)
    config.AsyncMappingKernelManager = cull
    config.VoilaKernelManager = Config(cull, fill_delay=0.5)
    config.Voila = Config(
        ip=settings.host,
        port=settings.port,
        open_browser=settings.browser,
        config_file_paths=[],
        kernel_websocket_connection_class=Channels,
        log_level=logging.INFO if settings.verbose else logging.ERROR,
        # A closing tab tells the server with a request that carries no token; without this each tab would leave
        # its kernel behind. Web sockets from other origins stay refused.
        tornado_settings={"disable_check_xsrf": True},
    )
    return config


def told_to_template(page_config: dict[str, Any], **_: Any) -> dict[str, Any]:
    """What the template needs of us to draw the map while the scripts are still on their way."""
    table = _table()
    told = {"frame": list(table.chart().frame), "name": table.name.capitalize(), "title": table.game.title}
    return {**page_config, "elric": told}


def _table() -> TableDef:
    """The table of the game that this server shows."""
    found: TableDef = games.table(os.environ.get("ELRIC_GAME", ""))
    return found


class Channels(ZMQChannelsWebsocketConnection):
    """What a kernel prints, tracebacks with it, goes to the host's console and never to a browser."""

    def handle_outgoing_message(self, stream: str, outgoing_msg: list[Any]) -> None:
        _, parts = self.session.feed_identities(outgoing_msg)
        header, content = parts[1], parts[4]
        kind = self.session.unpack(header)["msg_type"]
        if kind == "stream":
            text = self.session.unpack(content)["text"].rstrip()
            # Every page that closes lets go of one channel more than it opened; a kernel remarks on it each time.
            if not text.startswith("No such comm"):
                _kernel_log.warning("%s", text)
        elif kind == "error":
            _kernel_log.error("%s", "\n".join(self.session.unpack(content)["traceback"]))
        else:
            super().handle_outgoing_message(stream, outgoing_msg)


class Picture(RequestHandler):
    """The drawn map: kept by the browser, asked for again only to learn that it is the same."""

    def get(self, dark: str) -> None:
        self.set_header("Content-Type", "image/svg+xml")
        self.set_header("Cache-Control", "max-age=300")
        self.write(_table().chart().pictures[bool(dark)])


class Server(Voila):
    """Voilà that tells its address once it is true, and keeps warm kernels from being culled at hand-over."""

    settings: Settings

    def init_settings(self) -> dict[str, Any]:
        made: dict[str, Any] = super().init_settings()
        # 6.5 MB become 1.8 MB: worth the work over a network, not to a browser on the same machine.
        made["compress_response"] = not self.settings.local
        manager = self.kernel_manager
        if hasattr(manager, "get_rendered_notebook"):
            hand_over = manager.get_rendered_notebook

            async def fresh_hand_over(*args: Any, **kwargs: Any) -> Any:
                result = await hand_over(*args, **kwargs)
                manager.get_kernel(result[2]).last_activity = datetime.now(UTC)
                return result

            manager.get_rendered_notebook = fresh_hand_over
        return made

    def init_handlers(self) -> list[Any]:
        made: list[Any] = super().init_handlers()
        own = [
            (rf"{self.base_url}elric/maps/background(-dark)?\.svg", Picture),
            (rf"{self.base_url}elric/(page\.css|picture\.js)", StaticFileHandler, {"path": str(STATIC)}),
        ]
        # Before Voilà's own, whose last one takes every address.
        return [*own, *made]

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
        server = HTTPServer(self.app)
        server.add_sockets(sockets)
        address = self.display_url
        print(f"elric is open at {address}  (Ctrl-C closes it)", flush=True)
        if self.open_browser:
            webbrowser.open(address)
        self.ioloop = tornado.ioloop.IOLoop.current()
        try:
            self.ioloop.start()
        except KeyboardInterrupt:
            print("\nClosed.", file=sys.stderr)
        finally:
            server.stop()
            self.stop()


class Executor(VoilaExecutor):
    """Runs a notebook as Voilà does, and tells the host's console what it keeps from the page."""

    def strip_code_cell_errors(self, cell: Any) -> Any:
        for output in cell.get("outputs", ()):
            if output["output_type"] == "error":
                _kernel_log.error("%s", "\n".join(output["traceback"]))
        return super().strip_code_cell_errors(cell)


def serve(settings: Settings) -> None:
    """Serve until interrupted. ServeError when there is no notebook, no free port, or the host is not ours."""
    try:
        notebook = (settings.notebook or places.find_notebook()).resolve(strict=True)
    except FileNotFoundError as error:
        raise ServeError(f"There is nothing to serve: {error}.") from error
    _prepare_environment(settings)
    if not settings.verbose:
        logging.getLogger("tornado.general").setLevel(logging.ERROR)
    notebook_renderer.VoilaExecutor = Executor
    server = Server(config=voila_config(settings))
    server.settings = settings
    server.initialize([str(notebook)])
    server.start()


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
    os.environ["ELRIC_MAPS_URL"] = "/elric/maps/"
    os.environ["ELRIC_GAME"] = settings.game
    if settings.saves is not None:
        os.environ["ELRIC_SAVES"] = str(settings.saves.resolve())
