import type { Clock } from '@/audio/clock';
import { glide } from '../mixer/glide';
import { Watched } from '../state';
import { CHANGE, type Effect, retimed, type Shot, type Span } from './effect';
import type { Follow } from './follow';
import { KINDS, type Kind } from './kinds';
import { untilPhraseEnd } from './phrase';

export type SlotState = {
  kind: Kind;
  /** waiting: it begins later, on its beat. */
  phase: 'off' | 'waiting' | 'on';
  /** 0 to 100. */
  amount: number;
  /** The period or the length of the effect. */
  beats: number;
};

/** The amount of a slot at first. */
export const AMOUNT = 60;

/** ms between looks at the beat while an effect runs. */
const TICK = 40;
/** Seconds before its beat at which an effect is made. */
const AHEAD = 0.15;
/** Seconds after which a paused deck is silent, also behind a key lock. */
const PAUSED = 0.25;
/** Seconds after which a gain that falls with the desk's time constant is silent. */
const SILENT = 0.15;
/** Seconds by which an end may be off, and the share by which a period may, before the effect follows. */
const [LATE, OFF] = [0.005, 0.002] as const;
/** The same share for an effect that has to be made anew. */
const FAR_OFF = 0.06;

/** `began` is when one of its periods began, on the audio clock. */
type Used = { nodes: Effect | Shot; send: GainNode; period: number; began: number };
/** An effect that runs once, from one beat to another. */
type Run = { from: number; to: number; span: Span | null };

/** A place for an effect. While the effect is off nothing of it is connected. */
export class Slot extends Watched<SlotState> {
  readonly output: GainNode;
  readonly #context: BaseAudioContext;
  readonly #clock: Clock;
  readonly #follow: Follow;
  readonly #from: AudioNode;
  readonly #beside: GainNode;
  #used: Used | null = null;
  #run: Run | null = null;
  #stopTicking: (() => void) | null = null;

  constructor(context: BaseAudioContext, from: AudioNode, follow: Follow, clock: Clock, kind: Kind) {
    super({ kind, phase: 'off', amount: AMOUNT, beats: KINDS[kind].rest });
    this.#context = context;
    this.#clock = clock;
    this.#follow = follow;
    this.#from = from;
    this.#beside = context.createGain();
    this.output = context.createGain();
    from.connect(this.#beside).connect(this.output);
  }

  /** Whether it can be turned on: what runs from beat to beat needs a deck that plays. */
  get isReady(): boolean {
    return 'make' in KINDS[this.get().kind] || this.#follow.isPlaying;
  }

  setKind(kind: Kind): void {
    if (kind === this.get().kind) return;
    this.turnOff();
    this.#retire();
    this.set({ kind, beats: KINDS[kind].rest });
    this.#listen();
  }

  setAmount(amount: number): void {
    this.set({ amount });
    this.#mix();
  }

  setBeats(beats: number): void {
    this.set({ beats });
    if (this.get().phase === 'on' && this.#run === null) this.#begin();
  }

  toggle(): void {
    if (this.get().phase === 'off') this.turnOn();
    else this.turnOff();
  }

  /** Turns it on. What runs once goes from one beat to another. */
  turnOn(beats = this.#beats()): void {
    if (this.get().phase !== 'off' || !this.isReady) return;
    if ('make' in KINDS[this.get().kind]) {
      this.set({ phase: 'on' });
      this.#begin();
    } else {
      this.#run = { ...beats, span: null };
      this.set({ phase: 'waiting' });
    }
    this.#tick();
  }

  /** Turns it off: what it holds rings out. The sound comes back after some seconds. */
  turnOff(after = 0): void {
    if (this.get().phase === 'off') return;
    this.#stopTicking?.();
    this.#stopTicking = null;
    const { currentTime } = this.#context;
    this.#beside.gain.cancelScheduledValues(currentTime);
    glide(this.#beside.gain, 1, currentTime + after);
    this.#retire();
    this.#run = null;
    this.set({ phase: 'off' });
    this.#listen();
  }

  /** Connects an effect that plays what came before it. */
  #listen() {
    const described = KINDS[this.get().kind];
    if ('shot' in described && described.listens) this.#connect(described.shot(this.#context), 1);
  }

  get #share(): number {
    return this.get().amount / 100;
  }

  /** From which beat to which one an effect runs that is turned on now. */
  #beats(): { from: number; to: number } {
    const described = KINDS[this.get().kind];
    const { now, form } = this.#follow;
    const { beats } = this.get();
    if (form && 'shot' in described && described.at === 'phrase') return untilPhraseEnd(form, now, beats);
    const from = Math.ceil(now);
    return { from, to: from + beats };
  }

