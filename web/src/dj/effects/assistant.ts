import type { Clock } from '@/audio/clock';
import type { Desk } from '../desk';
import { Watched } from '../state';
import { begin, type Doing } from './act';
import { type Suggestion, suggest } from './suggest';
import { viewOf } from './view';

export type AssistantState = {
  suggestions: readonly Suggestion[];
  /** What it does now, with the bars that are left. */
  doing: readonly Suggestion[];
};

/** ms between looks at the decks while nothing is done, and while something is. */
const [LOOK, STEP] = [300, 40] as const;

type Job = { suggestion: Suggestion; doing: Doing };

/** Suggests effects by rules on what was measured, and does what a person chose, on the desk's own controls. */
export class Assistant extends Watched<AssistantState> {
  readonly #desk: Desk;
  readonly #clock: Clock;
  #jobs: Job[] = [];
  #watchers = 0;
  #stop: (() => void) | null = null;

  constructor(desk: Desk, clock: Clock) {
    super({ suggestions: [], doing: [] });
    this.#desk = desk;
    this.#clock = clock;
  }

  /** Looks at the decks until the returned function is called. What is being done goes on. */
  watch(): () => void {
    this.#watchers++;
    this.#look();
    return () => {
      this.#watchers--;
    };
  }

  /** Does what was suggested, from its beat on. */
  take(suggestion: Suggestion): void {
    const doing = begin(this.#desk, suggestion);
    if (doing) this.#jobs.push({ suggestion, doing });
    this.#look();
  }

  /** Stops it, and puts the controls back. */
  cancel({ act, deck }: Suggestion): void {
    for (const job of this.#jobs) if (job.suggestion.act === act && job.suggestion.deck === deck) this.#finish(job);
    this.#look();
  }

  #finish(job: Job) {
    this.#jobs = this.#jobs.filter((other) => other !== job);
    job.doing.undo();
  }

  #look() {
    this.#stop?.();
    const views = this.#desk.decks.map((deck) => viewOf(this.#desk, deck));
    for (const job of this.#jobs) {
      const view = views[job.suggestion.deck];
      if (!view || !job.doing.step(view.beat) || !view.isPlaying) this.#finish(job);
    }
    const doing = this.#jobs.map(({ suggestion }) => suggestion);
    const isBusy = (one: Suggestion) => doing.some((other) => other.deck === one.deck && (other.act === one.act || one.act !== 'killBass'));
    this.#show({ suggestions: suggest(views).filter((one) => !isBusy(one)), doing: doing.map((one) => withBars(one, views)) });
    if (this.#watchers === 0 && this.#jobs.length === 0) return;
    this.#stop = this.#clock.after(this.#jobs.length > 0 ? this.#untilNext(views) : LOOK, () => this.#look());
  }

  /** ms until the next step: at once on the beat on which something begins or ends. */
  #untilNext(views: readonly { beat: number; bpm: number | null }[]): number {
    const times = this.#jobs.flatMap(({ suggestion: { deck, from, to } }) => {
      const { beat = 0, bpm } = views[deck] ?? {};
      return bpm ? [from, to].map((at) => ((at - beat) * 60_000) / bpm).filter((ms) => ms > 0) : [];
    });
    return Math.min(STEP, ...times);
  }

  #show(next: AssistantState) {
    const key = (state: AssistantState) => JSON.stringify(state);
    if (key(next) !== key(this.get())) this.set(next);
  }
}

function withBars(suggestion: Suggestion, views: readonly { beat: number; form: { grid: { meter: number } } | null }[]): Suggestion {
  const { beat = 0, form } = views[suggestion.deck] ?? {};
  const left = suggestion.to === Number.POSITIVE_INFINITY ? 0 : (suggestion.to - beat) / (form?.grid.meter ?? 4);
  return { ...suggestion, bars: Math.max(0, Math.ceil(left)) };
}
