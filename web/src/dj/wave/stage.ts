import type { Deck } from '../deck/deck';
import type { DeckState } from '../deck/deck-state';
import {
  type Colours,
  type Level,
  type Manner,
  type Marks,
  type Movement,
  type Names,
  placeAt,
  type Size,
  STILL,
  type ToPainter,
  type View,
} from './scene';
import { SmoothClock } from './smooth-clock';

/** Seconds of the track by which what is drawn may be off before the painter is told. */
const CLOSE = 0.002;
/** Seconds over which the speed of a deck is measured. */
const AHEAD = 0.01;

/** What marks are made of. */
const MARKED = ['cue', 'hotCues', 'cueLabels', 'loop', 'loopIn'] as const;

/** What the painter knows of a deck. */
type Told = { state: DeckState; marks: Marks; movement: Movement; rate: number };

/** A canvas on the stage. `show` sets the level of a meter, `picture` the square picture on a record, which it takes over. */
export type Shown = {
  resize: (size: Size) => void;
  colour: (colours: readonly Colours[]) => void;
  show: (level: Level) => void;
  picture: (picture: ImageBitmap | null) => void;
  remove: () => void;
};

/** Now, in ms since 1970, the same on the page and in workers. */
const now = () => performance.timeOrigin + performance.now();

/** The page's end of the painter of waveforms, meters and records: it follows the decks, and tells the painter what changes. */
export class Stage {
  readonly #send: (message: ToPainter, transfer?: Transferable[]) => void;
  readonly #worker: Worker | null;
  readonly #told: Told[] = [];
  readonly #clock = new SmoothClock();
  readonly #marksOf: (state: DeckState) => Marks;
  #ids = 0;

  constructor(marksOf: (state: DeckState) => Marks) {
    this.#marksOf = marksOf;
    if ('transferControlToOffscreen' in HTMLCanvasElement.prototype) {
      const worker = new Worker(new URL('./wave.worker.ts', import.meta.url), { type: 'module' });
      this.#worker = worker;
      this.#send = (message, transfer = []) => worker.postMessage(message, transfer);
    } else {
      const loaded = import('./painter').then(({ Painter }) => new Painter((draw) => void requestAnimationFrame(draw), now));
      this.#worker = null;
      this.#send = (message) => void loaded.then((painter) => painter.handle(message));
    }
  }

  /** Shows a view on a canvas. */
  show(canvas: HTMLCanvasElement, view: View): Shown {
    const id = ++this.#ids;
    if (this.#worker) {
      const away = canvas.transferControlToOffscreen();
      this.#send({ kind: 'add', id, view, canvas: away }, [away]);
    } else this.#send({ kind: 'add', id, view, canvas });
    return {
      resize: (size) => this.#send({ kind: 'size', id, size }),
      colour: (colours) => this.#send({ kind: 'colours', id, colours }),
      show: (level) => this.#send({ kind: 'level', id, level }),
      picture: (picture) => this.#send({ kind: 'picture', id, picture }, picture ? [picture] : []),
      remove: () => this.#send({ kind: 'remove', id }),
    };
  }

  setManner(manner: Manner, names: Names): void {
    this.#send({ kind: 'manner', manner, names });
  }

  /** Tells the painter what has changed on the decks; to be called for each frame of the page. */
  follow(decks: readonly Deck[]): void {
    const at = now();
    const { context } = decks[0] ?? {};
    const ahead = context ? this.#clock.ahead(context.currentTime, at) : 0;
    decks.forEach((deck, i) => {
      const told = this.#told[i];
      const state = deck.get();
      const next = {
        state,
        marks: told && MARKED.every((key) => told.state[key] === state[key]) ? told.marks : this.#marksOf(state),
        movement: movementOf(deck, at, ahead),
        rate: deck.rate,
      };
      this.#told[i] = this.#tell(i, told, next);
    });
  }

  /** Sends what differs, and returns what the painter knows afterwards. */
  #tell(deck: number, told: Told | undefined, next: Told): Told {
    if (next.state.track !== told?.state.track) {
      const { track } = next.state;
      this.#send({ kind: 'track', deck, track: track && pictured(track) });
    }
    if (!told || told.marks !== next.marks) this.#send({ kind: 'marks', deck, marks: next.marks });
    if (told && told.rate === next.rate && agrees(told.movement, next)) return { ...next, movement: told.movement };
    this.#send({ kind: 'movement', deck, movement: next.movement, rate: next.rate });
    return next;
  }

  close(): void {
    this.#worker?.terminate();
  }
}

const pictured = ({ duration, grid, peaks, sections }: NonNullable<DeckState['track']>) => ({ duration, grid, peaks, sections });

function movementOf(deck: Deck, at: number, ahead: number): Movement {
  const { track, loop } = deck.get();
  if (!track) return STILL;
  const running = deck.context.state === 'running';
  const time = deck.context.currentTime;
  const gone = deck.positionAt(time + AHEAD) - deck.positionAt(time);
  // A loop that ends in this moment goes backwards.
  const speed = !running ? 0 : loop && gone < 0 ? deck.rate : Math.round((gone / AHEAD) * 1e4) / 1e4;
  return { at, position: Math.max(0, deck.heard - ahead * speed), speed, loop };
}

/** Whether a movement that was told before still describes the deck. */
function agrees(told: Movement, { movement, state }: Told): boolean {
  if (told.speed !== movement.speed || told.loop !== movement.loop) return false;
  const expected = placeAt(told, movement.at, state.track?.duration ?? 0);
  return Math.abs(expected - movement.position) < CLOSE;
}
