// The table: data from Python in, a person's actions out. Which choices are plays comes down as
// data.legal { rank letters: [kind, cards, reason or null, plays left after] }; no rule is known
// here. Triggers are sent from a person's action only: one sent while mounting can be lost.

const ASK_AFTER_MS = 70;
const ASK_LATER_MS = 600; // a question on the heels of a rerun of the page makes Streamlit lose that run
const COPIED_MS = 1600;
const REST_MS = 500; // after every action, skipped by a tap
const MOTION_MS = { deal: 880, kitty: 480, play: 220, bomb: 420, rocket: 620 }; // as in tokens.css
const WIDE = 900; // from here on nothing of the result is folded
const views = new WeakMap();
const kept = { game: null, at: -1, chosen: new Set() }; // outlives the nodes: a rerun may replace them

export default function table({ data, parentElement, setTriggerValue }) {
  let view = views.get(parentElement);
  if (!view) views.set(parentElement, (view = new Table(parentElement)));
  view.send = setTriggerValue;
  view.update(data);
  return () => {
    view.destroy();
    views.delete(parentElement);
  };
}

class Table {
  constructor(root) {
    this.listeners = new AbortController();
    const { signal } = this.listeners;
    const find = (selector) => root.querySelector(selector);
    this.root = find(".tesuu");
    this.parts = Object.fromEntries(
      ["table", "mat-head", "seat-left", "seat-right", "trick", "plan", "me", "bar", "actions", "rail", "result"]
        .map((name) => [name, find(`.${name}`)]),
    );
    this.log = find("[role=log]");
    this.hand = new Hand(find(".hand"), {
      signal,
      onChange: () => this.choiceChanged(),
      onSubmit: () => this.act("play"),
      onPass: () => this.act("pass"),
    });
    this.root.addEventListener("pointerdown", () => this.skip(), { signal });
    this.root.addEventListener("click", (event) => {
      const button = event.target.closest("[data-act]");
      if (button) this.act(button.dataset.act);
    }, { signal });
    this.hand.chosen = kept.chosen;
    document.addEventListener("pointerdown", (event) => {
      if (this.asking && !event.composedPath().includes(this.root)) this.ask(ASK_LATER_MS);
    }, { signal, capture: true });
    this.queue = [];
    this.unsaid = [];
  }

  destroy() {
    this.listeners.abort();
    clearTimeout(this.timer);
    clearTimeout(this.asking);
  }

  // ---- data from Python ----

  update(data) {
    if (data.game !== kept.game) {
      Object.assign(kept, { game: data.game, at: -1 });
      this.hand.chosen.clear();
    }
    this.data = data;
    this.root.lang = data.lang;
    const next = data.frames.filter(({ at }) => at > kept.at);
    const inOrder = next.length && next[0].at <= kept.at + 1;
    clearTimeout(this.timer);
    this.queue = inOrder ? next : [];
    if (this.queue.length) this.step();
    else this.draw(data.frames.at(-1), { fresh: false });
  }

  /** Show the frames one after the other; the rest after each is skipped by a tap. */
  step() {
    const frame = this.queue.shift();
    this.draw(frame, { fresh: true });
    this.unsaid.push(frame.say);
    const rest = this.queue.length ? this.rest(frame) : 0;
    if (rest || !this.queue.length) this.say();
    if (rest) this.timer = setTimeout(() => this.step(), rest);
    else if (this.queue.length) this.step();
  }

  /** Announce what has been shown since the last announcement. */
  say() {
    const said = this.unsaid.filter(Boolean).join(" ");
    this.unsaid = [];
    if (said) this.log.textContent = said;
  }

  skip() {
    this.hand.endDeal();
    if (!this.queue.length) return;
    clearTimeout(this.timer);
    this.unsaid.push(...this.queue.map(({ say }) => say));
    const last = this.queue.at(-1);
    this.queue = [];
    this.draw(last, { fresh: false });
    this.say();
  }

  /** Milliseconds a frame stays: its motion and a rest; none where motion is not wanted. */
  rest({ deal, effect, kitty }) {
    const tempo = Number(getComputedStyle(this.root).getPropertyValue("--tempo"));
    const motion = deal ? "deal" : kitty.turn ? "kitty" : effect || "play";
    return tempo * (MOTION_MS[motion] + REST_MS);
  }

  get busy() {
    return this.queue.length > 0;
  }

  // ---- drawing ----

  draw(frame, { fresh }) {
    const focused = this.root.getRootNode().activeElement;
    this.drawParts(frame, { fresh });
    if (focused && !focused.isConnected && !this.root.getRootNode().activeElement) this.hand.focus();
  }

