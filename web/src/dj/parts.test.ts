import { describe, expect, it } from 'vitest';
import { type Cue, press, release } from './cue';
import { pairFor, parsePrompt } from './generate';
import { NO_HOT_CUES, readHotCues, saveHotCues, smartCues } from './hot-cues';
import { Speech } from './microphone';
import { Ogg, samplesIn } from './ogg';
import { peaksOf } from './peaks-of';
import { tracklistText } from './recordings';

describe('the main cue', () => {
  const cue = (point: number | null, isHeld = false): Cue => ({ point, isHeld });
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
});

describe('hot cues', () => {
  const memory = () => {
    const kept = new Map<string, string>();
    const get = (key: string) => kept.get(key) ?? null;
    return { get, set: (key: string, value: string) => void kept.set(key, value), remove: (key: string) => void kept.delete(key), kept };
  };
  it('are kept for each track, and nothing is kept for none', () => {
    const place = memory();
    saveHotCues(place, 't1', [4, ...NO_HOT_CUES.slice(1)]);
    expect(readHotCues(place, 't1')[0]).toBe(4);
    expect(readHotCues(place, 't2')).toEqual(NO_HOT_CUES);
    saveHotCues(place, 't1', NO_HOT_CUES);
    expect(place.kept.size).toBe(0);
  });
  it.each(['not json', '{"a":1}', '["x",null]'])('are none if %s is kept', (text) => {
    expect(readHotCues({ ...memory(), get: () => text }, 't1')).toEqual(NO_HOT_CUES);
  });
  it('take the points of the analysis into free places, in their order, each once', () => {
    const set = [null, 60, ...NO_HOT_CUES.slice(2)];
    const points = [
      { kind: 'end', at: 200 },
      { kind: 'drop', at: 60.01 },
      { kind: 'mix-in', at: 30 },
    ] as const;
    expect(smartCues(set, [...points])).toEqual([30, 60, 200, null, null, null, null, null]);
    expect(smartCues(Array(8).fill(1), [...points])).toEqual(Array(8).fill(1));
  });
});

describe('a mix from words', () => {
  it.each([
    ['something for the night', 128, '8A'],
    ['two house tracks around 122 bpm in F# minor', 122, '11A'],
    ['140 BPM, Am', 140, '8A'],
    ['deep in Bb major', 128, '6B'],
    ['126.5bpm 5b', 126.5, '5B'],
    ['algo en fa sostenido menor', 128, '11A'],
    ['en sol mayor', 128, '9B'],
    ['Do you have 90 BPM in C menor', 90, '5A'],
  ])('reads “%s”', (prompt, bpm, camelot) => expect(parsePrompt(prompt)).toMatchObject({ bpm, camelot }));

  const track = (id: string, bpm: number | null, camelot: string, genre = '', duration = 200) => ({
    id,
    title: id,
    artist: id,
    genre,
    bpm,
    camelot,
    energy: 0.5,
    duration,
  });
  const ids = (prompt: string, tracks: Parameters<typeof pairFor>[1]) => pairFor(parsePrompt(prompt), tracks)?.map(({ id }) => id);

  it('takes two tracks that fit the words and each other', () => {
    const tracks = [track('far', 90, '2B'), track('a', 128, '8A'), track('clash', 128, '2A'), track('b', 130, '9A')];
    expect(ids('128 BPM Am', tracks)).toEqual(['a', 'b']);
  });
  it('prefers the genre that is named', () => {
    const tracks = [track('a', 128, '8A'), track('b', 128, '8A'), track('c', 120, '3A', 'Deep House'), track('d', 121, '3A', 'House')];
    expect(ids('some house please', tracks)?.sort()).toEqual(['c', 'd']);
  });
  it('is none without two tracks of a known tempo and some length', () => {
    expect(ids('', [track('a', 128, '8A'), track('b', null, '8A'), track('c', 128, '8A', '', 5)])).toBeUndefined();
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
