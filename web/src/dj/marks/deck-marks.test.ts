import { expect, it } from 'vitest';
import { gridOf } from '../beat/grid';
import { type DeckState, START } from '../deck/deck-state';
import { unknown } from '../deck/track';
import { Watched } from '../state';
import { DeckMarks, type Keeper } from './deck-marks';
import { type Marks, NO_MARKS } from './marks';

const measured = gridOf({ grid: [{ start: 0, bpm: 120, beats: 20 }], downbeat: 0, meter: 4 });
const track = { ...unknown('One'), id: 't1', duration: 10, grid: measured };
const own: Marks = { ...NO_MARKS, cue: 2, grid: { segments: [{ start: 0.5, bpm: 60, beats: 10 }], downbeat: 1, meter: 3 } };

class TestDeck extends Watched<DeckState> {
  applyRate() {}
}

/** A deck without sound, whose marks are these, and what it kept. */
function deckWith(marks: Marks) {
  const kept: Marks[] = [];
  let show: (marks: Marks) => void = () => {};
  const keeper: Keeper = {
    open: (_, __, call) => {
      show = call;
      call(marks);
      return () => {};
    },
    change: (_, changed) => void kept.push(changed),
  };
  const deck = new TestDeck(START);
  const bank = new DeckMarks(deck, keeper);
  deck.set({ track });
  bank.open(track);
  return { deck, bank, kept, show: (other: Marks) => show(other) };
}

it('shows the marks of a track with its own grid, and keeps only what changes', () => {
  const { deck, kept, show } = deckWith(own);
  expect(deck.get()).toMatchObject({ cue: 2, track: { grid: { meter: 3 } } });
  deck.set({ isPlaying: true, cue: 5 }); // as Denon's players move it
  expect(kept).toEqual([]);
  deck.set({ cue: 3, keptCue: 3 });
  expect(kept).toEqual([{ ...own, cue: 3 }]);
  show(NO_MARKS); // another device removed them
  expect(deck.get()).toMatchObject({ cue: null, ownGrid: null, track: { grid: measured } });
  expect(kept).toHaveLength(1);
});

it('keeps marks of a piece for its track once that has an ID, and nothing if there are none', () => {
  const { deck, bank, kept } = deckWith(NO_MARKS);
  bank.move({ ...track, id: 't2' });
  expect(kept).toEqual([]);
  deck.set({ cue: 3, keptCue: 3 });
  bank.move({ ...track, id: 't3' });
  expect(kept).toEqual([
    { ...NO_MARKS, cue: 3 },
    { ...NO_MARKS, cue: 3 },
  ]);
  expect(deck.get()).toMatchObject({ cue: 3, track: { grid: measured } });
});

it('leaves out what lies behind the end of a track that was shortened, so that other marks can be kept', () => {
  const hotCue = (slot: number, at: number) => ({ slot, at, name: '', color: '' });
  const loops = [{ from: 1, to: 2, name: '' }];
  const { deck, kept } = deckWith({
    ...NO_MARKS,
    cue: 90,
    hotCues: [hotCue(0, 10.5), hotCue(1, 95)],
    loops: [...loops, { from: 88, to: 92, name: '' }],
  });
  expect(kept).toEqual([]);
  deck.set({ cue: 4, keptCue: 4 });
  expect(kept).toEqual([{ ...NO_MARKS, cue: 4, hotCues: [hotCue(0, 10.5)], loops }]);
});

it('keeps nothing when the deck is emptied', () => {
  const { deck, bank, kept } = deckWith(own);
  bank.close();
  expect(deck.get()).toMatchObject({ cue: null, ownGrid: null });
  expect(kept).toEqual([]);
});

it('uses a grid before it is kept, and takes over that of the analysis', () => {
  const { deck, bank, kept } = deckWith(NO_MARKS);
  const other = gridOf({ grid: [{ start: 1, bpm: 90, beats: 9 }], downbeat: 0, meter: 4 });
  bank.preview(other);
  expect([deck.get().track?.grid, deck.get().ownGrid, kept.length]).toEqual([other, null, 0]);
  bank.setGrid(other);
  expect(kept.at(-1)?.grid?.segments).toEqual([{ start: 1, bpm: 90, beats: 14 }]);
  bank.adopt(other);
  expect([deck.get().track?.grid, deck.get().ownGrid, kept.at(-1)?.grid]).toEqual([other, null, null]);
});

it('saves a loop once, renames and deletes it', () => {
  const { deck, bank, kept } = deckWith(NO_MARKS);
  deck.set({ loop: { from: 1, to: 2 } });
  bank.saveLoop('4');
  bank.saveLoop('again');
  expect(kept).toEqual([{ ...NO_MARKS, loops: [{ from: 1, to: 2, name: '4' }] }]);
  const [loop] = deck.get().savedLoops;
  if (loop) bank.renameLoop(loop, 'Bridge');
  expect(kept.at(-1)?.loops).toEqual([{ from: 1, to: 2, name: 'Bridge' }]);
  const [renamed] = deck.get().savedLoops;
  if (renamed) bank.dropLoop(renamed);
  expect(kept.at(-1)).toEqual(NO_MARKS);
});

it('keeps the pad that a loop has in another program', () => {
  const { deck, bank, kept } = deckWith({ ...NO_MARKS, loops: [{ from: 1, to: 2, name: 'Hook', pad: 3 }] });
  const [loop] = deck.get().savedLoops;
  if (loop) bank.renameLoop(loop, 'Bridge');
  expect(kept.at(-1)?.loops).toEqual([{ from: 1, to: 2, name: 'Bridge', pad: 3 }]);
});
