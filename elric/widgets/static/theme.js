// Light or dark: as the system says, or as this browser was told. The page's head loads this before anything is painted, and the
// bridge has it too. A choice stands in <html data-theme>; the styles follow it.

const THEME_KEY = "elric-theme";
const PAPER = { light: "#ebe1c8", dark: "#17130e" };

/** What this browser was told: "light", "dark" or "auto"; else the page's own setting. */
function chosenTheme() {
  try {
    const kept = localStorage.getItem(THEME_KEY) ?? document.documentElement.dataset.house;
    return kept in PAPER ? kept : "auto";
  } catch { return "auto"; /* without local storage: as the system says */ }
}

/** Apply the theme: as the page's maker asked, else as this browser was told, else as the system says. */
function wearTheme(asked = "auto") {
  const theme = asked === "auto" ? chosenTheme() : asked, page = document.documentElement;
  if (theme === "auto") delete page.dataset.theme;
  else page.dataset.theme = theme;
  for (const meta of document.querySelectorAll("meta[name=theme-color]")) {
    meta.content = PAPER[theme] || PAPER[meta.media.includes("dark") ? "dark" : "light"];
  }
}

/** Whether the page is dark now. */
function wearsDark() {
  const theme = document.documentElement.dataset.theme;
  return theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

/** The switch: a list of three, in the bar on top. */
function themeSwitch(signal) {
  const label = document.createElement("label");
  label.className = "er-theme";
  label.title = "Light or dark";
  label.innerHTML = `<svg viewBox="0 0 20 20" aria-hidden="true"><circle cx="10" cy="10" r="7.2"/><path d="M10 2.8a7.2 7.2 0 0 1 0 14.4z"/></svg>
    <select aria-label="Light or dark"><option value="auto">As the system says</option>
    <option value="light">Light</option><option value="dark">Dark</option></select>`;
  const list = label.querySelector("select");
  list.value = chosenTheme();
  list.addEventListener("change", () => {
    try {
      if (list.value === "auto" && !document.documentElement.dataset.house) localStorage.removeItem(THEME_KEY);
      else localStorage.setItem(THEME_KEY, list.value);
      wearTheme();
    } catch { wearTheme(list.value); }
  }, { signal });
  // another tab of the same browser
  addEventListener("storage", (event) => {
    if (event.key !== THEME_KEY) return;
    wearTheme();
    list.value = chosenTheme();
  }, { signal });
  return label;
}

if (document.currentScript) wearTheme();
