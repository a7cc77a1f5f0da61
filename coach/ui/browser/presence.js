// While a CPU thinks the page asks again and again; a page that nobody sees asks nothing.

const ASK_MS = 150;
const AGAIN_MS = 250; // an answer without news changes nothing here, so the question is repeated
const views = new WeakMap();

export default function presence({ data, parentElement, setTriggerValue }) {
  let view = views.get(parentElement);
  if (!view) views.set(parentElement, (view = new Presence(parentElement)));
  view.update(data, setTriggerValue);
  return () => {
    view.destroy();
    views.delete(parentElement);
  };
}

class Presence {
  constructor() {
    this.listeners = new AbortController();
    const { signal } = this.listeners;
    document.addEventListener("visibilitychange", () => this.look(), { signal });
    this.left = document.hidden;
  }

  destroy() {
    this.listeners.abort();
    clearTimeout(this.timer);
  }

  update({ at, thinking }, send) {
    Object.assign(this, { at, thinking, send });
    this.look();
  }

  look() {
    clearTimeout(this.timer);
    if (document.hidden) this.left = true;
    if (!this.thinking) this.left = document.hidden;
    else if (!document.hidden) this.timer = setTimeout(() => this.ask(), ASK_MS);
  }

  ask() {
    const { at, left } = this;
    this.send("tick", { at, left, time: Date.now() });
    this.timer = setTimeout(() => this.ask(), AGAIN_MS);
  }
}