  /** Makes an effect that sounds while it is on; one that sounds already rings out. */
  #begin() {
    const described = KINDS[this.get().kind];
    if (!('make' in described)) return;
    this.#retire();
    const period = this.get().beats * this.#follow.beat;
    const began = this.#began();
    this.#connect(described.make(this.#context, period, began), 0, { period, began });
    this.#mix();
  }

  /** When the latest period began: periods of some beats count from the downbeat. */
  #began(): number {
    const { now, form } = this.#follow;
    const first = form?.grid.downbeat ?? 0;
    const unit = Math.max(1, this.get().beats);
    return this.#follow.timeOf(first + Math.floor((now - first) / unit) * unit);
  }

  #connect(nodes: Effect | Shot, into: number, timing = { period: 0, began: 0 }) {
    const send = new GainNode(this.#context, { gain: into });
    this.#from.connect(send).connect(nodes.input);
    nodes.output.connect(this.output);
    this.#used = { nodes, send, ...timing };
  }

  #mix() {
    if (!this.#used || !('mix' in this.#used.nodes)) return;
    const { nodes, send } = this.#used;
    const { currentTime } = this.#context;
    const [beside, into] = nodes.mix(this.#share);
    nodes.setAmount?.(this.#share);
    glide(this.#beside.gain, beside, currentTime);
    glide(send.gain, into, currentTime);
  }

  /** Lets the effect ring out, and disconnects it afterwards. */
  #retire() {
    if (!this.#used) return;
    const { nodes, send } = this.#used;
    this.#used = null;
    glide(send.gain, 0, this.#context.currentTime);
    this.#clock.after((nodes.tail + SILENT) * 1000, () => {
      this.#from.disconnect(send);
      nodes.output.disconnect();
      nodes.close?.();
    });
  }

  #tick() {
    this.#stopTicking = null;
    if (this.#run) this.#look(this.#run);
    else this.#keepTime();
    if (this.get().phase !== 'off') this.#stopTicking = this.#clock.after(TICK, () => this.#tick());
  }

  /** Brings a period back to the beat. */
  #keepTime() {
    if (!this.#used || !this.#follow.isPlaying || KINDS[this.get().kind].beats.length === 0) return;
    const { nodes } = this.#used;
    const period = this.get().beats * this.#follow.beat;
    const began = this.#began();
    const off = Math.abs(period / this.#used.period - 1);
    const late = remainder(began - this.#used.began, period);
    if ('setPeriod' in nodes && nodes.setPeriod) {
      if (off < OFF && Math.abs(late) < 2 * LATE) return;
      nodes.setPeriod(period, began);
      Object.assign(this.#used, { period, began });
    } else if (off > FAR_OFF) this.#begin();
  }

  /** Starts a run on its beat, keeps it on the beat, and ends it. */
  #look(run: Run) {
    if (!this.#follow.isPlaying) return this.turnOff();
    const { currentTime } = this.#context;
    const to = this.#follow.timeOf(run.to);
    if (!run.span) {
      const from = this.#follow.timeOf(run.from);
      if (from - currentTime < AHEAD) this.#start(run, { from: Math.max(from, currentTime), to });
    } else if (currentTime >= Math.min(run.span.to, to)) this.#end();
    else if (!this.#stops && Math.abs(to - run.span.to) > LATE) this.#play(run, retimed(run.span, to, currentTime));
  }

  /** Whether the deck stands still at the end. */
  get #stops(): boolean {
    const described = KINDS[this.get().kind];
    return 'shot' in described && described.at === 'next';
  }

  #start(run: Run, span: Span) {
    const described = KINDS[this.get().kind];
    if (!('shot' in described) || span.to <= span.from) return this.turnOff();
    if (!this.#used) this.#connect(described.shot(this.#context), 1);
    this.#play(run, span);
    this.set({ phase: 'on' });
  }

  #play(run: Run, span: Span) {
    if (!this.#used || !('run' in this.#used.nodes)) return;
    const { gain } = this.#beside;
    const { currentTime } = this.#context;
    run.span = span;
    this.#used.nodes.run(span, currentTime, this.#share);
    gain.cancelScheduledValues(currentTime);
    gain.setTargetAtTime(this.#used.nodes.beside, Math.max(currentTime, span.from), CHANGE);
    if (this.#stops) return;
    gain.setTargetAtTime(1, span.to, CHANGE);
    this.#used.send.gain.cancelScheduledValues(currentTime);
    this.#used.send.gain.setTargetAtTime(0, span.to, CHANGE);
  }

  #end() {
    if (!this.#stops) return this.turnOff();
    this.#follow.pause();
    this.turnOff(PAUSED);
  }
}

/** What is left over a multiple, from minus a half to a half of the unit. */
const remainder = (value: number, unit: number) => value - Math.round(value / unit) * unit;
