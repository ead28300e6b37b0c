import type { Clock } from '@/audio/clock';
import { studioEncoding } from '@/audio/studio/encode';
import type { LinkState, StudioStatus } from '@/audio/studio/link';
import { StudioSource } from '@/audio/studio/source';
import type { Desk } from '../desk';
import { heardOn, Tracklist } from '../recording/tracklist';
import { Watched } from '../state';

export type AirState = {
  phase: LinkState;
  /** The station; '' before the first one. */
  stationId: string;
  /** Why it went off air; '' if the DJ ended it. */
  reason: string;
  /** What the server reports about the sound. */
  status: StudioStatus | null;
};

type Source = Pick<StudioSource, 'title' | 'end'>;
type Handlers = ConstructorParameters<typeof StudioSource>[3];
type Open = (stationId: string, out: AudioNode, handlers: Handlers) => Source;

/** Whether this browser can go on air. */
export const canGoLive = () => studioEncoding() !== null;

const openSource: Open = (stationId, out, handlers) => {
  const encoding = studioEncoding();
  if (!encoding) throw new Error('This browser cannot encode sound.');
  return new StudioSource(stationId, out, encoding, handlers);
};

/** ms between checks of what is heard. */
const TICK = 1000;

/** Sends the sound of the desk to a station, with the titles of the tracks. */
export class Air extends Watched<AirState> {
  readonly #desk: Desk;
  readonly #clock: Clock;
  readonly #open: Open;
  #source: Source | null = null;
  #told = '';

  constructor(desk: Desk, clock: Clock, open = openSource) {
    super({ phase: 'off', stationId: '', reason: '', status: null });
    this.#desk = desk;
    this.#clock = clock;
    this.#open = open;
  }

  readonly isOn = (): boolean => this.#source !== null;

  async go(stationId: string): Promise<void> {
    if (this.#source) return;
    this.set({ phase: 'connecting', stationId, reason: '', status: null });
    const source = this.#open(stationId, this.#desk.mixer.out, {
      onState: (phase, reason) => {
        if (phase === 'off') this.#source = null;
        this.set({ phase, reason });
      },
      onStatus: (status) => this.set({ status }),
    });
    this.#source = source;
    this.#told = '';
    const [first] = heardOn(this.#desk);
    if (first) this.#tell(source, first);
    this.#listen(source, new Tracklist(), 0);
    if (this.#desk.context instanceof AudioContext) await this.#desk.context.resume(); // a suspended context sends nothing, not even silence
  }

  end(): void {
    this.#source?.end();
  }

  /** Tells the station the title of each track that was heard long enough to count. */
  #listen(source: Source, tracklist: Tracklist, seconds: number) {
    if (this.#source !== source) return;
    const last = tracklist.hear(seconds, heardOn(this.#desk)) && tracklist.list.at(-1);
    if (last) this.#tell(source, last);
    this.#clock.after(TICK, () => this.#listen(source, tracklist, seconds + TICK / 1000));
  }

  #tell(source: Source, { artist, title }: { artist: string; title: string }) {
    const name = `${artist}\n${title}`;
    if (name !== this.#told) source.title(artist, title);
    this.#told = name;
  }
}
