import type { Channel } from './channel';
import { type Cue, type CueDo, press, release } from './cue';
import { autoGain } from './curves';
import type { DeckSound } from './deck-sound';
import type { EffectKind } from './effect';
import { beatAt, bpmAt, jumped, nearestBeat } from './grid';
import { type HotCues, type Memory, NO_HOT_CUES, readHotCues, saveHotCues, smartCues } from './hot-cues';
import type { Band } from './isolator';
import { canKeyLock, type KeyLock, keyLock } from './key-lock';
import { beatLoop, type Loop, manualLoop, neighbour, scaled } from './loop';
import { Watched } from './state';
import type { DeckTrack } from './track';
import { from, positionAt, RESTING, type Transport } from './transport';

export type DeckState = {
  track: DeckTrack | null;
  isLoading: boolean;
  /** The title of the last track, if it could not be loaded. */
  failed: string | null;
  isPlaying: boolean;
  /** 0 to 100. */
  volume: number;
  /** Percent, −20 to 20. */
  pitch: number;
  eq: Readonly<Record<Band, number>>;
  filter: number;
  /** dB on top of the gain that brings the track to the desk's loudness. */
  gain: number;
  /** The main cue in seconds; null before it is set. */
  cue: number | null;
  hotCues: HotCues;
  loop: Loop | null;
  /** Where a loop begins whose end is not set yet. */
  loopIn: number | null;
  /** Beats of the next loop. */
  loopSize: number;
  slip: boolean;
  quantise: boolean;
  sync: boolean;
  keyLock: boolean;
  headphones: boolean;
  effect: EffectKind;
  /** How much of the effect is heard, 0 to 100. */
  amount: number;
};

export const MAX_PITCH = 20;
export const PITCH_STEP = 0.1;

const START: DeckState = {
  track: null,
  isLoading: false,
  failed: null,
  isPlaying: false,
  volume: 75,
  pitch: 0,
  eq: { low: 50, mid: 50, high: 50 },
  filter: 50,
  gain: 0,
  cue: null,
  hotCues: NO_HOT_CUES,
  loop: null,
  loopIn: null,
  loopSize: 4,
  slip: false,
  quantise: true,
  sync: false,
  keyLock: false,
  headphones: false,
  effect: 'off',
  amount: 40,
};

/** Seconds from a command until it takes effect: enough for the audio thread to receive it in time. */
const LEAD = 0.012;

const clamp = (value: number, most: number) => Math.max(-most, Math.min(most, value));

/** A player with a pitch fader, cues and loops, and its strip of the mixer. */
export class Deck extends Watched<DeckState> {
  readonly channel: Channel;
  readonly #context: BaseAudioContext;
  readonly #memory: Memory;
  /** The node that sounds play into. */
  readonly input: GainNode;
  #sound: DeckSound | null = null;
  #transport: Transport = RESTING;
  /** Where the deck would be without the loop, in slip mode. */
  #ghost: Transport | null = null;
  #cueHeld = false;
  /** A factor of the rate, which nudging and following a leader change. */
  #bend = 1;
  #lock: KeyLock | null = null;

  constructor(context: BaseAudioContext, channel: Channel, memory: Memory) {
    super(START);
    this.#context = context;
    this.#memory = memory;
    this.channel = channel;
    this.input = context.createGain();
    this.input.connect(channel.input);
    channel.setVolume(START.volume);
    channel.effect.setAmount(START.amount);
  }

