// What moves between two frames: one thing at a time, only transform and opacity.

const REST_MS = 500; // after every action, skipped by a tap
const TIME_MS = { card: 240, next: 40, play: 220, pass: 160, kitty: 320, turn: 80, bomb: 420, rocket: 620, spring: 620 };
const TEMPO = { normal: 1, fast: 0.5, off: 0 };
const EASE = { out: "cubic-bezier(.2, .8, .2, 1)", both: "cubic-bezier(.6, 0, .3, 1)" };
const still = matchMedia("(prefers-reduced-motion: reduce)");

class Motion {
  constructor(root, sounds) {
    Object.assign(this, { root, sounds });
    this.tempo = 1;
    this.running = [];
    this.extras = [];
  }

  set speed(name) {
    this.tempo = TEMPO[name] ?? 1;
    this.root.dataset.speed = name;
  }

  get moves() {
    return this.tempo > 0 && !still.matches;
  }

  /** Where everything is that the next frame may move, before it is drawn. */
  places() {
    if (!this.moves) return null;
    const cards = new Map();
    for (const card of this.root.querySelectorAll(".hand .card")) cards.set(card.dataset.card, card.getBoundingClientRect());
    return cards;
  }

  /** Move what *frame* changed, from *places*; milliseconds until it stands still. */
  show(frame, places) {
    const sound = (name, after = 0) => this.sounds.play(name, after * this.tempo);
    if (frame.over) return 0;
    if (frame.deal) {
      sound("deal");
      return this.time(TIME_MS.card + TIME_MS.next * (frame.hand.length - 1));
    }
    if (frame.word) return this.cry(frame.word, sound);
    if (frame.again) return 0;
    const line = this.root.querySelector(".trick .line:last-child");
    if (frame.kitty.turn) return this.takeKitty(frame, sound);
    if (!line) return 0;
    if (frame.alarm) sound("announce", TIME_MS.play);
    if (!line.querySelector(".play")) {
      sound("pass");
      this.run(line.querySelector(".said"), [{ opacity: 0, transform: "translateY(4px)" }, {}], TIME_MS.pass);
      if (frame.trick.at(-1).factor) this.tick();
      return this.time(TIME_MS.pass);
    }
    this.lay(line, places);
    sound(frame.effect || "play");
    return frame.effect ? this.burst(line, frame) : this.time(TIME_MS.play);
  }

  time(milliseconds) {
    return this.moves ? milliseconds * this.tempo : 0;
  }

  get rest() {
    return REST_MS * this.tempo;
  }

  // ---- each kind of event ----

  /** Cards come from the hand, or from the seat that played them, to their line. */
  lay(line, places) {
    const side = ["left", "right", "across"].find((name) => line.classList.contains(name));
    const seat = side && this.root.querySelector(`.seat-${side} .fan`)?.getBoundingClientRect();
    const played = this.root.querySelectorAll(".trick .line:last-child .card");
    for (const card of played) {
      const from = seat || places?.get(card.dataset.card);
      if (from) this.fly(card, from);
    }
  }

  fly(card, from, { after = 0, time = TIME_MS.play, hidden = false } = {}) {
    const to = card.getBoundingClientRect();
    if (!from.width || !to.width) return;
    const x = from.x + from.width / 2 - to.x - to.width / 2;
    const y = from.y + from.height / 2 - to.y - to.height / 2;
    const start = `translate(${x}px, ${y}px) scale(${Math.min(1.6, Math.max(0.4, from.height / to.height))})`;
    const frames = hidden
      ? [{ transform: start, opacity: 0 }, { transform: start, opacity: 1, offset: 0.02 }, {}]
      : [{ transform: start }, {}];
    this.run(card, frames, time, { delay: after * this.tempo, easing: EASE.out });
  }

