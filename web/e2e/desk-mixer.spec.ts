import { scriptOf } from './support/script';
import { expect, test } from './support/test';

// Renders the master, the headphones and the ducking of the DJ desk without a sound card.

declare const parts: typeof import('./support/desk-parts');

let script = '';
test.use({ session: null });
test.beforeAll(async () => {
  script = await scriptOf('./desk-parts.ts');
});

test('the master stays below −1 dBFS, the headphones mix both, and the music ducks', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('about:blank');
  await page.addScriptTag({ content: script });
  const found = await page.evaluate(async () => {
    const RATE = 48_000;
    type Mixer = InstanceType<typeof parts.Mixer>;
    /** Renders two decks with tones of an amplitude: 400 Hz and 1000 Hz. */
    const render = async (level: number, act: (mixer: Mixer, context: OfflineAudioContext) => void, seconds = 1) => {
      const context = new OfflineAudioContext(2, seconds * RATE, RATE);
      const mixer = new parts.Mixer(context, 2);
      mixer.setMaster(80);
      mixer.setCrossfader(50, 'cut');
      [400, 1000].forEach((frequency, i) => {
        const tone = new OscillatorNode(context, { frequency });
        tone.connect(new GainNode(context, { gain: level })).connect(mixer.channels[i]?.input as GainNode);
        tone.start();
      });
      act(mixer, context);
      const sound = await context.startRendering();
      return [sound.getChannelData(0), sound.getChannelData(1)] as const;
    };
    const toneIn = (samples: Float32Array, hertz: number, from = RATE / 2) => {
      let [re, im] = [0, 0];
      const length = RATE / 4;
      samples.subarray(from, from + length).forEach((sample, n) => {
        re += sample * Math.cos((2 * Math.PI * hertz * n) / RATE);
        im += sample * Math.sin((2 * Math.PI * hertz * n) / RATE);
      });
      return (2 * Math.hypot(re, im)) / length;
    };
    const peakOf = (samples: Float32Array) => samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    const [loud] = await render(1, (mixer) => {
      mixer.setMaster(100);
      for (const channel of mixer.channels) {
        channel.setVolume(100);
        channel.setTrim(12);
        for (const band of ['low', 'mid', 'high'] as const) channel.setBand(band, 100);
      }
    });
    const [quiet] = await render(0.2, () => {});
    const split = (mix: number) =>
      render(0.1, (mixer) => {
        mixer.channels[1]?.setCue(true);
        mixer.channels[1]?.setVolume(0);
        mixer.setHeadphoneLevel(100);
        mixer.setCueMix(mix);
        void mixer.setHeadphones({ kind: 'split' });
      });
    const levels = async (mix: number) => (await split(mix)).map((side) => [toneIn(side, 400), toneIn(side, 1000)]);
    const [ducked] = await render(
      0.1,
      (mixer, context) => {
        const duck = (at: number, gain: number) =>
          context.suspend(at).then(() => {
            mixer.setDucked(gain);
            return context.resume();
          });
        void duck(1, 0.25);
        void duck(2, 1);
      },
      4,
    );
    return {
      loud: 20 * Math.log10(peakOf(loud)),
      quiet: [toneIn(quiet, 400), toneIn(quiet, 1000)],
      cue: await levels(0),
      both: await levels(50),
      master: await levels(100),
      ducked: [0.5, 1.1, 1.6, 2.2, 3.5].map((at) => 20 * Math.log10(toneIn(ducked, 400, at * RATE) / 0.1)),
    };
  });
  const near = (levels: number[] | undefined, wanted: number[]) => {
    for (const [i, level] of wanted.entries()) expect(levels?.[i]).toBeCloseTo(level, 2);
  };
  expect(found.loud).toBeLessThan(-0.99);
  near(found.quiet, [0.2, 0.2]); // untouched below the limit
  // The master on the left, with the deck whose fader is up; the headphones on the right.
  for (const [left] of [found.cue, found.both, found.master]) near(left, [0.1, 0]);
  near(found.cue[1], [0, 0.1]);
  near(found.both[1], [0.1 * Math.SQRT1_2, 0.1 * Math.SQRT1_2]);
  near(found.master[1], [0.1, 0]);
  const [before = 9, falling = 9, under = 9, rising = 9, after = 9] = found.ducked;
  for (const level of [before, after]) expect(Math.abs(level)).toBeLessThan(0.1);
  expect(under).toBeCloseTo(-12, 0);
  expect(falling).toBeLessThan(-10); // at once, so that the first word is heard
  expect(rising).toBeLessThan(-1); // slowly
});

test('headphones play on an output of their own, and are silent after a refused one', { tag: '@desktop' }, async ({ page }) => {
  await page.route('**/blank', (route) => route.fulfill({ contentType: 'text/html', body: '<title>Desk</title>' }));
  await page.goto('/blank'); // outputs can only be chosen on a secure page
  await page.addScriptTag({ content: script });
  const found = await page.evaluate(async () => {
    const played: string[] = [];
    HTMLMediaElement.prototype.setSinkId = async (id) => {
      if (id === 'gone') throw new DOMException('no such output', 'NotFoundError');
      played.push(id);
    };
    HTMLMediaElement.prototype.play = async function () {
      played.push(String((this.srcObject as MediaStream).getAudioTracks().length));
    };
    HTMLMediaElement.prototype.pause = () => void played.push('paused');
    const mixer = new parts.Mixer(new AudioContext(), 2);
    await mixer.setHeadphones({ kind: 'output', deviceId: 'phones' });
    const refused = await mixer.setHeadphones({ kind: 'output', deviceId: 'gone' }).catch(({ name }) => name);
    return { played, refused };
  });
  // The first output stops when the next is chosen, and the refused one at once.
  expect(found).toEqual({ played: ['phones', '1', 'paused', 'paused'], refused: 'NotFoundError' });
});
