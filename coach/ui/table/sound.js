// Short sounds, made in the browser: off unless the person turns them on.

const NOTES = {
  play: [[320, 0, 0.05, "triangle", 0.16], [180, 0.01, 0.06, "sine", 0.12]],
  pass: [[170, 0, 0.07, "sine", 0.1]],
  turn: [[420, 0, 0.04, "triangle", 0.1]],
  announce: [[660, 0, 0.09, "sine", 0.12], [660, 0.13, 0.09, "sine", 0.12]],
  bomb: [[110, 0, 0.3, "sawtooth", 0.14, 45], [70, 0.02, 0.35, "sine", 0.3, 38]],
  rocket: [[220, 0, 0.45, "sawtooth", 0.08, 1400], [90, 0.32, 0.3, "sine", 0.3, 40]],
  spring: [[523, 0, 0.14, "triangle", 0.14], [659, 0.12, 0.14, "triangle", 0.14], [784, 0.24, 0.3, "triangle", 0.14]],
  mine: [[587, 0, 0.08, "sine", 0.08]],
  won: [[523, 0, 0.16, "triangle", 0.14], [659, 0.14, 0.16, "triangle", 0.14], [784, 0.28, 0.4, "triangle", 0.14]],
  lost: [[392, 0, 0.2, "triangle", 0.12], [330, 0.18, 0.4, "triangle", 0.12]],
};
const DEALT = Array.from({ length: 9 }, (_, i) => [300 + 12 * i, i * 0.09, 0.03, "triangle", 0.08]);

class Sounds {
  constructor() {
    this.on = false;
  }

  /** Sound the notes *name*, *after* milliseconds: pitch, start, length, wave, strength, end pitch. */
  play(name, after = 0) {
    if (!this.on || document.hidden) return;
    this.context ??= new AudioContext();
    this.context.resume();
    const now = this.context.currentTime + after / 1000;
    for (const [pitch, start, length, wave, strength, end] of name === "deal" ? DEALT : NOTES[name]) {
      const tone = this.context.createOscillator();
      const gain = this.context.createGain();
      tone.type = wave;
      tone.frequency.setValueAtTime(pitch, now + start);
      if (end) tone.frequency.exponentialRampToValueAtTime(end, now + start + length);
      gain.gain.setValueAtTime(strength, now + start);
      gain.gain.exponentialRampToValueAtTime(0.001, now + start + length);
      tone.connect(gain).connect(this.context.destination);
      tone.start(now + start);
      tone.stop(now + start + length);
    }
  }

  close() {
    this.context?.close();
  }
}