  /** The kitty is turned, card by card, then slides to the landlord. */
  takeKitty({ kitty }, sound) {
    const shown = [...this.root.querySelectorAll(".kitty .card")];
    const places = shown.map((card) => card.getBoundingClientRect()); // before they are seen edge on
    const turning = TIME_MS.kitty + TIME_MS.turn * (shown.length - 1);
    shown.forEach((card, i) => {
      sound("turn", TIME_MS.turn * i);
      this.run(card, [{ transform: "rotateY(90deg)" }, {}], TIME_MS.kitty, { delay: TIME_MS.turn * i * this.tempo, easing: EASE.both });
    });
    const seat = this.root.querySelector(`.seat-${kitty.to} .fan`)?.getBoundingClientRect();
    if (seat) shown.forEach((card, i) => this.sendOff(card, places[i], seat, turning));
    const mine = new Map(kitty.to === "me" ? kitty.cards.map((card, i) => [card, places[i]]) : []);
    for (const card of this.root.querySelectorAll(".hand .card")) {
      const from = mine.get(card.dataset.card);
      if (from) this.fly(card, from, { after: turning, time: TIME_MS.kitty, hidden: true });
    }
    return this.time(turning + TIME_MS.kitty);
  }

  /** A copy of *card* goes to the seat; the card itself stays to be seen. */
  sendOff(card, at, seat, after) {
    if (!this.moves) return;
    const copy = card.cloneNode(true);
    copy.classList.add("sent-off");
    copy.setAttribute("aria-hidden", "true");
    copy.dataset.extra = "";
    card.append(copy);
    this.extras.push(copy);
    const to = `translate(${seat.x + seat.width / 2 - at.x - at.width / 2}px, ${seat.y + seat.height / 2 - at.y - at.height / 2}px) scale(.7)`;
    this.run(copy, [{ opacity: 1 }, { transform: to, opacity: 1, offset: 0.9 }, { transform: to, opacity: 0 }], TIME_MS.kitty, { delay: after * this.tempo, easing: EASE.both, fill: "both" });
  }

  /** One ring leaves the cards and the score ticks; for the rocket sun and moon close up first. */
  burst(line, { effect }) {
    const play = line.querySelector(".play");
    const time = TIME_MS[effect];
    if (effect === "rocket" && this.moves) {
      [["small", -1], ["big", 1]].forEach(([suit, way]) => {
        const sign = this.extra(play, `sign ${suit}`);
        sign.dataset.suit = suit;
        const far = `translateX(${way * 90}px)`;
        this.run(sign, [{ transform: far, opacity: 0 }, { transform: far, opacity: 1, offset: 0.15 }, { transform: `translateX(${way * 12}px)`, opacity: 1, offset: 0.6 }, { transform: `translateX(${way * 12}px)`, opacity: 0 }], time, { fill: "both" });
      });
    }
    const ring = this.extra(play, `ring ${effect}`);
    if (!this.moves) {
      ring.classList.add("still");
      setTimeout(() => ring.remove(), REST_MS);
      return 0;
    }
    const wide = effect === "rocket" ? 1.45 : 1.18;
    const late = effect === "rocket" ? time * 0.4 : TIME_MS.play * 0.6;
    this.run(ring, [{ opacity: 1, transform: "scale(.86)" }, { opacity: 0, transform: `scale(${wide})` }], time - late, { delay: late * this.tempo, easing: EASE.out, fill: "both" });
    this.tick();
    return this.time(time);
  }

  /** The word over the trick, once. */
  cry(word, sound) {
    sound("spring");
    const cry = this.extra(this.root.querySelector(".trick"), "cry");
    cry.textContent = word;
    if (!this.moves) return 0;
    this.run(cry, [{ opacity: 0, transform: "scale(.9)" }, { opacity: 1, transform: "none", offset: 0.35 }, { opacity: 1 }], TIME_MS.spring, { fill: "both", easing: EASE.out });
    return this.time(TIME_MS.spring);
  }

  tick() {
    this.run(this.root.querySelector(".score .times"), [{ transform: "scale(1.5)" }, {}], TIME_MS.bomb, { easing: EASE.out });
  }

  // ---- how ----

  extra(parent, cls) {
    const node = document.createElement("i");
    node.className = cls;
    node.setAttribute("aria-hidden", "true");
    node.dataset.extra = "";
    parent.append(node);
    this.extras.push(node);
    return node;
  }

  run(node, frames, time, options = {}) {
    if (!node || !this.moves) return;
    this.running.push(node.animate(frames, { duration: time * this.tempo, fill: "backwards", easing: "ease-out", ...options }));
  }

  /** Bring everything to where it ends, at once. */
  end() {
    for (const motion of this.running) motion.cancel();
    for (const node of this.extras) node.remove();
    this.running = [];
    this.extras = [];
  }
}
