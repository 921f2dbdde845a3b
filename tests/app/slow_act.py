"""A notebook whose button does what its code says: `button` is there, and `folder` for what it leaves behind."""

from __future__ import annotations

from pathlib import Path

import nbformat


def notebook(folder: Path, deed: str) -> Path:
    """A page with one button; `deed` is what a press does, in lines of Python."""
    lines = "\n".join(f"    {line}" for line in deed.splitlines())
    code = f"import ipywidgets, pathlib, time\nfolder = pathlib.Path({str(folder)!r})\nkept = []\ndef deed(_):\n{lines}\nbutton = ipywidgets.Button()\nbutton.on_click(deed)\nbutton"
    made = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code)])
    made.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    made.metadata["elric"] = {"board": True}
    nbformat.write(made, folder / "page.ipynb")
    return folder / "page.ipynb"
