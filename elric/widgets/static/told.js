// A battle told: the beats of a card turn up one by one. Python writes all of them; nothing is asked of it while they are told.

// Milliseconds for a beat, for each letter of it, and at most; a long battle is told faster.
const PACE = { opens: 700, spell: 1000, gone: 1100, sums: 1300, dice: 1900, result: 1200, loss: 800, fate: 1000, after: 600 };
const PER_LETTER = 8, LONGEST_BEAT = 2300, LONGEST_TALE = 9000;

/** How long somebody needs for a beat. */
function timeFor(beat) {
  const pace = PACE[beat.className.match(/b-(\w+)/)?.[1]] || 1000;
  return Math.min(LONGEST_BEAT, pace + PER_LETTER * beat.textContent.length);
}

class Told {
  constructor(el, signal) {
    this.el = el;
    this.shown = new Map(); // key of a card -> how many of its beats have been told
    this.still = matchMedia("(prefers-reduced-motion: reduce)");
    el.addEventListener("click", (event) => this.clicked(event), { signal, capture: true });
    signal.addEventListener("abort", () => clearTimeout(this.timer));
  }

  /** After each drawing: what was told stays told, and what is new is told now. */
  draw() {
    this.card = this.el.querySelector("[data-told]");
    const key = this.card?.dataset.told;
    // what is there when a view opens is not news, nor is a battle of which nothing has happened since
    if (key && !this.shown.has(key)) this.shown.set(key, this.drawn && !("old" in this.card.dataset) ? 0 : Infinity);
    if (key !== this.key) clearTimeout(this.timer), this.timer = 0;
    this.key = key;
    this.drawn = true;
    this.show();
  }

  get beats() { return this.card ? [...this.card.querySelectorAll(".beats > li")] : []; }

  /** Show the beats told so far; the next follows after the time to read it. */
  show() {
    const beats = this.beats;
    if (this.still.matches && this.card) this.shown.set(this.key, Infinity);
    const told = Math.min(this.shown.get(this.key) ?? 0, beats.length);
    beats.forEach((beat, n) => { beat.classList.toggle("wait", n >= told); });
    for (const it of this.card?.querySelectorAll(".ranks i") || []) {
      it.classList.toggle("fallen", told > Number(it.dataset.falls ?? Infinity));
      it.classList.toggle("aside", told > Number(it.dataset.aside ?? Infinity));
    }
    const telling = told < beats.length;
    const section = this.card?.parentElement, root = this.el.closest(".elric-root") || this.el;
    section?.classList.toggle("is-telling", telling);
    root.classList.toggle("er-telling", telling);
    if (!telling) {
      clearTimeout(this.timer);
      this.timer = 0;
      if (this.card) this.shown.set(this.key, beats.length);
      // bring the next decision into view
      if (this.telling) root.querySelector(".er-slot-side > [data-region=coach]")?.scrollIntoView({ block: "nearest", behavior: "smooth" });
    }
    this.telling = telling;
    if (telling && !this.timer && !this.el.querySelector("[data-modal]")) {
      const all = beats.reduce((sum, beat) => sum + timeFor(beat), 0);
      const wait = told ? timeFor(beats[told - 1]) * Math.min(1, LONGEST_TALE / all) : 200;
      this.timer = setTimeout(() => this.next(), wait);
    }
  }

  next() {
    this.timer = 0;
    if (!this.card?.isConnected || this.el.querySelector("[data-modal]")) return;
    const told = this.shown.get(this.key) ?? 0;
    this.card.parentElement.classList.add("is-live"); // from now on what turns up moves
    this.shown.set(this.key, told + 1);
    this.show();
    if (this.telling) this.beats[told]?.scrollIntoView({ block: "nearest", behavior: "smooth" });
  }

  skip() {
    if (!this.card) return;
    this.card.parentElement.classList.remove("is-live");
    this.shown.set(this.key, Infinity);
    this.show();
  }

  again() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.shown.set(this.key, 0);
    this.card.parentElement.classList.remove("is-live");
    this.show();
    this.card.scrollIntoView({ block: "nearest" });
  }

  /** One click anywhere on the card shows the rest; so does the next act. */
  clicked(event) {
    const asks = event.target.closest?.("[data-told-do]")?.dataset.toldDo;
    if (asks === "again") this.again();
    else if (asks === "skip" || event.target.closest?.("[data-told], [data-act]")) this.skip();
  }
}
