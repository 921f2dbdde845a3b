"""Debian's nginx with the recipe of deploy/nginx.conf, on this machine's own address alone."""

from __future__ import annotations

import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

RECIPE = Path(__file__).resolve().parents[2] / "deploy" / "nginx.conf"
_AROUND = """daemon off; master_process off; worker_processes 1; pid {folder}/pid; error_log {folder}/errors warn;
events {{ worker_connections 1024; }}
http {{
    include /etc/nginx/mime.types;
    access_log off;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
    include {folder}/elric.conf;
}}
"""


def recipe(port: int, first: str, second: str) -> str:
    """The recipe with the ports of a test in the place of its own, and nothing else changed."""
    told = RECIPE.read_text()
    for old, new in (
        ("listen 80;", f"listen 127.0.0.1:{port};"),
        ("elric.example.org", "localhost"),
        ("127.0.0.1:8866", first),
        ("127.0.0.1:8867", second),
    ):
        assert old in told
        told = told.replace(old, new)
    return told


@contextmanager
def before(port: int, first: str, second: str) -> Iterator[str]:
    """nginx before the servers at these two addresses ("127.0.0.1:9501"); its own address."""
    with tempfile.TemporaryDirectory(prefix="elric-nginx-") as name:
        folder = Path(name)
        (folder / "elric.conf").write_text(recipe(port, first, second))
        (folder / "nginx.conf").write_text(_AROUND.format(folder=folder))
        program = shutil.which("nginx") or "/usr/sbin/nginx"
        process = subprocess.Popen([program, "-p", name, "-c", str(folder / "nginx.conf")], stderr=subprocess.PIPE)
        try:
            until = time.monotonic() + 10
            while True:
                try:
                    socket.create_connection(("127.0.0.1", port), timeout=1).close()
                    break
                except OSError:
                    if process.poll() is not None or time.monotonic() > until:
                        said = process.stderr.read().decode() if process.stderr and process.poll() is not None else ""
                        raise RuntimeError(f"nginx did not start: {said}") from None
                    time.sleep(0.05)
            yield f"http://localhost:{port}/"
        finally:
            process.terminate()
            process.wait(10)
