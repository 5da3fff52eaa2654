// Short tones for what happens, if the spectator wants to hear them.

/** The tone of each kind: hertz at its beginning and its end, seconds, loudness. */
const TONES = {
  death: { from: 220, to: 70, seconds: 0.5, loudness: 0.25 },
  capture: { from: 520, to: 780, seconds: 0.16, loudness: 0.14 },
  hit: { from: 330, to: 300, seconds: 0.09, loudness: 0.12 },
  lead: { from: 440, to: 660, seconds: 0.22, loudness: 0.1 },
};

export class Sound {
  #context = null;
  isOn = false;

  /** Browsers allow sound only after a click or a key, which switches it on. */
  toggle() {
    this.isOn = !this.isOn;
    if (this.isOn) {
      this.#context ??= new AudioContext();
      this.#context.resume();
      this.play("capture");
    }
  }

  play(kind) {
    const tone = TONES[kind];
    if (!this.isOn || !tone) return;
    const context = this.#context;
    const now = context.currentTime;
    const [oscillator, volume] = [context.createOscillator(), context.createGain()];
    oscillator.type = "triangle";
    oscillator.frequency.setValueAtTime(tone.from, now);
    oscillator.frequency.exponentialRampToValueAtTime(tone.to, now + tone.seconds);
    volume.gain.setValueAtTime(tone.loudness, now);
    volume.gain.exponentialRampToValueAtTime(0.001, now + tone.seconds);
    oscillator.connect(volume).connect(context.destination);
    oscillator.start(now);
    oscillator.stop(now + tone.seconds);
  }
}
