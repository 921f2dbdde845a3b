// What is this? Short words beside whatever the mouse or the keyboard is on, and a card on asking: with the ? key, with the
// ? button and a click, or by a long press. The card itself comes from Python; it is placed here.

const PRESS = 550; // milliseconds a finger rests to ask
const SLIP = 10; // pixels it may move meanwhile
const NARROW = 820;
const ASKING = "Now point at what you want to know: a counter, a place, a word or a button. Escape ends it.";
const UNTOLD = "There is nothing to tell about that. Point at a counter, a place, a word or a button of the game. Escape ends it.";

class Asking {
  constructor(el, say, signal) {
    this.el = el;
    this.say = say;
    this.pointed = null; // what the mouse is on
    this.anchor = null; // where the card belongs
    this.opener = null; // what had the focus before the card
    this.pressed = null; // where the mouse has pressed, until it moves: what comes to lie under it is not pointed at
    this.shown = null;
    this.tip = document.createElement("div");
    this.tip.className = "er-tip";
    this.tip.setAttribute("role", "tooltip");
    this.tip.hidden = true;
    this.said = null;
    el.append(this.tip);

    const on = (target, type, listener, more) => target.addEventListener(type, listener, { signal, ...more });
    on(document, "pointerover", (event) => {
      const mouse = event.pointerType !== "touch" && this.root.contains(event.target);
      this.pointed = mouse ? event.target : null;
      this.showTip(this.rests(event) ? null : this.pointed);
    });
    on(document, "pointermove", (event) => {
      if (!this.pressed || this.rests(event)) return;
      this.pressed = null;
      this.showTip(this.pointed);
    }, { passive: true });
    // In JupyterLab x, pressed on a button in an output, would cut the cell: so our keys are not passed on. JupyterLab looks at the target itself.
    on(window, "keydown", ({ target }) => {
      if (this.root.contains(target)) target.setAttribute("data-lm-suppress-shortcuts", "true");
    }, { capture: true });
    on(el, "focusin", (event) => {
      this.last = event.target;
      this.showTip(event.target.matches(":focus-visible") ? event.target : null);
    });
    on(el, "focusout", () => this.showTip(null));
    on(document, "scroll", () => this.showTip(null), { capture: true, passive: true });
    on(document, "keydown", (event) => this.key(event), { capture: true });
    on(document, "click", (event) => { if (this.root.contains(event.target)) this.click(event); }, { capture: true });
    this.longPress(on);
    const watch = new MutationObserver(() => this.settle());
    watch.observe(el, { childList: true, subtree: true });
    signal.addEventListener("abort", () => watch.disconnect());
  }

  /** What tells what to do now. */
  get home() {
    return this.el.querySelector("[data-grab]") || this.el.querySelector("[data-home]");
  }

  /** The whole page or cell; known only when it is in the document. */
  get root() {
    return this.el.closest(".elric-root") || this.el;
  }

  /** Whether the mouse is still where it has pressed. */
  rests({ clientX, clientY }) {
    return !!this.pressed && Math.hypot(clientX - this.pressed[0], clientY - this.pressed[1]) < SLIP;
  }

  /** The name of what an element stands for, and the element that does. */
  thing(target) {
    const it = target?.closest?.("[data-what], .er-piece[data-unit], .er-piece[data-area], path.prov");
    if (!it || !this.root.contains(it)) return null;
    if (it.dataset.what) return { name: it.dataset.what, it };
    // a pile that is not laid open is one thing: its place, with all who stand there
    if (it.dataset.open && !it.classList.contains("open")) return { name: `area:${it.dataset.area}`, it };
    return { name: it.dataset.unit ? `unit:${it.dataset.unit}` : `area:${it.dataset.area}`, it };
  }