  drawParts(frame, { fresh }) {
    const { data, parts } = this;
    const { text, jokers } = data;
    this.frame = frame;
    kept.at = frame.at;
    this.root.dataset.at = frame.at;
    this.root.dataset.busy = this.busy;
    const over = data.result && !this.busy;
    parts.table.hidden = Boolean(over);
    parts.result.hidden = !over;
    if (over) {
      const first = !parts.result.shown;
      const unfolded = this.root.clientWidth >= WIDE;
      patch(parts.result, resultHtml(data.result, data.code, jokers, { unfolded }));
      if (first) parts.result.querySelector("h2").focus({ preventScroll: true });
      return;
    }
    parts.result.shown = "";
    patch(parts["mat-head"], headHtml(frame, data.code, text, jokers));
    patch(parts["seat-left"], seatHtml(frame.seats.left));
    patch(parts["seat-right"], seatHtml(frame.seats.right));
    patch(parts.trick, trickHtml(frame, jokers, { fresh }));
    parts.plan.classList.toggle("small", !frame.speaking);
    patch(parts.plan, fewestHtml(data.fewest, jokers));
    patch(parts.rail, data.rail.map((panel) => this.panelHtml(panel)).join(""));
    parts.rail.setAttribute("aria-label", text.rail);
    this.hand.show(frame.hand, { fit: frame.fit, jokers, label: text.hand });
    if (fresh && frame.deal) this.hand.deal();
    this.refresh();
  }

  panelHtml(panel) {
    const { jokers, fewest } = this.data;
    if (panel === "fewest") return fewestHtml(fewest, jokers);
    return panel.ranks ? restHtml(panel, jokers) : logHtml(panel);
  }

  /** The chosen cards, read in the data: what they are and whether they may be played. */
  verdict() {
    const { legal, no_play, reasons, text, order } = this.data;
    const cards = this.hand.selection;
    if (!cards.length) return { state: "", html: escape(this.data.idle), note: this.data.idle_note };
    const key = cards.map((card) => card[0]).sort((a, b) => order.indexOf(a) - order.indexOf(b)).join("");
    const entry = legal[key];
    if (!entry) {
      const { sentence, note } = no_play?.key === key ? no_play : text.no_play;
      return { state: "no", key, html: `<b>${escape(text.no_play.head)}</b> ${escape(sentence)}`, note };
    }
    const [kind, shown, reason, left] = entry;
    const { sentence, note } = reasons[reason ?? "ok"];
    const html = `<b>${escape(kind)}</b> ${escape(shown)}${sentence ? ` · ${escape(sentence)}` : ""}`;
    if (reason) return { state: "no", html, note };
    return { state: "ok", html, left, note: text.cards[cards.length] };
  }

  refresh() {
    const { data, parts, busy } = this;
    const playing = data.phase === "play" && !busy;
    const verdict = playing ? this.verdict() : { state: "", html: escape(busy ? this.frame.me.turn : data.idle) };
    const sign = { ok: "check", no: "cross" }[verdict.state];
    const then = verdict.left === undefined ? "" : `<span class="then only-wide">${escape(data.text.left[verdict.left])}</span>`;
    parts.bar.dataset.verdict = verdict.state;
    patch(parts.bar, `<span class="sign">${icon(sign)}</span><span class="text">${verdict.html}</span>${then}`);
    const { label, number, short } = data.fewest;
    const proved = this.frame.speaking ? "" : short; // before the play the panel says so
    const moves = { label, now: number, then: verdict.left ?? null, proved };
    patch(parts.me, meHtml(this.frame.me, moves));
    const buttons = data.actions.map((button) => {
      if (busy) return { ...button, off: true, primary: false, note: data.text.wait };
      if (button.id === "clear" && playing) {
        const none = !this.hand.chosen.size;
        return { ...button, off: none, note: none ? data.text.none_chosen : "" };
      }
      if (button.id !== "play") return button;
      const lit = verdict.state === "ok";
      return { ...button, off: !lit, primary: lit, note: verdict.note };
    });
    parts.actions.classList.toggle("words", data.phase === "bid" || data.phase === "double");
    patch(parts.actions, buttons.map(buttonHtml).join(""));
  }

  // ---- a person's actions ----

  choiceChanged() {
    this.refresh();
    this.ask(ASK_AFTER_MS);
  }

  /** Ask, after a while in which nothing else is chosen, why the chosen cards are no play. */
  ask(after) {
    clearTimeout(this.asking);
    this.asking = setTimeout(() => {
      this.asking = null;
      if (this.busy || this.data.phase !== "play") return;
      const { key } = this.verdict();
      if (key && this.data.no_play?.key !== key) this.send("ask", { at: this.data.at, key });
    }, after);
  }

  act(id) {
    if (id === "copy") return void this.copy();
    const button = this.root.querySelector(`[data-act="${CSS.escape(id)}"]`);
    if (!button || button.getAttribute("aria-disabled") === "true") return;
    clearTimeout(this.asking);
    this.asking = null;
    const { at } = this.data;
    if (id === "clear") this.hand.clear();
    else if (id === "play") this.send("act", { at, cards: this.hand.selection });
    else if (id === "same" || id === "another") this.send("deal", { at, which: id });
    else this.send("act", { at, say: id });
  }

  async copy() {
    const { text, copied } = this.data.code;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // No clipboard outside a secure page: select a hidden field and copy from it.
      const field = document.createElement("textarea");
      field.value = text;
      document.body.append(field);
      field.select();
      document.execCommand("copy");
      field.remove();
    }
    this.log.textContent = copied;
    for (const chip of this.root.querySelectorAll(".chip")) {
      chip.dataset.done = true;
      chip.querySelector(".icon").outerHTML = icon("check");
      setTimeout(() => {
        delete chip.dataset.done;
        chip.querySelector(".icon").outerHTML = icon("copy");
      }, COPIED_MS);
    }
  }
}
