import { describe, expect, it } from 'vitest';
import { barOf, secondsOf } from './lane';
import { Painter } from './painter';
import { stepAt } from './record';
import { type Colours, type Movement, NO_MARKS, placeAt, type Surface, type ToPainter } from './scene';
import { SmoothClock } from './smooth-clock';

const grid = { runs: [{ first: 0, start: 0.5, bpm: 120 }], downbeat: 1, meter: 4 };
const sections = { intro: 'g', verse: 'g', build: 'g', drop: 'g', break: 'g', outro: 'g' };
const COLOURS: Colours = {
  ground: 'ground',
  low: 'l',
  mid: 'm',
  high: 'h',
  line: 'line',
  downbeat: 'down',
  cue: 'cue',
  loop: 'loop',
  text: 't',
  head: 'head',
  faded: 'f',
  plate: 'p',
  sections,
};

/** A painter whose frames are drawn by hand, with a canvas that notes what is filled. */
function studio() {
  const rects: { colour: string; x: number; width: number }[] = [];
  const texts: string[] = [];
  const pen = {
    fillStyle: '',
    fillRect: (x: number, _y: number, width: number) => rects.push({ colour: pen.fillStyle, x, width }),
    fillText: (text: string) => texts.push(text),
    measureText: (text: string) => ({ width: text.length * 6 }),
    clearRect: () => {
      rects.length = 0;
      texts.length = 0;
    },
    ...Object.fromEntries(['setTransform', 'beginPath', 'moveTo', 'lineTo', 'fill', 'drawImage', 'scale'].map((name) => [name, () => {}])),
  };
  const waiting: (() => void)[] = [];
  let now = 1000;
  const painter = new Painter(
    (draw) => waiting.push(draw),
    () => now,
  );
  const tell = (...messages: ToPainter[]) => {
    for (const message of messages) painter.handle(message);
  };
  const frame = (at = now) => {
    now = at;
    const draws = waiting.splice(0);
    for (const draw of draws) draw();
    return draws.length;
  };
  const canvas = { width: 0, height: 0, getContext: () => pen } as unknown as Surface;
  const names = { intro: 'Intro', verse: 'Verse', build: 'Build', drop: 'Drop', break: 'Break', outro: 'Outro' };
  const manner = (change = {}) => tell({ kind: 'manner', manner: { reach: 4, paged: false, shown: true, ...change }, names });
  tell({ kind: 'add', id: 1, view: { kind: 'lanes', decks: [0] }, canvas });
  tell({ kind: 'size', id: 1, size: { width: 800, height: 80, scale: 2 } }, { kind: 'colours', id: 1, colours: [COLOURS] });
  tell({ kind: 'track', deck: 0, track: { duration: 60, grid, peaks: null, sections: [{ start: 8, end: 30, label: 'drop' }] } });
  manner();
  const move = (speed: number, position = 10) =>
    tell({ kind: 'movement', deck: 0, movement: { at: now, position, speed, loop: null }, rate: 1 });
  return { tell, frame, move, manner, canvas, rects, texts };
}

