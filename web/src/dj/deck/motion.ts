import { beatAt, bpmAt, jumped, snappedBeat, timeOf } from '../beat/grid';
import { Watched } from '../state';
import { type DeckSound, QUANTUM } from './deck-sound';
import { type DeckState, START } from './deck-state';
import type { Loop } from './loop';
import { Output } from './output';
import { from, positionAt, RESTING, rateAt, type Transport } from './transport';

/** Seconds from a command until it takes effect: enough for the audio thread to receive it in time. */
const LEAD = 0.012;
/** Seconds in which a record reaches its speed and comes to rest, in vinyl mode. */
const [SPIN_UP, BRAKE] = [0.4, 0.8] as const;
/** The speed below which a record makes no sound. */
const STILL = 0.02;

/** The sound of a track and its movement: what cues, loops, the speed and a hand on the record act on. */
export class Motion extends Watched<DeckState> {
  readonly context: BaseAudioContext;
  readonly output: Output;
  /** Where the deck is and will be, as it is heard. */
  #transport: Transport = RESTING;
  /** Where the deck would be without the loop or the scratch, in slip mode. */
  #ghost: Transport | null = null;
  /** A factor of the rate, which nudging and following a leader change. */
  #bend = 1;
  /** By how much the last readings of a sound's own clock differ from where the deck believes to be. */
  #offs: number[] = [];

  constructor(context: BaseAudioContext, to: AudioNode) {
    super(START);
    this.context = context;
    this.output = new Output(context, to);
  }

