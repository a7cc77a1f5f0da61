// What a person does is sent to the page, and again while nothing comes of it: a message that is
// sent while the page is being drawn can be lost. Heard twice it does no harm, it says at which
// action it was sent.

/** Steps through a deal, pressed faster than the page follows: where they lead together. */
class Steps {
  constructor() {
    this.to = null; // null when the page shows where they led
  }

  /** One step of *by* more, from where the last ones lead, else from *at*; between 0 and *most*. */
  take({ by, most }, at) {
    this.to = Math.max(0, Math.min(most, (this.to ?? at) + by));
    return this.to;
  }

  /** The page shows *at* now. */
  reached(at) {
    if (at === this.to) this.to = null;
  }
}

class Sending {
  constructor(send, { every, times }) {
    Object.assign(this, { send, every, times });
  }

  /** Send what *message* gives at once, and again every so often while *unanswered*. */
  begin(message, unanswered, left = this.times) {
    this.end();
    this.send(...message());
    if (left > 1) this.timer = setTimeout(() => unanswered() && this.begin(message, unanswered, left - 1), this.every);
  }

  end() {
    clearTimeout(this.timer);
  }
}
