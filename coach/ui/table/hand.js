// The hand: which cards are chosen, by drag, tap, double tap and keys. It knows no rule.

const DOUBLE_TAP_MS = 320;
const ONE_ROW = 9; // from nine cards down a narrow hand is one row
const STEPS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

class Hand {
  constructor(list, { signal, onChange, onSubmit, onPass }) {
    Object.assign(this, { list, onChange, onSubmit, onPass });
    this.cards = [];
    this.items = [];
    this.chosen = new Set();
    this.focused = 0;
    this.lastTap = { card: null, at: 0 };
    const on = (type, handler, options) =>
      list.addEventListener(type, handler, { signal, ...options });
    on("pointerdown", (event) => this.startStroke(event));
    on("pointermove", (event) => this.continueStroke(event));
    on("pointerup", (event) => this.endStroke(event));
    on("pointercancel", () => (this.stroke = null));
    // Without this a quick swipe counts as a fling and the click of the next tap is swallowed.
    on("touchmove", (event) => event.preventDefault(), { passive: false });
    on("keydown", (event) => this.key(event));
  }

  // ---- drawing ----

  show(cards, { fit, jokers, label }) {
    this.list.setAttribute("aria-label", label);
    const names = `${jokers.B}${jokers.R}`;
    if (cards.join() === this.cards.join() && names === this.names) return;
    this.names = names;
    this.cards = cards;
    for (const card of this.chosen) if (!cards.includes(card)) this.chosen.delete(card);
    const half = cards.length > ONE_ROW ? Math.ceil(cards.length / 2) : cards.length;
    this.list.style.setProperty("--n", cards.length);
    this.list.style.setProperty("--half", half);
    this.list.style.setProperty("--fit", fit);
    this.list.innerHTML = cards.map((card) => cardHtml(card, jokers, { tag: "li" })).join("");
    this.items = [...this.list.children];
    this.items.forEach((item, i) => {
      item.style.setProperty("--i", i);
      item.dataset.card = cards[i];
      item.setAttribute("role", "option");
      if (i === half - 1 && cards.length % 2) item.classList.add("row-end");
    });
    this.focused = Math.max(0, Math.min(this.focused, cards.length - 1));
    this.mark();
  }

  deal() {
    this.list.classList.add("dealing");
    this.items.at(-1)?.addEventListener("animationend", () => this.endDeal(), { once: true });
  }

  endDeal() {
    this.list.classList.remove("dealing");
  }

  focus() {
    this.items[this.focused]?.focus({ preventScroll: true });
  }

  mark() {
    this.items.forEach((item, i) => {
      item.setAttribute("aria-selected", this.chosen.has(this.cards[i]));
      item.tabIndex = i === this.focused ? 0 : -1;
    });
  }

  // ---- selection ----

  get selection() {
    return this.cards.filter((card) => this.chosen.has(card));
  }

  set(cards, wanted) {
    for (const card of cards) this.chosen[wanted ? "add" : "delete"](card);
    this.mark();
    this.onChange();
  }

  clear() {
    this.lastTap = { card: null, at: 0 }; // the next tap begins anew
    this.set(this.cards, false);
  }

  chooseRank(card) {
    this.set(this.cards.filter((other) => other[0] === card[0]), true);
  }

  // ---- pointer: a stroke turns every card it crosses to the opposite of the first one ----

  at({ clientX, clientY }) {
    const item = this.list.getRootNode().elementFromPoint(clientX, clientY)?.closest(".hand .card");
    return this.items.indexOf(item);
  }

  startStroke(event) {
    const i = this.at(event);
    if (i < 0 || !event.isPrimary || event.button > 0) return;
    this.list.setPointerCapture(event.pointerId);
    this.stroke = { wanted: !this.chosen.has(this.cards[i]), first: i, last: i };
    this.focused = i;
    this.set([this.cards[i]], this.stroke.wanted);
  }

  continueStroke(event) {
    if (!this.stroke) return;
    const i = this.at(event);
    if (i < 0 || i === this.stroke.last) return;
    // A fast finger skips cards between two events: fill the gap.
    const [from, to] = [Math.min(i, this.stroke.last), Math.max(i, this.stroke.last)];
    this.stroke.last = i;
    this.stroke.moved = true;
    this.set(this.cards.slice(from, to + 1), this.stroke.wanted);
  }

  endStroke(event) {
    const { stroke } = this;
    this.stroke = null;
    if (!stroke || stroke.moved) return;
    const card = this.cards[stroke.first];
    const again = this.lastTap.card === card && event.timeStamp - this.lastTap.at < DOUBLE_TAP_MS;
    this.lastTap = { card: again ? null : card, at: event.timeStamp };
    if (again) this.chooseRank(card);
  }

  // ---- keyboard ----

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key.length === 1) event.stopPropagation(); // Streamlit has single keys of its own
    const card = this.cards[this.focused];
    if (event.key in STEPS) {
      const last = this.cards.length - 1;
      this.focused = Math.max(0, Math.min(last, this.focused + STEPS[event.key]));
      this.mark();
      this.focus();
    } else if (event.key === " ") {
      if (event.shiftKey) this.chooseRank(card);
      else this.set([card], !this.chosen.has(card));
    } else if (event.key === "Enter") this.onSubmit();
    else if (event.key === "Escape") this.clear();
    else if (event.key.toLowerCase() === "p") this.onPass();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
