/** The content of a yearly picture. */
export type ReviewFacts = {
  title: string;
  /** In large type: time and plays. */
  time: string;
  timeLabel: string;
  lists: readonly { title: string; names: readonly string[] }[];
  footer: string;
};

export const PICTURE = { width: 1080, height: 1350 } as const;

const INK = '#14161d';
const PAPER = '#f7f4ee';
const FAINT = '#a9adba';
const AMBER = '#f3b35b';
const EDGE = 84;

/** Draws the picture of a year. The same content always gives the same picture. */
export function drawReview(canvas: HTMLCanvasElement, facts: ReviewFacts): void {
  canvas.width = PICTURE.width;
  canvas.height = PICTURE.height;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no canvas');
  background(pen, facts.title);
  let y = 150;
  y = lines(pen, facts.title, y, { size: 64, weight: 700, colour: PAPER, most: 2 });
  y = lines(pen, facts.time, y + 40, { size: 116, weight: 800, colour: AMBER, most: 1 });
  y = lines(pen, facts.timeLabel, y - 36, { size: 38, weight: 500, colour: FAINT, most: 1 });
  const width = (PICTURE.width - EDGE * 2 - 48) / 2;
  facts.lists.slice(0, 2).forEach((list, i) => {
    column(pen, list, EDGE + i * (width + 48), y + 56, width);
  });
  pen.textAlign = 'left';
  lines(pen, facts.footer, PICTURE.height - 84, { size: 34, weight: 600, colour: FAINT, most: 1 });
}

type Look = { size: number; weight: number; colour: string; most: number };

function style(pen: CanvasRenderingContext2D, { size, weight, colour }: Look) {
  const family = getComputedStyle(document.documentElement).fontFamily || 'sans-serif';
  pen.font = `${weight} ${size}px ${family}`;
  pen.fillStyle = colour;
}

/** Writes a text in a limited number of lines; returns the position of the next text. */
function lines(pen: CanvasRenderingContext2D, text: string, y: number, look: Look): number {
  style(pen, look);
  for (const line of wrapped(pen, text, PICTURE.width - EDGE * 2, look.most)) {
    pen.fillText(line, EDGE, y);
    y += look.size * 1.16;
  }
  return y;
}

function column(pen: CanvasRenderingContext2D, list: ReviewFacts['lists'][number], x: number, top: number, width: number) {
  style(pen, { size: 34, weight: 600, colour: FAINT, most: 1 });
  pen.fillText(list.title, x, top);
  list.names.slice(0, 5).forEach((name, i) => {
    const y = top + 72 + i * 84;
    style(pen, { size: 40, weight: 700, colour: AMBER, most: 1 });
    pen.fillText(String(i + 1), x, y);
    style(pen, { size: 40, weight: 600, colour: PAPER, most: 1 });
    pen.fillText(wrapped(pen, name, width - 52, 1)[0] ?? '', x + 52, y);
  });
}

/** Splits a text into lines that fit; the last one ends with an ellipsis if it is cut. */
export function wrapped(pen: Pick<CanvasRenderingContext2D, 'measureText'>, text: string, width: number, most: number): string[] {
  const fits = (line: string) => pen.measureText(line).width <= width;
  const out: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    const longer = line ? `${line} ${word}` : word;
    if (fits(longer) || !line) line = longer;
    else {
      out.push(line);
      line = word;
    }
  }
  if (line) out.push(line);
  const kept = out.slice(0, most);
  return kept.map((text, i) => cut(text, i === most - 1 && out.length > most, fits));
}

function cut(line: string, more: boolean, fits: (line: string) => boolean): string {
  if (!more && fits(line)) return line;
  const letters = [...line];
  while (letters.length > 1 && !fits(`${letters.join('')}…`)) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}

/** The background, with a row of bars that depends on the title. */
function background(pen: CanvasRenderingContext2D, seed: string) {
  pen.fillStyle = INK;
  pen.fillRect(0, 0, PICTURE.width, PICTURE.height);
  const light = pen.createRadialGradient(PICTURE.width, 0, 40, PICTURE.width, 0, 900);
  light.addColorStop(0, 'rgba(243, 179, 91, 0.34)');
  light.addColorStop(1, 'rgba(243, 179, 91, 0)');
  pen.fillStyle = light;
  pen.fillRect(0, 0, PICTURE.width, PICTURE.height);
  let state = [...seed].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) >>> 0, 7);
  pen.fillStyle = 'rgba(243, 179, 91, 0.16)';
  for (let x = EDGE; x < PICTURE.width - EDGE; x += 24) {
    state = (state * 1664525 + 1013904223) >>> 0;
    const height = 16 + (state / 2 ** 32) * 96;
    pen.fillRect(x, PICTURE.height - 150 - height, 12, height);
  }
}
