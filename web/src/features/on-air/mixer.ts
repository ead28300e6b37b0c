/** Current levels, 0 to 1. */
export type Levels = { microphone: number; music: number; out: number };

export type MicrophoneChoice = {
  deviceId: string /** A mixer or an instrument: the browser must not treat it as a voice. */;
  lineIn: boolean;
};

const RATE = 48_000;
/** Ducks the music while the microphone is open (talk-over). */
const DUCKED = 0.2;
const SMOOTH = 0.05;
const FADE_SECONDS = 2;

/**
 * The mixer in the browser: a microphone and two music players, each with a fader, into a limiter whose output goes on air.
 * The DJ hears only the music: their own voice would arrive late.
 */
export class Mixer {
  readonly context = new AudioContext({ sampleRate: RATE, latencyHint: 'interactive' });
  readonly #microphone = this.context.createGain();
  readonly #music = this.context.createGain();
  readonly #duck = this.context.createGain();
  readonly #monitor = this.context.createGain();
  /** What goes on air. */
  readonly out = this.context.createDynamicsCompressor();
  readonly #meters = [this.#meter(this.#microphone), this.#meter(this.#duck), this.#meter(this.out)] as const;
  readonly #players = [new DeckPlayer(this.context, this.#music), new DeckPlayer(this.context, this.#music)] as const;
  #turn = 0;
  #input: MediaStreamAudioSourceNode | null = null;
  /** A track of the deck ended, or ends soon and the next should start. */
  onNearEnd = () => {};

  constructor() {
    this.#music.connect(this.#duck);
    this.#duck.connect(this.out);
    this.#duck.connect(this.#monitor);
    this.#microphone.connect(this.out);
    this.#monitor.connect(this.context.destination);
    this.out.threshold.value = -1;
    this.out.knee.value = 0;
    this.out.ratio.value = 20;
    this.out.attack.value = 0.001;
    this.out.release.value = 0.1;
    for (const player of this.#players) player.onNearEnd = () => player === this.#players[this.#turn] && this.onNearEnd();
  }

  /** Opens a microphone, or a line-in without voice processing. */
  async openMicrophone({ deviceId, lineIn }: MicrophoneChoice): Promise<void> {
    const stream = await navigator.mediaDevices.getUserMedia({
      audio: {
        deviceId: deviceId === '' ? undefined : { exact: deviceId },
        echoCancellation: !lineIn,
        noiseSuppression: !lineIn,
        autoGainControl: !lineIn,
        channelCount: lineIn ? 2 : 1,
      },
    });
    this.closeMicrophone();
    this.#input = this.context.createMediaStreamSource(stream);
    this.#input.connect(this.#microphone);
  }

  closeMicrophone(): void {
    for (const track of this.#input?.mediaStream.getTracks() ?? []) track.stop();
    this.#input?.disconnect();
    this.#input = null;
  }

  setMicrophone(level: number): void {
    this.#glide(this.#microphone, level);
  }

  setMusic(level: number): void {
    this.#glide(this.#music, level);
  }

  setMonitor(level: number): void {
    this.#glide(this.#monitor, level);
  }

  /** Talk-over: lowers the music. */
  setDucked(ducked: boolean): void {
    this.#glide(this.#duck, ducked ? DUCKED : 1, ducked ? SMOOTH : SMOOTH * 5);
  }

  /** Plays a track; the previous one fades out under it. */
  async play(url: string): Promise<void> {
    await this.context.resume();
    const before = this.#players[this.#turn];
    this.#turn = 1 - this.#turn;
    before?.fadeOut(FADE_SECONDS);
    await this.#players[this.#turn]?.play(url);
  }

  pause(): void {
    this.#players[this.#turn]?.pause();
  }

  async resume(): Promise<void> {
    await this.#players[this.#turn]?.resume();
  }

  /** Position and length of the current track in seconds. */
  position(): { at: number; length: number } {
    return this.#players[this.#turn]?.position() ?? { at: 0, length: 0 };
  }

  levels(): Levels {
    const [microphone, music, out] = this.#meters;
    return { microphone: microphone(), music: music(), out: out() };
  }

  async close(): Promise<void> {
    this.closeMicrophone();
    for (const player of this.#players) player.close();
    await this.context.close();
  }

  #glide(node: GainNode, value: number, constant = SMOOTH): void {
    node.gain.setTargetAtTime(value, this.context.currentTime, constant);
  }

  /** Returns the current peak level of a node. */
  #meter(node: AudioNode): () => number {
    const analyser = this.context.createAnalyser();
    analyser.fftSize = 2048;
    node.connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    return () => {
      analyser.getFloatTimeDomainData(samples);
      let peak = 0;
      for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
      return peak;
    };
  }
}

/** One of the two players of the deck. */
class DeckPlayer {
  readonly #element = new Audio();
  readonly #fader: GainNode;
  readonly #context: AudioContext;
  #told = false;
  #cancelPause = () => {};
  onNearEnd = () => {};

  constructor(context: AudioContext, to: AudioNode) {
    this.#context = context;
    this.#fader = context.createGain();
    this.#fader.connect(to);
    context.createMediaElementSource(this.#element).connect(this.#fader);
    this.#element.addEventListener('timeupdate', () => {
      const { at, length } = this.position();
      if (length > 0 && length - at < FADE_SECONDS) this.#tell();
    });
    this.#element.addEventListener('ended', () => this.#tell());
  }

  async play(url: string): Promise<void> {
    this.#cancelPause();
    this.#told = false;
    this.#fader.gain.cancelScheduledValues(0);
    this.#fader.gain.value = 1;
    this.#element.src = url;
    await this.#element.play();
  }

  fadeOut(seconds: number): void {
    const { gain } = this.#fader;
    gain.cancelScheduledValues(0);
    gain.setValueAtTime(gain.value, this.#context.currentTime);
    gain.linearRampToValueAtTime(0, this.#context.currentTime + seconds);
    const timer = setTimeout(() => this.#element.pause(), seconds * 1000);
    this.#cancelPause = () => clearTimeout(timer);
  }

  pause(): void {
    this.#element.pause();
  }

  async resume(): Promise<void> {
    await this.#element.play();
  }

  position(): { at: number; length: number } {
    const { currentTime, duration } = this.#element;
    return { at: currentTime, length: Number.isFinite(duration) ? duration : 0 };
  }

  close(): void {
    this.#cancelPause();
    this.#element.pause();
    this.#element.removeAttribute('src');
    this.#element.load();
  }

  /** Once per track. */
  #tell(): void {
    if (this.#told) return;
    this.#told = true;
    this.onNearEnd();
  }
}