  get #now(): number {
    return this.#context.currentTime;
  }

  /** Where the deck is at a time of the audio clock, in seconds of its track. */
  positionAt(now: number): number {
    const last = this.get().track?.duration ?? 0;
    return Math.min(positionAt(this.#transport, now), last);
  }

  get position(): number {
    return this.positionAt(this.#now);
  }

  /** The place whose sound leaves the deck now; the key lock delays the sound. */
  get heard(): number {
    return this.positionAt(this.#now - (this.#lock?.latency ?? 0));
  }

  /** Playing speed, 1 for the track's own. */
  get rate(): number {
    return 1 + this.get().pitch / 100;
  }

  /** BPM at the current speed; null without a beat. */
  get bpm(): number | null {
    const { track } = this.get();
    if (track?.grid) return bpmAt(track.grid, this.position) * this.rate;
    return track?.bpm ? track.bpm * this.rate : null;
  }

  /** Loads a track, paused at its start. */
  load(track: DeckTrack, sound: DeckSound): void {
    this.eject();
    this.#sound = sound;
    this.channel.setTrim(autoGain(track.loudness) + this.get().gain);
    this.set({ track, hotCues: readHotCues(this.#memory, track.id), isLoading: false, failed: null });
    this.#tellBeat();
  }

  eject(): void {
    this.pause();
    this.#sound?.close();
    this.#sound = null;
    this.#transport = { ...RESTING, rate: this.rate };
    this.#ghost = null;
    this.set({ track: null, cue: null, loop: null, loopIn: null, hotCues: NO_HOT_CUES, sync: false });
  }

  play(): void {
    if (!this.get().track) return;
    this.#cueHeld = false;
    if (!this.get().isPlaying) this.#move(this.#place(this.position), true);
  }

  pause(): void {
    if (!this.get().isPlaying) return;
    const now = this.#now;
    this.#sound?.stop(now);
    this.#transport = from(this.#transport, now, { playing: false });
    this.#ghost = null;
    this.set({ isPlaying: false });
  }

  toggle(): void {
    if (this.get().isPlaying && !this.#cueHeld) this.pause();
    else this.play();
  }

  /** Goes to a place, and plays on if it played. A place outside of the loop ends the loop. */
  seek(place: number): void {
    const { loop, isPlaying } = this.get();
    const to = this.#place(place);
    if (loop && (to < loop.from || to >= loop.to)) this.set({ loop: null });
    this.#move(to, isPlaying);
  }

  /** Jumps by a number of beats. */
  jump(beats: number): void {
    const { track } = this.get();
    if (track?.grid) this.seek(jumped(track.grid, this.position, beats));
  }

  /** Stops the deck once the end of the track has passed. */
  checkEnd(): void {
    const { track, isPlaying, loop } = this.get();
    if (isPlaying && !loop && track && this.position >= track.duration) this.pause();
  }

  // The main cue

  pressCue(): void {
    if (this.get().track) this.#cue(press(this.#mainCue, this.get().isPlaying, this.position));
  }

  releaseCue(): void {
    this.#cue(release(this.#mainCue));
  }

  get #mainCue(): Cue {
    return { point: this.get().cue, isHeld: this.#cueHeld };
  }

  /** Sets the cue at the current place. */
  setCue(): void {
    if (!this.get().track) return;
    const at = this.#snapped(this.position);
    this.set({ cue: at });
    if (!this.get().isPlaying) this.seek(at);
  }

  #cue(what: CueDo) {
    if (what === 'nothing') return;
    if (what === 'set') return this.setCue();
    const point = this.get().cue ?? 0;
    this.#cueHeld = what === 'preview';
    if (this.#cueHeld) return this.#move(point, true);
    this.pause();
    this.seek(point);
  }

  // Hot cues

  /** Sets a free hot cue at the current place, or goes to one that is set. */
  hotCue(index: number): void {
    const at = this.get().hotCues[index];
    if (!this.get().track || at === undefined) return;
    if (at === null) this.#keepHotCues(this.get().hotCues.map((cue, i) => (i === index ? this.#snapped(this.position) : cue)));
    else this.seek(at + this.#offBeat());
  }

  clearHotCue(index: number): void {
    this.#keepHotCues(this.get().hotCues.map((cue, i) => (i === index ? null : cue)));
  }

  /** Sets the free hot cues to the points that the analysis found. */
  smartCues(): void {
    const { track, hotCues } = this.get();
    if (track) this.#keepHotCues(smartCues(hotCues, track.cues));
  }

  #keepHotCues(hotCues: HotCues) {
    saveHotCues(this.#memory, this.get().track?.id ?? null, hotCues);
    this.set({ hotCues });
  }

  // Loops

  setLoopSize(beats: number): void {
    const { loop, loopSize } = this.get();
    this.set({ loopSize: beats });
    if (loop) this.#enter(scaled(loop, beats / loopSize));
  }

  /** Doubles or halves the length of the loop. */
  scaleLoop(step: 1 | -1): void {
    this.setLoopSize(neighbour(this.get().loopSize, step));
  }

  toggleLoop(): void {
    const { loop, loopSize } = this.get();
    if (loop) this.leaveLoop();
    else this.#beatLoop(loopSize);
  }

  /** Starts a loop for as long as a button is held; afterwards the track continues where it would be without the loop. */
  startRoll(): void {
    if (!this.get().isPlaying) return;
    this.#ghost = from(this.#transport, this.#now, { loop: null });
    this.#beatLoop(this.get().loopSize);
  }

  endRoll(): void {
    if (this.#ghost) this.leaveLoop();
  }

  loopIn(): void {
    if (this.get().track) this.set({ loopIn: this.#snapped(this.position) });
  }

  loopOut(): void {
    const { track, loopIn, quantise } = this.get();
    if (!track || loopIn === null) return;
    const loop = manualLoop(track.grid, loopIn, this.position, quantise);
    if (loop) this.#enter(loop);
  }

  leaveLoop(): void {
    const { isPlaying } = this.get();
    const ghost = this.#ghost;
    this.#ghost = null;
    const place = ghost ? positionAt(ghost, this.#now + LEAD) : null;
    this.set({ loop: null, loopIn: null });
    if (isPlaying) this.#move(place ?? this.positionAt(this.#now + LEAD), true);
    else this.#transport = from(this.#transport, this.#now, { loop: null });
  }

  #beatLoop(beats: number) {
    const { track, quantise } = this.get();
    if (!track) return;
    const { position } = this;
    // Without a beat, the length of a loop is in beats of 120 BPM.
    this.#enter(track.grid ? beatLoop(track.grid, position, beats, quantise) : { from: position, to: position + beats / 2 });
  }

  #enter(loop: Loop) {
    const { track, isPlaying, slip } = this.get();
    if (!track || loop.from < 0 || loop.to > track.duration) return;
    if (slip && isPlaying) this.#ghost ??= from(this.#transport, this.#now, { loop: null });
    const place = this.positionAt(this.#now + (isPlaying ? LEAD : 0));
    this.set({ loop, loopIn: loop.from });
    const inside = place < loop.to ? place : loop.from + ((place - loop.from) % (loop.to - loop.from));
    this.#move(inside, isPlaying);
  }

  // Speed

  setPitch(percent: number): void {
    this.set({ pitch: clamp(percent, MAX_PITCH) });
    this.#applyRate();
  }

  /** Speeds the deck up or slows it down by a factor; 1 ends that. */
  bend(factor: number): void {
    if (factor === this.#bend) return;
    this.#bend = factor;
    this.#applyRate();
  }

  #applyRate() {
    const when = this.#now + LEAD;
    const rate = this.rate * this.#bend;
    this.#transport = from(this.#transport, when, { rate });
    if (this.#ghost) this.#ghost = from(this.#ghost, when, { rate });
    this.#sound?.setRate(rate, when);
    this.#lock?.setRate(this.rate);
    this.#tellBeat();
  }

  /** Moves by some seconds without leaving the loop. */
  shift(seconds: number): void {
    const { loop, isPlaying } = this.get();
    const to = this.positionAt(this.#now + LEAD) + seconds;
    const length = loop ? loop.to - loop.from : 0;
    this.#move(loop ? loop.from + ((((to - loop.from) % length) + length) % length) : this.#place(to), isPlaying);
  }

  /** Rejects if the stretcher cannot be loaded. */
  async setKeyLock(on: boolean): Promise<void> {
    this.set({ keyLock: on });
    const lock = on ? await keyLock(this.#context) : null;
    if (on !== this.get().keyLock) return; // changed in the meantime
    this.#lock?.node.disconnect();
    this.input.disconnect();
    if (lock) this.input.connect(lock.node).connect(this.channel.input);
    else this.input.connect(this.channel.input);
    this.#lock = lock;
    lock?.setRate(this.rate);
  }

  get canKeyLock(): boolean {
    return canKeyLock(this.#context);
  }

  // The channel of the mixer

  setVolume(volume: number): void {
    this.set({ volume });
    this.channel.setVolume(volume);
  }

  setBand(band: Band, position: number): void {
    this.set({ eq: { ...this.get().eq, [band]: position } });
    this.channel.setBand(band, position);
  }

  setFilter(filter: number): void {
    this.set({ filter });
    this.channel.setFilter(filter);
  }

  setGain(gain: number): void {
    this.set({ gain });
    this.channel.setTrim(autoGain(this.get().track?.loudness ?? null) + gain);
  }

  setHeadphones(headphones: boolean): void {
    this.set({ headphones });
    this.channel.setCue(headphones);
  }

  setEffect(effect: EffectKind): void {
    this.set({ effect });
    this.channel.effect.setKind(effect);
    this.#tellBeat();
  }

  setAmount(amount: number): void {
    this.set({ amount });
    this.channel.effect.setAmount(amount);
  }

  /** Sets the effects to the beat at the current speed. */
  #tellBeat() {
    const { bpm } = this;
    if (bpm) this.channel.effect.setBeat(60 / bpm);
  }

  // Shared by all of the above

  #place(seconds: number): number {
    return Math.max(0, Math.min(seconds, this.get().track?.duration ?? 0));
  }

  /** The closest beat with quantise, otherwise the place itself. */
  #snapped(seconds: number): number {
    const { track, quantise } = this.get();
    return this.#place(quantise && track?.grid ? nearestBeat(track.grid, seconds) : seconds);
  }

  /** The distance of a playing deck from its closest beat, in seconds. A quantised jump keeps it, so that the beat continues. */
  #offBeat(): number {
    const { track, quantise, isPlaying } = this.get();
    if (!isPlaying || !quantise || !track?.grid) return 0;
    const beat = beatAt(track.grid, this.position);
    return ((beat - Math.round(beat)) * 60) / bpmAt(track.grid, this.position);
  }

  #move(place: number, playing: boolean) {
    if (!this.#sound) return;
    const when = playing ? this.#now + LEAD : this.#now;
    const rate = this.rate * this.#bend;
    const { loop } = this.get();
    this.#transport = { time: when, position: place, rate, playing, loop };
    if (playing) this.#sound.play(when, place, rate, loop);
    if (playing !== this.get().isPlaying) this.set({ isPlaying: playing });
    else this.set({}); // only the place has changed
  }
}