describe('the painter of waveforms', () => {
  it('draws beats, bar numbers, the section and cues around the playhead', () => {
    const { tell, move, frame, rects, texts, canvas } = studio();
    move(0);
    const hotCues = [{ at: 11, label: '1 Drop', colour: 'red' }];
    tell({ kind: 'marks', deck: 0, marks: { ...NO_MARKS, cue: 9, hotCues, loop: { from: 10, to: 12 } } });
    frame();
    expect([canvas.width, canvas.height]).toEqual([1600, 160]);
    expect(rects).toContainEqual({ colour: 'down', x: 500, width: 1 }); // bar 6 begins at 11 s, one of four seconds right of the middle
    expect(rects).toContainEqual({ colour: 'loop', x: 400, width: 200 });
    expect(rects).toContainEqual({ colour: 'cue', x: 299, width: 2 });
    expect(rects).toContainEqual({ colour: 'red', x: 499, width: 2 });
    expect(rects.at(-1)).toEqual({ colour: 'head', x: 399, width: 2 });
    expect(texts).toEqual(expect.arrayContaining(['6', 'Drop', '1 Drop']));
  });

  it('draws only while something moves and somebody looks', () => {
    const { move, frame, manner } = studio();
    expect(frame()).toBe(1);
    expect(frame()).toBe(0);
    move(1);
    expect([frame(1016), frame(1032), frame(1048)]).toEqual([1, 1, 1]);
    manner({ shown: false });
    frame(1064);
    expect(frame(1080)).toBe(0);
    manner();
    expect(frame(1096)).toBe(1);
  });

  it('draws a level when it changes, and no other canvas with it', () => {
    const { tell, frame, rects } = studio();
    frame();
    const sheet = { width: 0, height: 0, getContext: () => levelPen } as unknown as Surface;
    const bars: { colour: string; y: number; height: number }[] = [];
    const levelPen = {
      fillStyle: '',
      setTransform: () => {},
      clearRect: () => bars.splice(0),
      fillRect: (_x: number, y: number, _width: number, height: number) => bars.push({ colour: levelPen.fillStyle, y, height }),
    };
    tell({ kind: 'add', id: 2, view: { kind: 'meter', across: false }, canvas: sheet });
    tell({ kind: 'size', id: 2, size: { width: 8, height: 100, scale: 1 } }, { kind: 'colours', id: 2, colours: [COLOURS] });
    frame();
    expect(bars.filter(({ colour }) => colour === 'l')).toEqual([]);
    rects.length = 0;
    tell({ kind: 'level', id: 2, level: { now: 0.8, peak: 0.95 } });
    frame();
    const found = (colour: string) =>
      bars.filter((bar) => bar.colour === colour).map(({ y, height }) => [Math.round(y), Math.round(height)]);
    expect([found('l'), found('m'), found('h'), found('head')]).toEqual([[[28, 72]], [[20, 8]], [], [[4, 2]]]);
    expect(rects).toEqual([]);
  });

  it('turns pages instead of scrolling for people who want less motion', () => {
    const { move, frame, manner, rects } = studio();
    manner({ paged: true });
    const seen = (at: number) => {
      frame(at);
      return [rects.find(({ colour }) => colour === 'down')?.x, rects.at(-1)?.x];
    };
    frame(1000);
    move(1);
    const [beats, head] = seen(1000);
    const [beatsLater, headLater] = seen(1050);
    expect(beatsLater).toBe(beats);
    expect(headLater).toBeGreaterThan(head as number);
  });
});

describe('a record', () => {
  it('turns 33 times and a third in a minute, in 54 steps', () => {
    expect([0, 0.45, 0.9, 1.79, 1.8, 60].map(stepAt)).toEqual([0, 13, 27, 53, 0, 18]);
  });
});

describe('where a deck is', () => {
  const movement: Movement = { at: 1000, position: 10, speed: 1.5, loop: null };
  it('follows from its speed, within the track', () => {
    expect(placeAt(movement, 3000, 60)).toBe(13);
    expect(placeAt(movement, 90_000, 60)).toBe(60);
    expect(placeAt({ ...movement, speed: -20 }, 2000, 60)).toBe(0);
  });
  it('stays inside a loop', () => {
    const loop = { from: 9, to: 11 };
    expect(placeAt({ ...movement, loop }, 1600, 60)).toBeCloseTo(10.9);
    expect(placeAt({ ...movement, loop }, 3000, 60)).toBe(9); // 13 is one loop past its end
    expect(placeAt({ ...movement, position: 20, loop }, 2000, 60)).toBe(21.5); // never in the loop
  });
});

it('counts bars from the first downbeat, and scales what is dragged by the speed', () => {
  expect([barOf(grid, 1), barOf(grid, 5), barOf(grid, 0)]).toEqual([1, 2, 0]);
  expect(secondsOf(100, 800, { reach: 4 }, 1)).toBe(1);
  expect(secondsOf(100, 800, { reach: 4 }, 1.1)).toBeCloseTo(1.1);
});

it('reads a clock that advances in steps evenly', () => {
  const clock = new SmoothClock();
  // The audio clock advances by 20 ms at a time, the page reads it every 16 ms.
  const even = Array.from({ length: 400 }, (_, i) => {
    const page = i * 16;
    const audio = (Math.floor(page / 20) * 20) / 1000;
    return audio - clock.ahead(audio, page) - page / 1000;
  }).slice(200);
  expect(Math.max(...even) - Math.min(...even)).toBeLessThan(0.002);
  expect(clock.ahead(100, 6400)).toBe(0); // after a pause it starts again
});
