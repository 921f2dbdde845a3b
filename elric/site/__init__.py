"""The page without a server: a folder of files in which the page runs in the browser's own Python (Pyodide, in a worker).

`build` writes the folder; `keeper` and `worker` are what of this package runs in the browser, beside the page itself
(`elric.widgets`). The browser's half stands in static/: site.js shows, worker.js runs Python and keeps the games in
IndexedDB, sw.js makes the page work offline.
"""
