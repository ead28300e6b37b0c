import { paintLane } from './lane';
import { paintAcross, paintUpright } from './meter';
import { overviewOf, paintOver } from './overview';
import { paintRecord, recordOf, stepAt } from './record';
import {
  type Colours,
  type Level,
  type Manner,
  type Names,
  NO_MARKS,
  placeAt,
  type Scene,
  type Size,
  STILL,
  type Surface,
  type ToPainter,
  type View,
} from './scene';
import { type Pen, Tiles } from './tiles';

/** A canvas with what it shows. `drawn` says what it showed last. */
type Sheet = {
  view: View;
  canvas: Surface;
  size: Size | null;
  colours: readonly Colours[];
  tiles: Tiles[];
  base: Surface | null;
  level: Level;
  picture: ImageBitmap | null;
  drawn: string;
};

const SILENCE: Level = { now: 0, peak: 0 };
const NOBODY: Scene = { track: null, marks: NO_MARKS, movement: STILL, rate: 1 };
/** The share of the width that the playhead crosses before the page turns, when nothing scrolls. */
const PAGE = 0.8;

/**
 * Draws all waveforms, meters and records of the desk. It usually runs in a worker: it moves the decks on by itself, so that the page only reports what
 * changes, and a busy page does not make the waveforms stutter.
 */
export class Painter {
  readonly #sheets = new Map<number, Sheet>();
  readonly #scenes: Scene[] = [];
  readonly #nextFrame: (draw: () => void) => void;
  readonly #now: () => number;
  #manner: Manner = { reach: 4, paged: false, shown: true };
  #names: Names | null = null;
  #isWaiting = false;
  /** Milliseconds for which something has played; pages turn by them. */
  #played = 0;
  #last = 0;

  constructor(nextFrame: (draw: () => void) => void, now: () => number) {
    this.#nextFrame = nextFrame;
    this.#now = now;
  }

  handle(message: ToPainter): void {
    this.#take(message);
    this.#wake();
  }

