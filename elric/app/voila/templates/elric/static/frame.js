// The page before and around the game: it appears when the map stands, and says so when something does not come about.
(function () {
  "use strict";
  const LATE = 40000; // milliseconds without a game, after which the page says so
  const AGAIN = 3000; // between two questions whether the server is back
  const GRACE = 5000; // in which a server that is back may still take up the line; and as long again, so that not all come at once
  const CARDS = {
    start: ["The table could not be set", "Something went wrong on our side before the game began. A game you had begun is kept."],
    late: ["The table is not set yet", "This takes longer than it should: a slow line, or a server with too much to do. A game you had begun is kept."],
    model: ["The table was cleared", "The program behind this page ended before the page came. A game you had begun is kept."],
    script: ["A part of the page did not come", "The line broke while the page was on its way. A game you had begun is kept."],
  };
  const find = (name) => document.querySelector(`[data-frame="${name}"]`);
  const base = () => (document.body?.dataset.baseUrl || "/voila/").replace(/voila\/$/, "");
  // Why a page lost its kernel, when the server knows.
  const FATES = {
    memory: "This table took more memory than one may have and was cleared. Your game is kept.",
    died: "The program behind this table ended. Your game is kept.",
    idle: "Nothing was done here for so long that the table was cleared. Your game is kept.",
    away: "This page was out of reach for so long that its table was cleared. Your game is kept.",
    "": "The connection to the table was lost. Your game is kept.",
  };
  const CELL = 'script[type="application/vnd.voila.cell-output+json"]', WIDGET = "application/vnd.jupyter.widget-view+json";
  let shown = false, lost = false, places = null; // places: [element, id] of widgets that have not come yet

  window.voila_process = window.update_loading_text = window.voila_heartbeat = function () {};

  window.display_cells = window.voila_finish = function () {
    places ||= [...document.querySelectorAll(CELL)].map((it) => [it.parentElement, JSON.parse(it.innerHTML).data?.[WIDGET]?.model_id])
      .filter(([, id]) => id);
    if (!window.themeLoaded) { window.cellLoaded = true; return; }
    const loading = document.getElementById("loading"), main = document.getElementById("rendered_cells");
    if (main) main.style.display = "";
    if (!loading) return;
    // The cells are laid out behind the title; the title goes when the map stands (or, without one, soon).
    const done = () => {
      if (!loading.isConnected || loading.classList.contains("gone")) return;
      loading.classList.add("gone");
      main.removeAttribute("aria-busy");
      setTimeout(() => loading.remove(), 400);
    };
    if (window.elricReady || document.querySelector(".frame-broken")) { done(); return; }
    document.addEventListener("elric:ready", done, { once: true });
    if (!loading.classList.contains("frame-table")) setTimeout(done, 4000);
  };

  /** A card over the page, with a way on; it goes by itself should the game come after all. */
  window.elricCard = function (kind) {
    const card = document.getElementById("elric-card");
    if (shown || window.elricReady || !card) return;
    shown = true;
    [card.querySelector("h1").textContent, card.querySelector("p").textContent] = CARDS[kind];
    card.hidden = false;
    card.querySelector("button").focus();
    document.addEventListener("elric:ready", () => { card.hidden = true; }, { once: true });
    const code = find("code").textContent;
    fetch(`${base()}elric/trouble`, { method: "POST", body: `${code} ${kind}`, keepalive: true }).catch(() => {});
  };

  /** Load the page anew once the server answers: a press while it is away must not end on the browser's own page. */
  async function comeBack(button) {
    if (button.getAttribute("aria-busy")) return;
    button.setAttribute("aria-busy", "true");
    for (;;) {
      try {
        await fetch(`${base()}elric/door`, { cache: "no-store" });
        location.reload();
        return;
      } catch {
        button.textContent = "The server does not answer yet; asking again …";
        await pause(AGAIN);
      }
    }
  }

  /** Why the server cut this page off; null where nobody answers. */
  async function fate() {
    try {
      return (await (await fetch(`${base()}elric/fate?visit=${find("code").textContent}`, { cache: "no-store" })).json()).why;
    } catch {
      return null;
    }
  }

  /** For the table, which has heard nothing for a moment. */
  window.elricGone = async () => (await fate()) === null;

  const pause = (milliseconds) => new Promise((wake) => setTimeout(wake, milliseconds));

  /** A page that was cut off asks why; one whose server was away opens again when it is back. */
  setInterval(async () => {
    const bar = document.getElementById("elric-lost");
    const now = !!bar && (!bar.hidden || !!document.querySelector(".jupyter-widgets-disconnected"));
    if (now === lost) return;
    lost = now;
    if (!now) return;
    const words = bar.querySelector("p"), why = await fate();
    words.textContent = why === null ? "The server does not answer at the moment. Your game is kept." : FATES[why] ?? FATES[""];
    if (why !== null) return;
    const waits = () => lost && !bar.querySelector("[aria-busy]");
    while (waits() && (await fate()) === null) await pause(AGAIN);
    if (!waits()) return;
    words.textContent = "The server is back. The table opens again in a moment; your game is kept.";
    await pause(GRACE * (1 + Math.random()));
    if (waits()) location.reload();
  }, 1000);

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.('[data-frame="back"]');
    if (button) comeBack(button);
  });
  window.addEventListener("error", (event) => {
    if (event.target instanceof HTMLScriptElement && event.target.dataset.frame === "main") window.elricCard("script");
  }, true);
  // From now on, not from when all of the page is there: what does not come may be a part of it.
  const awaited = () => !window.elricReady && !shown && document.querySelector("#loading.frame-table:not(.gone)");
  setTimeout(() => { if (awaited()) window.elricCard("late"); }, LATE);
  const looking = setInterval(() => {
    places = places?.filter(([host, id]) => {
      const box = host.querySelector(".jupyter-widgets");
      if (!box || !window.jupyterapp) return true;
      if (/^Error displaying widget/.test(box.textContent)) showLate(window.jupyterapp, box, id);
      return false;
    });
    if (places?.length === 0) clearInterval(looking);
  }, 1000);

  /** ipywidgets looks for a widget for two seconds, and only then asks whether all widgets have come: one that comes just then is
      reported missing (WidgetRenderer.renderModel), though it is there. It is shown in place of the report. */
  async function showLate(app, box, id) {
    if (!app.widgetManager.has_model(id)) {
      if (awaited()) window.elricCard("model");
      return;
    }
    try {
      const view = await app.widgetManager.create_view(await app.widgetManager.get_model(id));
      box.textContent = "";
      app.shell.constructor.attach(view.luminoWidget, box); // a shell is a widget of Lumino's
    } catch {
      if (awaited()) window.elricCard("start");
    }
  }
})();