  get #now(): number {
    return this.context.currentTime;
  }

  /** The time at which a sound that starts now is heard first. */
  get start(): number {
    return this.#now + LEAD;
  }

  /** The time from which a change of speed of this moment takes effect: the start of a block of the audio thread. */
  get soon(): number {
    const block = QUANTUM / this.context.sampleRate;
    return Math.ceil(this.start / block - 1e-6) * block;
  }

  /** The time from which the deck moves as it does, unless there is another command. */
  get settled(): number {
    const { time, ramp } = this.#transport;
    return Math.max(time + (ramp?.seconds ?? 0), this.soon + this.output.delay);
  }

  /** Where the deck is at a time of the audio clock, in seconds of its track. */
  positionAt(now: number): number {
    return Math.min(positionAt(this.#transport, now), this.get().track?.duration ?? 0);
  }

  get position(): number {
    return this.positionAt(this.#now);
  }

  /** The place that leaves the speakers now. */
  get heard(): number {
    return this.positionAt(this.#now - ('outputLatency' in this.context ? (this.context as AudioContext).outputLatency || 0 : 0));
  }

  /** Where a command of this moment takes effect. */
  get next(): number {
    return this.positionAt(this.get().isPlaying ? this.start : this.#now);
  }

  /** The speed that pitch sets, 1 for the track's own. */
  get rate(): number {
    return 1 + this.get().pitch / 100;
  }

  /** BPM at the speed of the pitch; null without a beat. */
  get bpm(): number | null {
    const { track } = this.get();
    if (track?.grid) return bpmAt(track.grid, this.position) * this.rate;
    return track?.bpm ? track.bpm * this.rate : null;
  }

  /** Takes the sound of another track, paused at its start. */
  protected setSound(sound: DeckSound | null): void {
    this.#ghost = null;
    this.output.setSound(sound);
    this.#transport = { ...RESTING, rate: this.rate };
    this.#offs = [];
    this.set({ isPlaying: false, isHeld: false, isStalled: false, isStreamed: sound?.place !== undefined });
  }

  /** Continues with another sound of the same track, exactly where the one before would be: the movement stays the same. */
  exchange(sound: DeckSound): void {
    const { isPlaying, isHeld } = this.get();
    const when = this.soon;
    if (isHeld) {
      this.output.stop(when);
      this.output.setSound(sound);
      this.#transport = from(this.#transport, when, { playing: false, ramp: null });
    } else if (isPlaying) {
      const { position, rate, ramp, loop } = from(this.#transport, when + this.output.delay);
      this.output.exchange(sound, when, position, rate, loop);
      if (ramp) sound.setRate(ramp.to, when, ramp.seconds);
    } else this.output.setSound(sound);
    this.set({ isStalled: false, isStreamed: sound.place !== undefined });
  }

  play(): void {
    const { track, isPlaying, isHeld, vinyl } = this.get();
    if (!track || isPlaying) return;
    if (isHeld) {
      this.set({ isPlaying: true });
      return;
    }
    const speed = rateAt(this.#transport, this.soon);
    this.move(this.within(this.positionAt(this.start)), true);
    if (vinyl) this.#spin(Math.max(STILL, speed), this.rate, SPIN_UP);
  }

  /** Pauses; in vinyl mode the record comes to rest. */
  pause(): void {
    const { isPlaying, isHeld, vinyl } = this.get();
    if (!isPlaying) return;
    if (isHeld) this.#ghost = null;
    else if (vinyl) this.#spin(rateAt(this.#transport, this.soon), 0, BRAKE);
    else this.halt();
    this.set({ isPlaying: false });
  }

  /** Stops at once. */
  halt(): void {
    const now = this.#now;
    this.output.stop(now);
    this.#transport = from(this.#transport, now, { playing: false });
    this.#ghost = null;
    if (this.get().isPlaying) this.set({ isPlaying: false });
  }

  /** Changes the speed evenly. A record that came to rest is silent. */
  #spin(start: number, end: number, seconds: number) {
    const when = this.soon;
    this.#ghost = null;
    this.#transport = from(this.#transport, when, { rate: start, ramp: { to: end, seconds } });
    this.output.setRate(start, when);
    this.output.setRate(end, when, seconds);
    if (end === 0) this.output.stop(when + seconds);
  }

  /** Goes to a place, and plays on if it played. A place outside of the loop ends the loop. */
  seek(place: number): void {
    const { loop, isPlaying } = this.get();
    const to = this.within(place);
    if (loop && (to < loop.from || to >= loop.to)) this.set({ loop: null });
    this.move(to, isPlaying);
  }

  /** Jumps by a number of beats. */
  jump(beats: number): void {
    const { track } = this.get();
    if (track?.grid) this.seek(jumped(track.grid, this.position, beats));
  }

  /** Moves by some seconds without leaving the loop. */
  shift(seconds: number): void {
    const { loop, isPlaying } = this.get();
    const to = this.positionAt(this.start) + seconds;
    const length = loop ? loop.to - loop.from : 0;
    this.move(loop ? loop.from + ((((to - loop.from) % length) + length) % length) : this.within(to), isPlaying);
  }

  /** Stops the deck once the end of the track has passed, and believes a sound that has a clock of its own. */
  check(): void {
    const { track, isPlaying, loop, isHeld } = this.get();
    if (!isPlaying || isHeld || !track) return;
    if (!loop && this.position >= track.duration) this.halt();
    else this.#believe(this.output.sound?.place?.() ?? null);
    const isStalled = this.output.sound?.isStalled?.(this.position) ?? false;
    if (isStalled !== this.get().isStalled) this.set({ isStalled });
  }

  #believe(place: number | null) {
    if (place === null) return;
    const now = this.#now;
    const off = place - this.positionAt(now + this.output.delay); // what plays now is heard after the delay
    this.#offs.push(off);
    const mean = this.#offs.reduce((sum, one) => sum + one, 0) / this.#offs.length;
    const isSure = Math.abs(off) > JUMP || (this.#offs.length >= READINGS && Math.abs(mean) > DRIFT);
    if (this.#offs.length >= READINGS || isSure) this.#offs = [];
    if (isSure) this.#transport = from(this.#transport, now, { position: this.positionAt(now) + (Math.abs(off) > JUMP ? off : mean) });
  }

  /** Continues at a place, in the loop of the state. */
  move(place: number, playing: boolean): void {
    if (!this.output.sound || this.get().isHeld) return;
    if (playing) wake(this.context);
    const when = playing ? this.start : this.#now;
    const rate = this.rate * this.#bend;
    const { loop } = this.get();
    const time = playing ? this.output.play(when, place, rate, loop) : when;
    if (!playing) this.output.stop(when);
    this.#offs = [];
    this.#transport = { ...RESTING, time, position: place, rate, playing, loop };
    this.set({ isPlaying: playing });
  }

  /** Speeds up or slows down by a factor; 1 ends that. */
  bend(factor: number): void {
    if (factor === this.#bend) return;
    this.#bend = factor;
    this.applyRate();
  }

  /** Plays on at the speed of the state. */
  applyRate(): void {
    const { isPlaying, isHeld } = this.get();
    const { soon } = this;
    const rate = this.rate * this.#bend;
    const heard = Math.max(soon + this.output.delay, this.#transport.time);
    if (this.#ghost) this.#ghost = from(this.#ghost, heard, { rate, ramp: null });
    if (!isPlaying || isHeld) return;
    this.#transport = from(this.#transport, heard, { rate, ramp: null });
    this.output.setRate(rate, soon);
  }

  // A hand on the record

  /** Holds the record. In slip mode the deck would play on. */
  hold(): void {
    const { track, isPlaying, isHeld, slip } = this.get();
    if (!track || isHeld) return;
    if (slip && isPlaying) this.slip();
    this.output.stop(this.soon);
    this.#transport = from(this.#transport, this.soon, { playing: false, loop: null, ramp: null });
    this.set({ isHeld: true });
  }

  /** Turns the held record: reaches a speed in some seconds, or has it at once where the direction changes. */
  turn(rate: number, seconds: number): void {
    const when = this.soon;
    const before = rateAt(this.#transport, when);
    const position = this.within(positionAt(this.#transport, when));
    if (Math.abs(rate) < STILL) {
      this.output.stop(when);
      this.#transport = from(this.#transport, when, { position, playing: false, ramp: null });
    } else if (before * rate > 0) {
      this.output.setRate(rate, when, seconds);
      this.#transport = from(this.#transport, when, { position, ramp: { to: rate, seconds } });
    } else {
      this.output.scratch(when, position, rate);
      this.#transport = from(this.#transport, when, { position, rate, ramp: null, playing: true });
    }
  }

  /** Lets the record go: it plays on here, or where it would be in slip mode. */
  letGo(): void {
    if (!this.get().isHeld) return;
    const place = this.endSlip() ?? this.within(this.positionAt(this.start));
    this.set({ isHeld: false });
    const { loop, isPlaying } = this.get();
    if (loop && (place < loop.from || place >= loop.to)) this.set({ loop: null });
    this.move(place, isPlaying);
  }

  // Slip

  /** Remembers where the deck would be from here on without a loop, a jump or a hand. */
  slip(): void {
    this.#ghost ??= from(this.#transport, this.#now, { loop: null });
  }

  get isSlipping(): boolean {
    return this.#ghost !== null;
  }

  /** Ends slipping, and returns the place that the deck slipped to. */
  endSlip(): number | null {
    const ghost = this.#ghost;
    this.#ghost = null;
    return ghost && this.within(positionAt(ghost, this.start));
  }

  /** Sets the loop of the state, and continues at a place. */
  loopFrom(place: number, loop: Loop | null, loopIn: number | null): void {
    this.set({ loop, loopIn });
    this.move(place, this.get().isPlaying);
  }

  /** The closest place that the track has. */
  within(seconds: number): number {
    return Math.max(0, Math.min(seconds, this.get().track?.duration ?? 0));
  }

  /** The closest beat with quantise, otherwise the place itself. */
  snapped(seconds: number): number {
    const { track, quantise } = this.get();
    return this.within(quantise && track?.grid ? timeOf(track.grid, snappedBeat(track.grid, seconds)) : seconds);
  }

  /** The distance of a playing deck from its closest beat, in seconds. A quantised jump keeps it, so that the beat continues. */
  get offBeat(): number {
    const { track, quantise, isPlaying } = this.get();
    if (!isPlaying || !quantise || !track?.grid) return 0;
    const beat = beatAt(track.grid, this.position);
    return ((beat - Math.round(beat)) * 60) / bpmAt(track.grid, this.position);
  }
}

/** Browsers suspend the sound of pages that nobody has touched yet, and after the sleep of a computer. */
function wake(context: BaseAudioContext) {
  if (typeof AudioContext === 'undefined' || !(context instanceof AudioContext) || context.state === 'running') return;
  context.resume().catch(() => undefined); // the page says that there is no sound
}

/** Seconds by which a sound with a clock of its own may be elsewhere than the deck believes: in the mean of some readings, and in one. */
const [DRIFT, JUMP] = [0.001, 0.05] as const;
/** Readings whose mean counts, because such a clock moves in steps of some hundredths of a second. */
const READINGS = 8;