  #take(message: ToPainter) {
    if (message.kind === 'add') {
      const { view, canvas } = message;
      this.#sheets.set(message.id, {
        view,
        canvas,
        size: null,
        colours: [],
        tiles: [],
        base: null,
        level: SILENCE,
        picture: null,
        drawn: '',
      });
    } else if (message.kind === 'remove') this.#sheets.delete(message.id);
    else if (message.kind === 'level') return this.#measure(message.id, message.level);
    else if (message.kind === 'picture') this.#dress(message.id, { picture: message.picture });
    else if (message.kind === 'size') this.#dress(message.id, { size: message.size });
    else if (message.kind === 'colours') this.#dress(message.id, { colours: message.colours });
    else if (message.kind === 'manner') [this.#manner, this.#names] = [message.manner, message.names];
    else if (message.kind === 'track') this.#change(message.deck, { track: message.track });
    else if (message.kind === 'marks') this.#change(message.deck, { marks: message.marks });
    else this.#change(message.deck, { movement: message.movement, rate: message.rate });
    if (message.kind !== 'movement') for (const sheet of this.#sheets.values()) sheet.drawn = '';
  }

  /** A level changes only its own canvas. */
  #measure(id: number, level: Level) {
    const sheet = this.#sheets.get(id);
    if (sheet) Object.assign(sheet, { level, drawn: '' });
  }

  #dress(id: number, change: Partial<Sheet>) {
    const sheet = this.#sheets.get(id);
    if (sheet) Object.assign(sheet, change, { base: null });
  }

  #change(deck: number, change: Partial<Scene>) {
    this.#scenes[deck] = { ...(this.#scenes[deck] ?? NOBODY), ...change };
    if (!('track' in change)) return;
    for (const sheet of this.#sheets.values()) if (sheet.view.kind === 'overview' && sheet.view.deck === deck) sheet.base = null;
  }

  #wake() {
    if (this.#isWaiting || !this.#manner.shown) return;
    this.#isWaiting = true;
    this.#nextFrame(() => this.#frame());
  }

  #frame() {
    this.#isWaiting = false;
    if (!this.#manner.shown) return;
    const now = this.#now();
    const moves = this.#scenes.some(({ movement }) => movement.speed !== 0);
    if (moves) this.#played += Math.min(100, now - this.#last);
    this.#last = now;
    for (const sheet of this.#sheets.values()) this.#paint(sheet, now);
    if (moves) this.#wake();
  }

  /** Where the playhead of the lanes is: in the middle, or, if nothing scrolls, on its way across the page. */
  #headAt(width: number): number {
    if (!this.#manner.paged) return width / 2;
    const seconds = this.#manner.reach * 2 * PAGE;
    return width * ((1 - PAGE) / 2 + PAGE * (((this.#played / 1000) % seconds) / seconds));
  }

  #paint(sheet: Sheet, now: number) {
    const { size, colours, canvas, view } = sheet;
    if (!size || !colours[0] || size.width === 0) return;
    const places = decksOf(view).map((deck) => {
      const { movement, track } = this.#scenes[deck] ?? NOBODY;
      return placeAt(movement, now, track?.duration ?? 0);
    });
    const head = this.#headAt(size.width);
    const drawn = this.#lookOf(view, size, places, head);
    if (drawn === sheet.drawn) return; // nothing has moved
    sheet.drawn = drawn;
    const alpha = view.kind === 'record'; // the others are opaque: they need not be mixed with what is below them
    const pen = canvas.getContext('2d', { alpha }) as Pen | null;
    if (!pen) return;
    prepare(canvas, pen, size, colours[0].ground);
    if (view.kind === 'overview') this.#overview(sheet, pen, size, view.deck, places[0] ?? 0);
    else if (view.kind === 'record') this.#record(sheet, pen, size, drawn);
    else if (view.kind === 'meter') (view.across ? paintAcross : paintUpright)(pen, sheet.level, colours[0], size);
    else this.#lanes(sheet, pen, size, view.decks, places, head);
  }

  /** What tells one picture of a canvas from the next while everything plays; the page says when a level changes. */
  #lookOf(view: View, size: Size, places: number[], head: number): string {
    if (view.kind === 'meter') return 'level';
    if (view.kind === 'overview') return this.#pixelOf(view.deck, places[0] ?? 0, size);
    if (view.kind === 'record') return String(this.#manner.paged ? 0 : stepAt(places[0] ?? 0));
    return `${head} ${places} ${view.decks.map((deck) => this.#scenes[deck]?.rate)}`;
  }

  /** The device pixel of an overview at a place: it is drawn again when that changes. */
  #pixelOf(deck: number, place: number, { width, scale }: Size): string {
    return String(Math.round((place / Math.max(1, this.#scenes[deck]?.track?.duration ?? 1)) * width * scale));
  }

  #overview(sheet: Sheet, pen: Pen, size: Size, deck: number, position: number) {
    const scene = this.#scenes[deck];
    const colours = sheet.colours[0];
    if (!scene?.track || !colours) return;
    sheet.base ??= overviewOf(scene.track, colours, size);
    pen.drawImage(sheet.base, 0, 0, size.width, size.height);
    paintOver(pen, { ...scene, track: scene.track }, colours, size, position);
  }

  #record(sheet: Sheet, pen: Pen, size: Size, step: string) {
    if (!sheet.colours[0]) return;
    sheet.base ??= recordOf(sheet.picture, sheet.colours[0], size);
    paintRecord(pen, sheet.base, Number(step), size);
  }

  #lanes(sheet: Sheet, pen: Pen, { width, height: whole, scale }: Size, decks: readonly number[], places: number[], head: number) {
    const height = whole / decks.length;
    decks.forEach((deck, i) => {
      const [scene, colours] = [this.#scenes[deck], sheet.colours[i]];
      if (!scene || !colours || !this.#names) return;
      sheet.tiles[i] ??= new Tiles();
      const lane = { pen, colours, top: i * height, width, height, scale, position: places[i] ?? 0, x: head };
      paintLane(lane, scene, this.#manner, this.#names, sheet.tiles[i]);
    });
    pen.fillStyle = sheet.colours[0]?.head ?? '';
    pen.fillRect(Math.round(head * scale) / scale - 1, 0, 2, whole);
  }
}

function decksOf(view: View): readonly number[] {
  if (view.kind === 'meter') return [];
  return view.kind === 'lanes' ? view.decks : [view.deck];
}

/** Clears the canvas, and sets its size if that has changed. */
function prepare(canvas: Surface, pen: Pen, { width, height, scale }: Size, ground: string) {
  const [wide, high] = [Math.round(width * scale), Math.round(height * scale)];
  if (canvas.width !== wide || canvas.height !== high) [canvas.width, canvas.height] = [wide, high];
  pen.setTransform(scale, 0, 0, scale, 0, 0);
  pen.clearRect(0, 0, width, height);
  pen.fillStyle = ground;
  pen.fillRect(0, 0, width, height);
}
