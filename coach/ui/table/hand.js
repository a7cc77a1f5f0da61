// The hand: how it lies, and which cards are chosen by drag, tap, double tap and keys. No rule here.

const DOUBLE_TAP_MS = 320;
const LARGE = 20; // a larger hand has a row more
const STRIP = 0.6; // least share of a covered card that shows; with GAP as in card.css
const GAP = 0.42; // more between two groups, in card widths
const STEPS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
const PIP = 0.47; // where a card's large pip begins, in card widths
const ROWS = ["a", "b", "c"];

class Hand {
  constructor(list, { signal, onChange }) {
    Object.assign(this, { list, onChange });
    this.cards = [];
    this.items = [];
    this.chosen = new Set();
    this.steps = []; // what was chosen before each change, to go back to
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
  }

  // ---- drawing ----

  /** Draw groups of cards side by side; *fit* are the cards at the start of the deal. */
  show(groups, { fit, jokers, label }) {
    this.list.setAttribute("aria-label", label);
    const cards = groups.flat();
    const drawn = JSON.stringify([groups, jokers, fit]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    const focused = this.cards[this.focused];
    const held = new Set(cards);
    if (this.cards.some((card) => !held.has(card))) this.steps.length = 0;
    for (const card of this.chosen) if (!held.has(card)) this.chosen.delete(card);
    this.cards = cards;
    this.list.innerHTML = cards.map((card) => cardHtml(card, jokers, { tag: "li" })).join("");
    this.items = [...this.list.children];
    this.items.forEach((item, i) => {
      item.style.setProperty("--i", i);
      item.setAttribute("role", "option");
    });
    const more = fit > LARGE ? 1 : 0;
    this.lay("wide", groups, fit, 1 + more);
    this.lay("narrow", groups, fit, 2 + more);
    const same = cards.indexOf(focused);
    this.focused = same >= 0 ? same : Math.max(0, Math.min(this.focused, cards.length - 1));
    this.mark();
  }

  /** Say where each card lies, in at most so many rows, in numbers that card.css makes places of. */
  lay(width, groups, fit, rows) {
    const full = 1 + STRIP * (Math.ceil(fit / rows) - 1);
    const held = groups.filter((group) => group.length);
    let lines = [held];
    for (let used = 2; used <= rows && Math.max(...lines.map(unitsOf)) > full + 1e-6; used++) lines = inRows(held, used);
    const style = this.list.style;
    style.setProperty(`--units-${width}`, Math.max(full, ...lines.map(unitsOf)));
    style.setProperty(`--rows-${width}`, rows);
    ROWS.forEach((row, place) => {
      const line = lines[place] ?? [];
      style.setProperty(`--last-${width}-${row}`, Math.max(0, line.flat().length - 1));
      style.setProperty(`--gaps-${width}-${row}`, Math.max(0, line.length - 1));
    });
    let i = 0;
    lines.forEach((line, place) => {
      const covered = lines[place + 1] ? unitsOf(lines[place + 1]) : 0;
      let k = 0;
      line.forEach((group, gap) => {
        for (const card of group) {
          const item = this.items[i++];
          const bare = card === group.at(-1) && k * STRIP + gap * GAP + PIP >= covered;
          item.style.setProperty(`--k-${width}`, k++);
          item.style.setProperty(`--g-${width}`, gap);
          item.style.setProperty(`--below-${width}`, lines.length - 1 - place);
          item.classList.toggle(`free-${width}`, bare);
        }
      });
    });
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

  get hasFocus() {
    return this.items.includes(this.list.getRootNode().activeElement);
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

  /** Remember what is chosen now; the next change can be undone to it. */
  keep() {
    this.steps.push([...this.chosen]);
  }

  set(cards, wanted) {
    for (const card of cards) this.chosen[wanted ? "add" : "delete"](card);
    this.changed();
  }

  changed() {
    this.mark();
    this.onChange();
  }

  /** Choose exactly these cards. */
  choose(cards) {
    this.keep();
    this.chosen.clear();
    this.set(cards, true);
  }

  clear() {
    this.lastTap = { card: null, at: 0 }; // the next tap begins anew
    if (this.chosen.size) this.choose([]);
  }

  undo() {
    const before = this.steps.pop();
    this.lastTap = { card: null, at: 0 };
    if (!before) return;
    this.chosen.clear();
    this.set(before, true);
  }

  /** Forget the steps and the choice: another turn begins. */
  reset() {
    this.steps.length = 0;
    this.chosen.clear();
    this.mark();
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
    this.keep();
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
    if (!again) return;
    this.steps.pop(); // both taps are one step
    this.chooseRank(card);
  }

  // ---- keyboard ----

  /** Act on a key while a card has the focus; whether it was one of the hand's keys. */
  key({ key, shiftKey }) {
    if (key in STEPS) {
      const last = this.cards.length - 1;
      this.focused = Math.max(0, Math.min(last, this.focused + STEPS[key]));
      this.mark();
      this.focus();
    } else if (key === " ") {
      const card = this.cards[this.focused];
      this.keep();
      if (shiftKey) this.chooseRank(card);
      else this.set([card], !this.chosen.has(card));
    } else return false;
    return true;
  }
}

/** How wide groups lie side by side, in card widths. */
function unitsOf(groups) {
  const cards = groups.reduce((sum, group) => sum + group.length, 0);
  return cards ? 1 + STRIP * (cards - 1) + GAP * (groups.length - 1) : 0;
}

/** Groups in so many rows of about one width; a group is cut where none would be even. */
function inRows(groups, rows) {
  if (rows === 1) return [groups];
  const cards = groups.flat().length;
  let best = null;
  for (let cut = 1; cut < cards; cut++) {
    const [first, rest, whole] = cutAt(groups, cut);
    const below = inRows(rest, rows - 1);
    const widest = Math.max(unitsOf(first), ...below.map(unitsOf));
    const upright = unitsOf(first) + 1e-6 < unitsOf(below[0]) ? 0.1 : 0; // the longer row on top
    const cost = widest + upright + (whole ? 0 : 0.7);
    if (!best || cost < best.cost) best = { cost, lines: [first, ...below] };
  }
  return best ? best.lines : [groups];
}

/** The first *cut* cards, the others, and whether no group was cut. */
function cutAt(groups, cut) {
  const first = [];
  const rest = [];
  let whole = true;
  for (const group of groups) {
    const room = cut - first.flat().length;
    if (room > 0) first.push(group.slice(0, room));
    if (room < group.length) rest.push(group.slice(Math.max(0, room)));
    if (room > 0 && room < group.length) whole = false;
  }
  return [first, rest, whole];
}
