// The table: data from Python in, a person's actions out. Which choices are plays comes down as
// data.legal { rank letters: [kind, cards, reason or null, plays left after] }; no rule is known
// here. Triggers are sent from a person's action only: one sent while mounting can be lost.

const ASK_AFTER_MS = 40;
const ASK_LATER_MS = 600; // a question on the heels of a rerun of the page makes Streamlit lose that run
const COPIED_MS = 1600;
const LOG_LINES = 6;
const WIDE = 900; // from here on nothing of the result is folded
const REPEATS = { act: { every: 2500, times: 3 }, set: { every: 1200, times: 3 } }; // "set" ends before SETTLED_MS does
const SETTLED_MS = 4000; // how long a value set here wins over one that comes from the page
const PARTS = ["table", "mat-head", "seat-left", "seat-across", "seat-right", "trick", "plan", "me", "tools", "bar", "tutor", "actions", "rail", "result", "hint-sheet", "mat-foot"];
const views = new WeakMap();
const kept = { game: null, at: -1, chosen: new Set(), steps: [], set: {} }; // outlives the nodes: a rerun may replace them
const through = new Steps(); // so do the steps through a deal

/** What was set here a moment ago, by name. */
const setHere = () => Object.fromEntries(Object.entries(kept.set).map(([name, { value }]) => [name, value]));

