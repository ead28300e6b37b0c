import { describe, expect, it } from 'vitest';
import { type Cue, type CueMode, press, release } from './deck/cue';
import { type HotCues, NO_HOT_CUES, NO_LABELS, smartCues } from './deck/hot-cues';
import { Speech } from './mixer/microphone';
import { Ogg, samplesIn } from './recording/ogg';
import { tracklistText } from './recording/recordings';
import { peaksOf } from './wave/peaks-of';

describe('the main cue', () => {
  const cue = (point: number | null, isHeld = false, mode: CueMode = 'fixed'): Cue => ({ mode, point, isHeld });
  it('is set by the first press, and stays', () => {
    expect(press(cue(null), false, 10)).toBe('set');
    expect(press(cue(10), false, 30)).toBe('return');
    expect(press(cue(10), true, 30)).toBe('return');
  });
  it('plays from the point while the button is held', () => {
    expect(press(cue(10), false, 10.005)).toBe('preview');
    expect(release(cue(10, true))).toBe('return');
    expect(release(cue(10))).toBe('nothing'); // play was pressed meanwhile
  });
  it('moves to where a CDJ is paused, and a CUP neither previews nor stays', () => {
    expect(press(cue(10, false, 'cdj'), false, 30)).toBe('set');
    expect(press(cue(10, false, 'cdj'), true, 30)).toBe('return');
    expect(press(cue(10, false, 'cdj'), false, 10)).toBe('preview');
    expect([press(cue(10, false, 'cup'), false, 10), press(cue(10, false, 'cup'), false, 30)]).toEqual(['nothing', 'set']);
  });
});

describe('hot cues', () => {
  const points = {
    cues: [
      { kind: 'end', at: 200 },
      { kind: 'drop', at: 60.01 },
      { kind: 'mix-in', at: 30 },
    ],
    sections: [
      { start: 0, end: 30, label: 'intro', energy: 0 },
      { start: 120, end: 150, label: 'break', energy: 0 },
    ],
  } as const;
  const smart = (hotCues: HotCues) =>
    smartCues({ hotCues, cueLabels: NO_LABELS }, { cues: [...points.cues], sections: [...points.sections] }, (kind) => kind);
  it('take the points of the analysis into free places, in their order, each once, with their names', () => {
    const { hotCues, cueLabels } = smart([null, 60, ...NO_HOT_CUES.slice(2)]);
    expect(hotCues).toEqual([0, 60, 30, 120, 200, null, null, null]);
    expect(cueLabels.map(({ name }) => name)).toEqual(['intro', '', 'mix-in', 'break', 'end', '', '', '']);
    expect(cueLabels[3]?.color).toMatch(/^#[0-9a-f]{6}$/);
  });
  it('keep what is set', () => {
    const full = NO_HOT_CUES.map((_, i) => i);
    expect(smart(full)).toEqual({ hotCues: full, cueLabels: NO_LABELS });
  });
});

describe('Ogg Opus', () => {
  it('knows the length of packets', () => {
    expect(samplesIn(Uint8Array.of(0xfc))).toBe(960); // CELT, 20 ms
    expect(samplesIn(Uint8Array.of(0xfd))).toBe(1920); // two of them
    expect(samplesIn(Uint8Array.of(0xf3, 0x83))).toBe(480 * 3); // three of 10 ms
    expect(samplesIn(Uint8Array.of(0x08))).toBe(960); // SILK, 20 ms
  });
  it('writes pages with their sums, numbers and positions', () => {
    const ogg = new Ogg(2);
    const head = ogg.head();
    const page = ogg.page([new Uint8Array(300).fill(0xfc), Uint8Array.of(0xfc)], true);
    const view = new DataView(page.buffer);
    expect(new TextDecoder().decode(head.subarray(28, 36))).toBe('OpusHead');
    expect([...page.subarray(26, 30)]).toEqual([3, 255, 45, 1]); // lacing
    expect(view.getBigUint64(6, true)).toBe(1920n);
    expect([page[5], view.getUint32(18, true)]).toEqual([4, 2]);
    expect(ogg.seconds).toBeCloseTo((1920 - 312) / 48_000, 9);
    const sum = view.getUint32(22, true);
    view.setUint32(22, 0, true);
    expect(bitwise(page)).toBe(sum);
  });
});

/** The sum of RFC 3533, bit by bit. */
function bitwise(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 24;
    for (let i = 0; i < 8; i++) crc = (crc << 1) ^ (crc & 0x80000000 ? 0x04c11db7 : 0);
  }
  return crc >>> 0;
}

it('draws what the server has not analysed: lows, mids and highs apart', async () => {
  const sine = (hertz: number) => Float32Array.from({ length: 8000 }, (_, n) => Math.sin((2 * Math.PI * hertz * n) / 8000));
  const most = async (hertz: number) => {
    const { low, mid, high } = await peaksOf({
      length: 8000,
      sampleRate: 8000,
      getChannelData: () => sine(hertz) as Float32Array<ArrayBuffer>,
    });
    return [low, mid, high].map((band) => band[50] ?? 0);
  };
  const [bass, treble] = [await most(50), await most(3500)];
  expect(bass[0]).toBeGreaterThan(4 * (bass[2] ?? 0));
  expect(treble[2]).toBeGreaterThan(2 * (treble[0] ?? 0));
});

it('hears when somebody speaks: at once, through pauses between words, and no longer', () => {
  const speech = new Speech();
  const levels = [[-60, 0], [-20, 40], [-60, 500], [-60, 740], [-60, 741], [-30, 900]] as const; // biome-ignore format: level, ms
  expect(levels.map(([level, at]) => speech.hear(level, at))).toEqual([false, true, true, true, false, true]);
});

it('writes a tracklist as text', () => {
  const list = [
    { seconds: 0, artist: 'Ada', title: 'One', trackId: 't1' },
    { seconds: 65, artist: '', title: 'Two', trackId: null },
  ];
  expect(tracklistText(list, String)).toBe('0 Ada – One\n65 Two');
});
