import type { Grid } from '../beat/grid';
import type { DeckState } from '../deck/deck-state';
import { MAX_SAVED, type SavedLoop } from '../deck/loop';
import type { DeckTrack } from '../deck/track';
import type { Watched } from '../state';
import type { MarksKeeper } from './keeper';
import { fromDeck, isEmpty, isSame, type Marked, type Marks, markedOf, NO_MARKS, toDeck } from './marks';

/** Keeps marks of tracks, see MarksKeeper. */
export type Keeper = Pick<MarksKeeper, 'open' | 'change'>;

/** What marks need of a deck. `applyRate` tells the rest of it that the tempo may have changed. */
type MarkedDeck = Watched<DeckState> & { applyRate: () => void };

/** The marks of the track on a deck: they come with the track, and every change of them is kept. */
export class DeckMarks {
  readonly #deck: MarkedDeck;
  readonly #keeper: Keeper;
  #key: string | null = null;
  #seen: Marked;
  #grid: Grid | null = null;
  #close: () => void = () => {};

  constructor(deck: MarkedDeck, keeper: Keeper) {
    this.#deck = deck;
    this.#keeper = keeper;
    this.#seen = markedOf(deck.get());
    deck.subscribe(() => this.#keep());
  }

  /** Shows the marks of the track that was just loaded. */
  open(track: DeckTrack): void {
    this.#grid = track.grid;
    this.#key = track.id ?? `file:${track.title}:${track.duration.toFixed(2)}`;
    this.#close = this.#keeper.open(this.#key, track.id, this.#show);
  }

  /** Keeps the marks on the deck for the same track by its new ID. */
  move(track: DeckTrack): void {
    const marks = fromDeck(markedOf(this.#deck.get()), track.duration);
    this.close();
    this.open({ ...track, grid: this.#grid });
    if (isEmpty(marks)) return;
    this.#deck.set(toDeck(marks));
    this.preview(this.#deck.get().ownGrid ?? this.#grid);
  }

  /** Empties the deck of marks, without changing those that are kept. */
  close(): void {
    this.#key = null;
    this.#close();
    this.#deck.set(toDeck(NO_MARKS));
  }

  // Saved loops

  /** Saves the present loop, unless it is saved or there are too many. */
  saveLoop(name: string): void {
    const { loop, savedLoops } = this.#deck.get();
    if (loop && this.canSaveLoop) this.#deck.set({ savedLoops: [...savedLoops, { from: loop.from, to: loop.to, name }] });
  }

  get canSaveLoop(): boolean {
    const { loop, savedLoops } = this.#deck.get();
    return loop !== null && savedLoops.length < MAX_SAVED && !savedLoops.some(({ from, to }) => from === loop.from && to === loop.to);
  }

  renameLoop(loop: SavedLoop, name: string): void {
    this.#deck.set({ savedLoops: this.#deck.get().savedLoops.map((one) => (one === loop ? { ...loop, name } : one)) });
  }

  dropLoop(loop: SavedLoop): void {
    this.#deck.set({ savedLoops: this.#deck.get().savedLoops.filter((one) => one !== loop) });
  }

  // The beat grid

  /** The grid of the analysis. */
  get measured(): Grid | null {
    return this.#grid;
  }

  /** Takes a grid that was measured after the track came; the person's own one stays. */
  measure(grid: Grid): void {
    this.#grid = grid;
    if (!this.#deck.get().ownGrid) this.preview(grid);
  }

  /** Keeps a grid for this person; null brings back that of the analysis. */
  setGrid(own: Grid | null): void {
    this.preview(own ?? this.#grid);
    this.#deck.set({ ownGrid: own });
  }

  /** Uses a grid without keeping it. */
  preview(grid: Grid | null): void {
    const { track } = this.#deck.get();
    if (!track || track.grid === grid) return;
    this.#deck.set({ track: { ...track, grid } });
    this.#deck.applyRate(); // the effects follow the beat
  }

  /** Takes over a grid that the analysis now has. */
  adopt(grid: Grid | null): void {
    this.#grid = grid;
    this.setGrid(null);
  }

  readonly #show = (marks: Marks): void => {
    const marked = toDeck(marks, this.#deck.get().track?.duration);
    this.#seen = marked;
    this.#deck.set(marked);
    this.preview(marked.ownGrid ?? this.#grid);
  };

  #keep() {
    const state = this.#deck.get();
    if (this.#key === null || !state.track) return;
    const marked = markedOf(state);
    if (isSame(marked, this.#seen)) return;
    this.#seen = marked;
    this.#keeper.change(this.#key, fromDeck(marked, state.track.duration), this.#show);
  }
}