export default function table({ data: [data], parentElement, setTriggerValue }) {
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
    this.parts = Object.fromEntries(PARTS.map((name) => [name, find(`.${name}`)]));
    this.log = find("[role=log]");
    this.hand = new Hand(find(".hand"), { signal, onChange: () => this.choiceChanged() });
    Object.assign(this.hand, { chosen: kept.chosen, steps: kept.steps });
    this.sheet = new Sheet(find(".sheet"), { signal, onSet: (name, value) => this.set(name, value) });
    const { table, rail, "hint-sheet": sheet, "mat-foot": foot } = this.parts;
    this.hints = new HintPanel({ table, rail, sheet, foot });
    const send = (...message) => this.send(...message); // that of the moment: a rerun brings another
    this.acts = new Sending(send, REPEATS.act);
    this.sets = new Sending(send, REPEATS.set);
    this.sounds = new Sounds();
    this.motion = new Motion(this.root, this.sounds);
    this.root.addEventListener("pointerdown", () => this.skip(), { signal });
    this.root.addEventListener("click", (event) => {
      const button = event.target.closest("[data-act]");
      if (button) this.act(button.dataset.act);
    }, { signal });
    this.root.addEventListener("keydown", (event) => this.key(event), { signal });
    document.addEventListener("keydown", (event) => {
      if (event.target === document.body) this.key(event);
    }, { signal, capture: true });
    document.addEventListener("pointerdown", (event) => {
      if (this.asking && !event.composedPath().includes(this.root)) this.ask(ASK_LATER_MS);
    }, { signal, capture: true });
    document.addEventListener("visibilitychange", () => this.leave(), { signal });
    new ResizeObserver(() => {
      fitTrick(this.parts.trick);
      if (this.hint) this.hints.place();
    }).observe(this.parts.trick);
    this.queue = [];
    this.due = 0; // when the rest after what was shown last ends
    this.held = false; // what is still to be shown waits for the person
    this.unsaid = [];
    this.quiz = { which: 0, answer: null, at: -1 };
    this.tab = {}; // what the slot of a narrow table shows, once the person has chosen
  }

  destroy() {
    this.listeners.abort();
    this.motion.end();
    this.sounds.close();
    clearTimeout(this.timer);
    clearTimeout(this.asking);
    this.acts.end();
    this.sets.end();
  }

  // ---- data from Python ----

  update(data) {
    if (data.game !== kept.game) {
      Object.assign(kept, { game: data.game, at: -1 });
      this.due = 0;
      through.to = null;
      this.hand.reset();
    }
    const first = !this.data;
    const same = this.data?.game === data.game && this.data.at === data.at;
    this.data = data;
    through.reached(data.at);
    if (first && through.to !== null) this.sendStep();
    this.settle(data.settings);
    this.root.lang = data.lang;
    if (this.quiz.answer !== null && this.quiz.at !== data.at) this.quiz = { which: this.quiz.which + 1, answer: null, at: data.at };
    this.sheet.draw(data, this.settings);
    if (same && this.busy) {
      // the same moment in other words: what is being shown goes on
      const left = this.queue.length;
      this.queue = data.frames.slice(-left);
      this.draw(data.frames.at(-left - 1) ?? this.frame);
      return;
    }
    const next = data.frames.filter(({ at }) => at > kept.at);
    const inOrder = next.length && next[0].at <= kept.at + 1;
    clearTimeout(this.timer);
    this.queue = inOrder ? next : [];
    this.held = document.hidden && this.queue.length > 1;
    const early = this.due - performance.now();
    if (this.held) this.refresh();
    else if (!this.queue.length) this.draw(data.frames.at(-1));
    else if (early > 0) {
      this.timer = setTimeout(() => this.step(), early);
      this.draw(data.frames.at(-next.length - 1) ?? this.frame);
    } else this.step();
  }

  /** The settings of the page, but for those set here a moment ago. */
  settle(given) {
    const now = performance.now();
    for (const [name, { value, at }] of Object.entries(kept.set)) {
      if (given[name] === value || now - at > SETTLED_MS) delete kept.set[name];
    }
    this.settings = { ...given, ...setHere() };
    this.motion.speed = this.settings.speed;
    this.sounds.on = this.settings.sound === "on";
  }

  set(name, value) {
    kept.set[name] = { value, at: performance.now() };
    this.settle(this.data.settings);
    if (name === "sound") this.sounds.play("mine");
    this.sheet.draw(this.data, this.settings);
    this.draw(this.frame);
    const message = () => ["set", { name, value, also: setHere() }];
    this.sets.begin(message, () => Object.keys(kept.set).length);
  }

  // ---- one frame after the other ----

  /** Show the next frame; the rest after its motion is skipped by a tap. */
  step() {
    const frame = this.queue.shift();
    this.motion.end();
    const places = this.motion.places();
    this.draw(frame);
    const moving = this.motion.show(frame, places);
    if (frame.deal) this.hand.deal();
    this.unsaid.push(frame.say);
    const rest = moving + this.motion.rest;
    this.due = performance.now() + rest;
    if (rest || !this.queue.length) this.say();
    if (this.queue.length && rest) this.timer = setTimeout(() => this.step(), rest);
    else if (this.queue.length) this.step();
    else this.arrived();
  }

  /** The present is shown: the person's turn, or the end. */
  arrived() {
    const { result } = this.data;
    if (result) this.sounds.play(result.won ? "won" : "lost");
    else if (this.data.mine) this.sounds.play("mine", 250);
  }

  /** Announce what has been shown since the last announcement. */
  say() {
    const said = this.unsaid.filter(Boolean).join(" ");
    this.unsaid = [];
    if (said) this.announce(said);
  }

  /** Add a line to what a screen reader reads out, politely. */
  announce(text) {
    const line = document.createElement("span");
    line.textContent = text;
    this.log.append(line, " ");
    while (this.log.children.length > LOG_LINES) this.log.firstElementChild.remove();
  }

  /** A page that nobody sees shows nothing; who comes back is asked before it goes on. */
  leave() {
    if (!document.hidden || !this.busy || this.held) return;
    clearTimeout(this.timer);
    this.motion.end();
    this.held = true;
    this.refresh();
  }

  goOnHere() {
    this.held = false;
    this.step();
  }

  skip() {
    this.due = 0;
    this.hand.endDeal();
    if (!this.queue.length || this.held) return;
    clearTimeout(this.timer);
    this.motion.end();
    this.unsaid.push(...this.queue.map(({ say }) => say));
    const last = this.queue.at(-1);
    this.queue = [];
    this.draw(last);
    this.say();
    this.arrived();
  }

  get busy() {
    return this.queue.length > 0;
  }

  // ---- drawing ----

  draw(frame) {
    const focused = this.root.getRootNode().activeElement;
    this.drawParts(frame);
    if (focused && !focused.isConnected && !this.root.getRootNode().activeElement) this.hand.focus();
  }

  drawParts(frame) {
    const { data, parts } = this;
    const { text, jokers } = data;
    this.frame = frame;
    kept.at = frame.at;
    Object.assign(this.root.dataset, { at: frame.at, busy: this.busy, seats: data.seats });
    parts.table.hidden = Boolean(frame.over);
    parts.result.hidden = !frame.over;
    if (frame.over) {
      const first = !parts.result.shown;
      const unfolded = this.root.clientWidth >= WIDE;
      patch(parts.result, resultHtml(data.result, data.code, jokers, text, { unfolded, said: feedbackHtml(data.feedback, text.feedback_all) }));
      if (first) parts.result.querySelector("h2").focus({ preventScroll: true });
      return;
    }
    parts.result.shown = "";
    patch(parts["mat-head"], headHtml(frame, data.code, text, jokers));
    for (const [side, seat] of Object.entries(frame.seats)) patch(parts[`seat-${side}`], seatHtml(seat, text));
    const said = patch(parts.trick, trickHtml(frame, jokers));
    parts.rail.setAttribute("aria-label", text.rail);
    this.hand.show(this.arranged(frame.hand), { fit: frame.fit, jokers, label: text.hand });
    this.refresh();
    this.drawPanels();
    if (!said) return;
    // What moves must know its place at once; else there is time until the next picture.
    if (this.motion.moves) fitTrick(parts.trick);
    else requestAnimationFrame(() => fitTrick(parts.trick));
  }

  /** The panels beside the table, and the one that a narrow table has in their place. */
  drawPanels() {
    const { data, parts, settings, quiz } = this;
    const { text, jokers, fewest, unseen } = data;
    const rest = restBodyHtml(unseen, settings, text, jokers, quiz);
    const panels = {
      fewest: fewestHtml(fewest, jokers),
      unseen: `<section class="panel rest"><div class="rest-head">${restHeadHtml(unseen, settings, text)}</div>${rest}</section>`,
    };
    const hint = this.hints.draw(this.hint, { jokers, text, choice: this.choice, key: this.keyOf(this.hand.selection) });
    const said = feedbackHtml(data.feedback, text.feedback);
    patch(parts.rail, hint || said + data.rail.map((panel) => panels[panel] ?? logHtml(panel)).join(""));
    const news = this.hints.news(this.hint);
    if (news) this.announce(news);
    this.drawSlot(rest);
  }

  /** The slot of a narrow table: the cards still out or the plays of the hand. */
  drawSlot(rest) {
    const { data, parts, settings } = this;
    const { text, jokers, fewest, unseen } = data;
    const tab = this.shownTab;
    const moves = movesText({ now: fewest.number, then: this.left ?? null });
    const tabs = [["unseen", unseen.title, this.tabFigure(unseen)], ["fewest", fewest.label, moves]];
    if (data.feedback) tabs.push(["said", text.feedback_short, feedbackSign(data.feedback)]);
    const heads = tabs.map(
      ([name, title, figure]) => `<button type="button" role="tab" class="tab" data-act="tab-${name}" aria-selected="${name === tab}" aria-controls="slot">${escape(title)} <b class="num">${escape(figure)}</b></button>`,
    );
    const beside = {
      unseen: settings.counter === "full" ? foldHtml(settings, text) : "",
      said: "",
      fewest: `${tally(fewest.number)}${fewest.short ? basisHtml(fewest.short) : ""}`,
    };
    const shown = { unseen: rest, fewest: groupsHtml(fewest.groups, jokers), said: feedbackRows(data.feedback) };
    parts.plan.dataset.shows = tab === "unseen" ? counterLook(settings) : tab;
    parts.plan.classList.toggle("roomy", this.frame.speaking);
    patch(parts.plan, `<div class="slot-head"><div class="tabs" role="tablist">${heads.join("")}</div><span class="beside">${beside[tab]}</span></div><div id="slot" class="slot ${tab === "unseen" ? "rest" : ""}" role="tabpanel">${shown[tab]}</div>`);
  }

  get shownTab() {
    const { speaking } = this.frame;
    const { feedback, at } = this.data;
    if (feedback && this.tab.at !== at) return "said"; // what is new is shown until another is chosen
    const tab = this.tab[speaking] ?? (speaking ? "fewest" : "unseen");
    return tab === "said" && !feedback ? "unseen" : tab;
  }

  tabFigure({ number }) {
    const look = counterLook(this.settings);
    return look === "full" || look === "line" ? number : "";
  }

  /** The hand as groups of cards: one by rank, or its fewest plays; in the order that is set. */
  arranged(hand) {
    const { sort, order } = this.settings;
    let groups = [hand];
    if (sort === "plays") {
      const held = new Set(hand);
      groups = this.data.fewest.groups.map(({ body, kickers }) => [...body, ...kickers].filter((card) => held.delete(card)));
      groups = [...groups, [...held]].filter((group) => group.length);
    }
    return order === "high" ? groups.map((group) => [...group].reverse()).reverse() : groups;
  }

  /** The chosen cards, read in the data: what they are and whether they may be played. */
  verdict() {
    const { legal, no_play, reasons, text } = this.data;
    const cards = this.hand.selection;
    if (!cards.length) return { state: "", html: escape(this.data.idle), note: this.data.idle_note };
    const key = this.keyOf(cards);
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

  /** The ranks of *cards* as Python writes them. */
  keyOf(cards) {
    const { order } = this.data;
    return cards.map((card) => card[0]).sort((a, b) => order.indexOf(a) - order.indexOf(b)).join("");
  }

  /** The hint of the position that is shown, while it is open. */
  get hint() {
    const { hint, at, mine } = this.data;
    return hint?.at === at && mine && !this.busy && !this.held ? hint : null;
  }

  /** The chosen cards as they are read, when they may be played. */
  get choice() {
    const entry = this.playing && this.data.legal[this.keyOf(this.hand.selection)];
    return entry && entry[2] === null ? entry[1] || entry[0] : "";
  }

  get playing() {
    return this.data.mine && this.data.phase === "play" && !this.busy && !this.data.tutor;
  }

  refresh() {
    const { data, parts, busy, playing, settings } = this;
    const { text } = data;
    if (this.held) return this.drawHeld();
    const tutor = data.mine && !busy && data.tutor;
    const read = playing || tutor ? this.verdict() : { html: escape(busy ? this.frame.me.turn : data.idle) };
    const verdict = playing ? read : { ...read, state: "" };
    const sign = { ok: "check", no: "cross" }[verdict.state];
    const then = verdict.left === undefined ? "" : `<span class="then only-wide">${escape(text.left[verdict.left])}</span>`;
    parts.bar.dataset.verdict = verdict.state;
    patch(parts.bar, `<span class="sign">${icon(sign)}</span><span class="text">${verdict.html}</span>${then}`);
    patch(parts.tutor, tutor ? tutorHtml(tutor) : "");
    if (this.left !== verdict.left || this.hint) {
      this.left = verdict.left;
      this.drawPanels();
    }
    const { label, number, short } = data.fewest;
    const moves = { label, now: number, then: verdict.left ?? null, proved: short, laid: settings.sort === "plays" };
    patch(parts.me, meHtml(this.frame.me, moves, text));
    const canUndo = playing && this.hand.steps.length > 0;
    patch(parts.tools, toolsHtml({ text, settings, canUndo, canGoOn: playing && data.next.length > 0, mine: playing, hint: { shown: "hint" in data, can: data.mine && !busy, open: Boolean(this.hint) } }));
    const buttons = (tutor || data).actions.map((button) => {
      if (busy && !button.by) return { ...button, off: true, primary: false, note: text.wait };
      if (button.id === "clear" && playing) {
        const none = !this.hand.chosen.size;
        return { ...button, off: none, note: none ? text.none_chosen : "" };
      }
      if (button.id !== "play") return button;
      const lit = verdict.state === "ok";
      return { ...button, off: !lit, primary: lit, note: verdict.note };
    });
    parts.actions.classList.toggle("words", data.phase === "bid" || data.phase === "double" || Boolean(tutor));
    patch(parts.actions, buttons.map(buttonHtml).join(""));
  }

  drawHeld() {
    const { text } = this.data;
    this.parts.bar.dataset.verdict = "";
    patch(this.parts.bar, `<span class="text">${escape(text.away)}</span>`);
    patch(this.parts.actions, buttonHtml({ id: "on", label: text.go_on, primary: true }));
  }

  // ---- a person's actions ----

  choiceChanged() {
    this.acts.end(); // something else is wanted now
    this.refresh();
    this.ask(ASK_AFTER_MS);
  }

  /** Ask, after a while in which nothing else is chosen, why the chosen cards are no play. */
  ask(after) {
    clearTimeout(this.asking);
    this.asking = setTimeout(() => {
      this.asking = null;
      if (!this.playing) return;
      const { at, considers, no_play } = this.data;
      const { key } = this.verdict();
      if (key && no_play?.key !== key) this.send("ask", { at, key });
      else if (considers && this.choice) this.send("hint", { at, do: "consider", cards: this.hand.selection });
    }, after);
  }

  act(id) {
    const [name, value] = id.split("-");
    const own = {
      copy: () => this.copy(),
      undo: () => this.hand.undo(),
      next: () => this.goOn(1),
      sort: () => this.set("sort", this.settings.sort === "plays" ? "rank" : "plays"),
      more: () => this.sheet.open("more", this.data, this.settings),
      roles: () => this.sheet.open("roles", this.data, this.settings),
      points: () => this.sheet.open("points", this.data, this.settings),
      close: () => this.sheet.close(),
      fold: () => value === "rest" && this.set("fold", this.settings.fold === "folded" ? "open" : "folded"),
      tab: () => this.showTab(value),
      hint: () => this.askHint(value),
      step: () => this.showStep(Number(value)),
      answer: () => this.answer(Number(value)),
      ask: () => this.askMore(),
      clear: () => this.hand.clear(),
      on: () => this.goOnHere(),
    }[name];
    const button = this.root.querySelector(`[data-act="${CSS.escape(id)}"]`);
    if (!button || button.getAttribute("aria-disabled") === "true") return;
    if (own) return void own();
    clearTimeout(this.asking);
    this.asking = null;
    const { at, actions } = this.data;
    const step = actions.find((one) => one.id === id && one.by);
    if (step) this.go(step);
    else if (id === "play") this.do("act", { at, cards: this.hand.selection });
    else if (["review", "same", "another"].includes(id)) this.do("deal", { at, which: id });
    else this.do("act", { at, say: id });
  }

  /** Go a step through a deal; *by* and *most* are as in coach/ui/moments.py. */
  go(step) {
    this.due = 0;
    through.take(step, this.data.at);
    this.sendStep();
  }

  sendStep() {
    const { at } = this.data;
    const { to } = through;
    this.acts.begin(() => ["act", { at, to }], () => through.to === to);
  }

  /** Send what the person did, until it has changed what is shown. */
  do(trigger, message) {
    const { game, at, phase } = this.data;
    this.due = 0;
    const unanswered = () => this.data.game === game && this.data.at === at && this.data.phase === phase && !this.data.tutor;
    this.acts.begin(() => [trigger, message], unanswered);
  }

  /** Choose the next possible play, or the one before. */
  goOn(way) {
    const { next } = this.data;
    if (!this.playing || !next.length) return;
    const at = next.indexOf(this.keyOf(this.hand.selection));
    const to = at < 0 && way < 0 ? next.length - 1 : (at + way + next.length) % next.length;
    const held = [...this.frame.hand];
    this.hand.choose([...next[to]].map((rank) => held.splice(held.findIndex((card) => card[0] === rank), 1)[0]));
  }

  /** Open, deepen or shut the hint; *what* is as in coach/ui/hinting.py, or to toggle it. */
  askHint(what) {
    const wanted = what === "toggle" ? (this.hint ? "close" : "open") : what;
    if (wanted === "close") {
      const { focused } = this.hints;
      this.data.hint = null;
      this.refresh();
      this.drawPanels();
      if (focused) this.root.querySelector('[data-act="hint-toggle"]').focus({ preventScroll: true });
    }
    const cards = wanted === "why" ? { cards: this.hand.selection } : {};
    this.send("hint", { at: this.data.at, do: wanted, ...cards });
  }

  showStep(step) {
    this.hints.show(step);
    this.drawPanels();
  }

  showTab(name) {
    this.tab[this.frame.speaking] = name;
    this.tab.at = this.data.at;
    this.drawPanels();
  }

  answer(number) {
    this.quiz = { ...this.quiz, answer: number, at: this.data.at };
    this.drawPanels();
    const told = this.root.querySelectorAll(".quiz .told");
    this.announce(told[0]?.textContent ?? "");
    [...this.root.querySelectorAll('[data-act="ask-more"]')].find((button) => button.offsetParent)?.focus();
  }

  askMore() {
    this.quiz = { which: this.quiz.which + 1, answer: null, at: this.data.at };
    this.drawPanels();
  }

  /** Keys anywhere on the table; letters stay here, Streamlit has single keys of its own. */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key.length === 1) event.stopPropagation();
    if (this.sheet.which || !this.data) return;
    if (!answerKey(this, event)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  async copy() {
    const { text, copied } = this.data.code;
    await copyText(text);
    this.announce(copied);
    for (const chip of this.root.querySelectorAll(".chip")) {
      chip.dataset.done = true;
      chip.querySelector(":scope > .icon").outerHTML = icon("check");
      setTimeout(() => {
        delete chip.dataset.done;
        chip.querySelector(":scope > .icon").outerHTML = icon("copy");
      }, COPIED_MS);
    }
  }
}