  ask(target) {
    const found = this.thing(target);
    if (!found) return false;
    this.anchor = found.it.getBoundingClientRect();
    this.opener = document.activeElement;
    this.say({ kind: "do", name: "what", value: found.name.slice(0, 200) });
    this.showTip(null);
    return true;
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.el.isConnected) return;
    if (event.key === "Escape" && this.mode) {
      this.setMode(false);
      event.stopPropagation();
    }
    if (event.key !== "?" || event.target.matches?.("input:not([type=checkbox], [type=radio]), textarea, select")) return;
    const here = this.root.contains(event.target) || event.target === document.body;
    if (!here) return;
    const focused = document.activeElement === document.body ? null : document.activeElement;
    if (!this.ask(this.pointed) && !this.ask(focused)) this.setMode(!this.mode);
    event.preventDefault();
    event.stopPropagation();
  }

  /** Where a click came from, for controls that ask by themselves; and in the ? mode any click asks. */
  click(event) {
    this.pressed = [event.clientX, event.clientY];
    this.said = this.home?.textContent ?? null; // until the answer says something else
    if (this.swallow) {
      this.swallow = false;
      event.stopPropagation();
      event.preventDefault();
      return;
    }
    const button = event.target.closest("[data-ask]");
    if (button) {
      this.setMode(!this.mode);
    } else if (this.mode) {
      if (this.ask(event.target)) this.setMode(false);
      else this.tip.textContent = this.el.querySelector(".er-voice").textContent = UNTOLD;
    } else {
      const control = event.target.closest('[data-do="what"], [data-do="clause"]');
      if (control && !control.closest(".about")) {
        this.anchor = control.getBoundingClientRect();
        this.opener = control;
      }
      // an element without another action is explained
      if (event.target.closest("[data-what]:not([data-do], [data-act], summary)")) this.ask(event.target);
      return;
    }
    event.stopPropagation();
    event.preventDefault();
  }

  setMode(on) {
    this.mode = on;
    this.root.classList.toggle("er-asking", on);
    for (const button of this.root.querySelectorAll("[data-ask]")) button.setAttribute("aria-pressed", String(on));
    this.tipped = undefined;
    this.showTip(null);
    if (on) this.el.querySelector(".er-voice").textContent = ASKING;
  }

  longPress(on) {
    let timer = 0, from = null;
    const stop = () => { clearTimeout(timer); timer = 0; };
    on(document, "pointerdown", (event) => {
      stop();
      this.swallow = false;
      if (event.pointerType !== "touch" || !event.isPrimary || !this.root.contains(event.target)) return;
      from = [event.clientX, event.clientY];
      timer = setTimeout(() => { this.swallow = this.ask(event.target); }, PRESS);
    }, { capture: true });
    on(document, "pointermove", (event) => {
      if (timer && Math.hypot(event.clientX - from[0], event.clientY - from[1]) > SLIP) stop();
    }, { capture: true });
    for (const type of ["pointerup", "pointercancel"]) on(document, type, stop, { capture: true });
    on(document, "contextmenu", (event) => { if (this.swallow) event.preventDefault(); });
  }

  /** The short text of elements that have one. */
  showTip(target) {
    const it = (this.mode ? this.root.querySelector("[data-ask]") : target?.closest?.("[data-tip]")) || null;
    if (it === this.tipped) return;
    this.tipped = it;
    this.tip.hidden = !it;
    if (!it) return;
    this.tip.textContent = this.mode ? ASKING : it.dataset.tip;
    place(this.tip, it.getBoundingClientRect(), 6);
  }

  /** After a change: put a new card where it belongs, give the focus where it is wanted, and back where it was. */
  settle() {
    const card = this.el.querySelector(".about");
    if (card) {
      const fresh = card.dataset.thing !== this.shown;
      this.shown = card.dataset.thing;
      if (!fresh) return;
      const wide = innerWidth > NARROW && this.anchor;
      card.classList.toggle("sheet", !wide);
      if (wide) place(card, this.anchor, 8);
      else card.style.removeProperty("left"), card.style.removeProperty("top");
      card.focus({ preventScroll: true });
    } else if (this.shown) {
      this.shown = null;
      const back = this.opener?.isConnected ? this.opener : null;
      if (document.activeElement === document.body) back?.focus({ preventScroll: true });
    }
    // A refusal, or what is said of an answer, comes into sight.
    const told = this.el.querySelector(".er-slot-side [role=alert], .er-slot-side > [data-region=feedback]");
    if (told && told.textContent !== this.told) told.scrollIntoView({ block: "nearest" });
    this.told = told?.textContent;
    // The focused element is gone: focus its neighbourhood, not the top of the page; what is said now comes into sight.
    const home = this.home;
    if (document.activeElement === document.body && this.last && !this.last.isConnected) home?.focus({ preventScroll: true });
    if (this.said !== null && home?.textContent !== this.said) {
      this.said = null;
      if (!told && home?.contains(document.activeElement)) home.scrollIntoView({ block: "nearest" });
    }
  }
}

/** Put a fixed box beside a rectangle: below it, above it, or beside it, always within the window. */
function place(box, beside, gap) {
  box.style.left = box.style.top = "0px";
  const { x, y, width, height } = box.getBoundingClientRect(); // not always 0, 0: an ancestor may hold what is fixed
  const right = innerWidth - width - gap, low = innerHeight - height - gap;
  let left = Math.min(Math.max(gap, beside.left + beside.width / 2 - width / 2), right);
  let top = beside.bottom + gap;
  if (top > low) top = beside.top - height - gap;
  if (top < gap) {
    top = Math.max(gap, low);
    left = beside.left > innerWidth / 2 ? Math.max(gap, beside.left - width - gap) : Math.min(right, beside.right + gap);
  }
  box.style.left = `${Math.round(left - x)}px`;
  box.style.top = `${Math.round(top - y)}px`;
}
