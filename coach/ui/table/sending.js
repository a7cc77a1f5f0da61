// What a person does is sent to the page, and again while nothing comes of it: a message that is
// sent while the page is being drawn can be lost. Heard twice it does no harm, it says at which
// action it was sent.

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
