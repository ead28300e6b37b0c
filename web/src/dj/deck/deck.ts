import type { Clock } from '@/audio/clock';
import { bpmAt, type Grid } from '../beat/grid';
import { DeckMarks, type Keeper } from '../marks/deck-marks';
import type { Channel } from '../mixer/channel';
import { autoGain } from '../mixer/curves';
import type { Band } from '../mixer/isolator';
import type { DeckSound } from './deck-sound';
import { MAX_PITCH, MAX_SHIFT, START } from './deck-state';
import { HotCueBank } from './hot-cue-bank';
import { canKeyLock, type KeyLock, keyLock } from './key-lock';
import { Loops } from './loops';
import { MainCue } from './main-cue';
import { Motion } from './motion';
import { Scratch } from './scratch';
import type { DeckTrack } from './track';

const clamp = (value: number, most: number) => Math.max(-most, Math.min(most, value));

/** Semitones below which a shift cannot be heard. */
const UNHEARD = 0.005;

/** A player with a pitch fader, cues and loops, and its strip of the mixer. */
export class Deck extends Motion {
  readonly channel: Channel;
  readonly mainCue: MainCue;
  readonly hotCues: HotCueBank;
  readonly loops: Loops;
  readonly marks: DeckMarks;
  readonly scratch: Scratch;
  #stretcher: KeyLock | null = null;
  #isShifting = false;

  constructor(context: BaseAudioContext, channel: Channel, keeper: Keeper, clock: Clock) {
    super(context, channel.input);
    this.channel = channel;
    this.mainCue = new MainCue(this);
    this.hotCues = new HotCueBank(this);
    this.loops = new Loops(this);
    this.marks = new DeckMarks(this, keeper);
    this.scratch = new Scratch(this, clock);
    channel.setVolume(START.volume);
  }

  /** The node that sounds play into. */
  get input(): AudioNode {
    return this.output.input;
  }

  /** Loads a track, paused at its start. */
  load(track: DeckTrack, sound: DeckSound): void {
    this.eject();
    this.setSound(sound);
    this.channel.setTrim(autoGain(track.loudness) + this.get().gain);
    this.set({ track, isLoading: false, failed: null });
    this.marks.open(track);
  }

  eject(): void {
    this.marks.close();
    this.setSound(null);
    this.set({ track: null, isHearing: false, loop: null, loopIn: null, lastLoop: null, sync: false });
  }

  /** Takes what has become known of the track. Its marks belong to its ID from then on. */
  learn(known: Partial<DeckTrack>): void {
    const { track } = this.get();
    if (!track) return;
    const more = { ...track, ...known };
    this.set({ track: more });
    if (more.id !== track.id) this.marks.move(more);
  }

  /** Takes the beats that were found in the track. Those that a person has set for it stay. */
  hear(grid: Grid): void {
    const { track } = this.get();
    if (!track) return;
    this.set({ track: { ...track, bpm: bpmAt(grid, track.duration / 2) } });
    this.marks.measure(grid);
  }

  override play(): void {
    this.mainCue.started();
    super.play();
  }

  toggle(): void {
    if (this.get().isPlaying && !this.mainCue.isHeld) this.pause();
    else this.play();
  }

  setPitch(percent: number): void {
    this.set({ pitch: clamp(percent, MAX_PITCH) });
    this.applyRate();
  }

  override applyRate(): void {
    super.applyRate();
    this.#applyShift();
  }

  // The key

  /** Keeps the key at every speed. Rejects if the stretcher cannot be loaded. */
  async setKeyLock(on: boolean): Promise<void> {
    if (on) await this.#loadStretcher();
    this.set({ keyLock: on, ...(on && { vinyl: false }) });
    this.#applyShift();
  }

  /** Shifts the key by semitones. Rejects if the stretcher cannot be loaded. */
  async setKeyShift(semitones: number): Promise<void> {
    if (semitones !== 0) await this.#loadStretcher();
    this.set({ keyShift: clamp(semitones, MAX_SHIFT), ...(semitones !== 0 && { vinyl: false }) });
    this.#applyShift();
  }

  setVinyl(on: boolean): void {
    this.set(on ? { vinyl: true, keyLock: false, keyShift: 0 } : { vinyl: false });
    this.#applyShift();
  }

  get canKeyLock(): boolean {
    return canKeyLock(this.context);
  }

  async #loadStretcher() {
    this.#stretcher ??= await keyLock(this.context);
  }

  /** Sends the sound through the stretcher if the key has to change, and around it if not. */
  #applyShift() {
    const { keyLock: isLocked, keyShift, isPlaying, isHeld } = this.get();
    const semitones = keyShift - (isLocked ? 12 * Math.log2(this.rate) : 0);
    const stretcher = Math.abs(semitones) > UNHEARD ? this.#stretcher : null;
    stretcher?.setShift(semitones, this.soon + stretcher.latency);
    if ((stretcher !== null) === this.#isShifting) return;
    this.#isShifting = stretcher !== null;
    this.output.setStretcher(stretcher, this.start);
    if (isPlaying && !isHeld) this.move(this.positionAt(this.start), true);
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

  /** Silences a band of the equaliser, or brings it back to where it was. */
  toggleBand(band: Band): void {
    const position = this.get().eq[band];
    this.setBand(band, position > 0 ? 0 : this.#unkilled[band]);
    if (position > 0) this.#unkilled = { ...this.#unkilled, [band]: position };
  }
  #unkilled = START.eq;

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
}
