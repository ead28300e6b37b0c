import { scriptOf } from './support/script';
import { expect, test } from './support/test';

// Renders the effects of the DJ desk without a sound card.

declare const parts: typeof import('./support/effect-parts');

let script = '';
test.use({ session: null });
test.beforeAll(async () => {
  script = await scriptOf('./effect-parts.ts');
});
test.beforeEach(async ({ page }) => {
  await page.goto('about:blank');
  await page.addScriptTag({ content: script });
});

test('every effect changes the sound without clicks, stays in level, and leaves nothing behind', { tag: '@desktop' }, async ({ page }) => {
  const found = await page.evaluate(async () => {
    const { rendered, peakOf, edgeOf, differenceOf } = parts;
    const dry = (await rendered('steady', 9, [])).sides;
    const rows = [];
    for (const kind of parts.EFFECTS) {
      const { sides, scene } = await rendered('steady', 9, [
        [0.1, ({ rack: { slots } }) => slots[0].setKind(kind)],
        [1.51, parts.turnOn(kind, 100, kind === 'riser' || kind === 'wash' ? 4 : undefined)],
        // What runs once ends by itself.
        [2.5, (scene) => !['brake', 'spinback', 'riser', 'wash'].includes(kind) && parts.turnOff(scene)],
      ]);
      const [tone, music] = sides;
      rows.push({
        kind,
        louder: Math.max(...[0, 1].map((side) => 20 * Math.log10(peakOf(sides[side as 0]) / peakOf(dry[side as 0])))),
        edge: edgeOf(tone),
        changed: differenceOf(music, dry[1], 1.6, 4),
        before: differenceOf(music, dry[1], 0, 1.5),
        left: differenceOf(music, dry[1], 8, 9),
        isPlaying: scene.deck.get().isPlaying,
        phase: scene.rack.slots[0].get().phase,
      });
    }
    return rows;
  });
  for (const { kind, louder, edge, changed, before, left, isPlaying, phase } of found) {
    const stops = kind === 'brake' || kind === 'spinback';
    expect([kind, louder < 3, changed > 0.05, before < 1e-3, phase]).toEqual([kind, true, true, true, 'off']);
    expect([kind, isPlaying, stops || left < 1e-3]).toEqual([kind, !stops, true]);
    // A cut of the tone would be an edge of up to 0.8; the fade at the start and the end of a deck is one of 0.004.
    if (kind !== 'crush' && kind !== 'riser') expect([kind, edge < 0.006]).toEqual([kind, true]);
  }
});

test('effects keep to the beat and its tempo, ring out, and end with the phrase', { tag: '@desktop' }, async ({ page }) => {
  const found = await page.evaluate(async () => {
    const { rendered, rmsOf, burstsOf, turnOn, turnOff } = parts;
    const echo = async (pitch: number) =>
      burstsOf((await rendered('click', 3, [[0.1, turnOn('echo')], [0.2, ({ deck }) => deck.setPitch(pitch)], [1.3, turnOff]])).sides[0], 0.01); // biome-ignore format: acts
    const gate = (await rendered('steady', 4, [[0.77, turnOn('gate', 100, 1)]])).sides[0];
    const riser = (await rendered('silence', 5, [[0.3, turnOn('riser', 100, 4)]])).sides[0];
    const spin = (await rendered('steady', 4, [[0.2, ({ rack }) => rack.slots[0].setKind('spinback')], [1.51, turnOn('spinback', 100, 2)]])).sides[0]; // biome-ignore format: acts
    return {
      even: await echo(0),
      fast: await echo(20),
      open: [2, 3].map((at) => rmsOf(gate, at + 0.03, at + 0.22)),
      closed: [2, 3].map((at) => rmsOf(gate, at + 0.28, at + 0.48)),
      riser: [rmsOf(riser, 0, 1.9), rmsOf(riser, 3.5, 3.99), rmsOf(riser, 4.1, 5)],
      spin: [rmsOf(spin, 2.1, 2.6), rmsOf(spin, 3.1, 4)],
    };
  });
  const near = (times: number[], wanted: number[]) => {
    for (const [i, at] of wanted.entries()) expect(Math.abs((times[i] ?? 0) - (times[0] ?? 0) - at)).toBeLessThan(0.01);
  };
  near(found.even, [0, 0.375, 0.75]); // three quarters of a beat; also after the effect was turned off
  near(found.fast, [0, 0.3125, 0.625]);
  for (const level of found.open) expect(level).toBeCloseTo(0.8 / Math.SQRT2, 1);
  for (const level of found.closed) expect(level).toBeLessThan(0.01);
  expect(found.riser[0]).toBe(0);
  expect(found.riser[1]).toBeGreaterThan(0.03);
  expect(found.riser[2]).toBeLessThan(1e-4);
  expect(found.spin[0]).toBeGreaterThan(0.1);
  expect(found.spin[1]).toBeLessThan(1e-6);
});
