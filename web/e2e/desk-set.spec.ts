import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { Listener, levelIn, secondsOf } from './support/listener';
import { OwnServer } from './support/own-server';
import { expectTone, tapSound } from './support/sound';

// A set from the first song to the published mix, on a server of its own: its songs have beats, and its mixes are songs of the library.
test.describe.configure({ mode: 'serial' });

/** Songs with a beat and a tone of their own. All are heard at the tempo of the first one, and none ends before the test on a busy computer. */
const SONGS = [
  { title: 'Opening', bpm: 124, hertz: 440 },
  { title: 'Middle', bpm: 126, hertz: 620 },
  { title: 'Closing', bpm: 122, hertz: 880 },
];
const HEARD = SONGS.map(({ hertz, bpm }) => (hertz * 124) / bpm);
/** Seconds of a song. */
const LENGTH = 300;
/** ms in which the station has what the desk plays: the computer may be busy, and sound waits on the server. */
const ARRIVED = 60_000;
/** dBFS that the tone of a song on air has at least, and the dB between it and the others. */
const [AUDIBLE, CLEAR] = [-42, 15];

const server = new OwnServer(4797);
let station: { id: string; mount: string };
let creator: Awaited<ReturnType<OwnServer['creator']>>;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  for (const { title, bpm, hertz } of SONGS) {
    const beat = 60 / bpm;
    const kick = `0.5*exp(-18*mod(t,${beat}))*sin(2*PI*(50*mod(t,${beat})+3*(1-exp(-40*mod(t,${beat})))))`;
    const hat = `0.1*random(0)*exp(-60*mod(t+${beat / 2},${beat}))`;
    const tags = { title, artist: 'Dita Decks', album: 'Crate', album_artist: 'Dita Decks' };
    server.tone(`${title}.mp3`, `aevalsrc='${kick}+${hat}+0.15*sin(2*PI*${hertz}*t)':d=${LENGTH}:s=44100`, tags, '-b:a', '192k');
  }
  await server.start();
  await server.signIn(SONGS.length);
  creator = await server.creator();
  const { api, headers } = creator;
  station = await (await api.post('/api/radios', { headers, data: { name: 'Night Shift', mode: 'live' } })).json();
  const analysed = async () => (await (await api.get('/api/tracks', { headers })).json()).filter(({ bpm }: { bpm: unknown }) => bpm).length;
  await expect.poll(analysed, { timeout: 180_000 }).toBe(SONGS.length);
});

test.afterAll(async () => {
  await creator.api.dispose();
  await server.remove();
});

/** A browser in which the creator is signed in. */
const browserOf = (browser: Browser) => browser.newContext({ storageState: creator.state, serviceWorkers: 'block' });

async function openDesk(context: BrowserContext) {
  const page = await context.newPage();
  await tapSound(page);
  await page.goto(`${server.base}/mixes?tab=crear`);
  return { page, deck: (name: string) => page.getByRole('region', { name: `Deck ${name}` }) };
}

/** Moves the crossfader to the other end as a hand does, in half a second of the page: a request for each step takes minutes on a busy computer. */
async function fade(page: Page, to: 0 | 100) {
  await page.getByRole('slider', { name: 'Crossfader' }).evaluate(async (crossfader: HTMLInputElement, end) => {
    const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value'); // React watches that of the element
    for (let step = 1; step <= 10; step++) {
      value?.set?.call(crossfader, String(end === 100 ? step * 10 : 100 - step * 10));
      crossfader.dispatchEvent(new Event('input', { bubbles: true }));
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }, to);
}

test('a set is mixed, recorded, aired, published and played back', { tag: '@desktop' }, async ({ browser }) => {
  test.setTimeout(400_000);
  const context = await browserOf(browser);
  const { page, deck } = await openDesk(context);
  const heard = new Listener();
  const title = 'A Night of Three Songs';

  /** Waits until a listener hears one song at its tempo, far louder than the others. */
  const expectOnAir = (song: number) => {
    const hearsOnly = () => {
      const levels = HEARD.map((hertz) => heard.levelAt(hertz));
      const others = Math.max(...levels.filter((_, i) => i !== song));
      const level = levels[song] ?? -Infinity;
      return level > AUDIBLE && level > others + CLEAR ? 'heard' : levels.map((one) => one.toFixed(0)).join(', ');
    };
    return expect.poll(hearsOnly, { timeout: ARRIVED, message: `${SONGS[song]?.title} on air` }).toBe('heard');
  };

  /** The seconds that are recorded. */
  const recorded = async () => {
    const [minutes, seconds] = ((await page.locator('.desk-clock').textContent()) ?? '').split(':').map(Number);
    return (minutes ?? 0) * 60 + (seconds ?? 0);
  };
  /** Waits until a song that came in at a time was heard long enough for the tracklist. */
  const expectListed = (since: number) => expect.poll(async () => (await recorded()) - since, { timeout: ARRIVED }).toBeGreaterThan(12);

  await test.step('the first song, recorded and live', async () => {
    await page.getByRole('button', { name: 'Load A: Opening' }).click();
    await page.getByRole('button', { name: 'Load B: Middle' }).click();
    await page.getByRole('slider', { name: 'Crossfader' }).fill('0');
    await page.getByRole('button', { name: 'Start Recording' }).click();
    await deck('A').getByRole('button', { name: 'Play', exact: true }).click();
    await page.getByRole('button', { name: 'Go live' }).click();
    const air = page.getByRole('region', { name: 'Live' });
    await expect(air.getByRole('status')).toHaveText('On air on Night Shift', { timeout: ARRIVED });
    heard.tune(`${server.base}/radio/${station.mount}`);
    await expectOnAir(0);
    await expect(air).toContainText('1 listener', { timeout: ARRIVED });
    await expect(air).toContainText(/Output: -\d+ dB/);
    await expectListed(0);
  });

  await test.step('the second song, on its beat', async () => {
    await deck('B').getByRole('button', { name: 'Sync', exact: true }).click();
    await deck('B').getByRole('button', { name: 'Play', exact: true }).click();
    await expect(deck('B').getByText('124.0', { exact: true })).toBeVisible();
    const since = await recorded();
    await fade(page, 100);
    await expectOnAir(1);
    await expectListed(since);
  });

  await test.step('the third song, in place of the first', async () => {
    await deck('A').getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Load A: Closing' }).click();
    await expect(deck('A').getByRole('heading', { name: 'Closing' })).toBeVisible();
    await deck('A').getByRole('button', { name: 'Sync', exact: true }).click();
    await deck('A').getByRole('button', { name: 'Play', exact: true }).click();
    const since = await recorded();
    await fade(page, 0);
    await deck('B').getByRole('button', { name: 'Pause' }).click();
    await expectOnAir(2);
    await expectListed(since);
  });

  await page.getByRole('button', { name: 'Go off air' }).click();
  await page.getByRole('button', { name: 'Stop Recording' }).click();
  heard.stop();

  await test.step('trimmed and published', async () => {
    const dialog = page.getByRole('dialog', { name: 'Your recording' });
    await expect(dialog.getByRole('status')).toHaveText('Uploaded', { timeout: ARRIVED });
    await dialog.getByRole('slider', { name: 'Start' }).fill('2');
    await dialog.getByLabel('Name of the mix').fill(title);
    await dialog.getByRole('button', { name: 'Save mix' }).click();
    await expect(dialog).toBeHidden({ timeout: ARRIVED });
  });

  await test.step('played back on its page', async () => {
    await page.goto(`${server.base}/mixes`);
    await page.getByRole('link', { name: title }).first().click();
    const songs = page.getByRole('region', { name: 'Tracklist' }).getByRole('listitem');
    await expect(songs).toContainText(SONGS.map(({ title: song }) => song));
    const download = await page.request.get(`${server.base}/api/mixes/${new URL(page.url()).pathname.split('/').at(-1)}/download`);
    const seconds = secondsOf(await download.body());
    const order = seconds.map((samples) => {
      const levels = HEARD.map((hertz) => levelIn(samples, hertz));
      return levels.indexOf(Math.max(...levels));
    });
    expect(order.filter((song, i) => song !== order[i - 1])).toEqual([0, 1, 2]);
    for (const [i, hertz] of HEARD.entries()) {
      await songs.nth(i).getByRole('button', { name: SONGS[i]?.title }).click();
      await expectTone(page, hertz);
    }
  });
  await context.close();
});

test('a tab that is killed while it records loses at most 5 s', { tag: '@desktop' }, async ({ browser }) => {
  test.setTimeout(90_000);
  const context = await browserOf(browser);
  const { page, deck } = await openDesk(context);
  await page.getByRole('button', { name: 'Load A: Opening' }).click();
  await deck('A').getByRole('button', { name: 'Play', exact: true }).click();
  const begun = page.waitForResponse((reply) => reply.request().method() === 'POST' && reply.url().endsWith('/api/uploads'));
  await page.getByRole('button', { name: 'Start Recording' }).click();
  await expect(page.getByRole('button', { name: 'Stop Recording' })).toBeVisible();
  const start = performance.now();
  const upload = (await begun).headers().location ?? '';
  const uploaded = async () => {
    const reply = await creator.api.head(upload, { headers: { ...creator.headers, 'Tus-Resumable': '1.0.0' } });
    return Number(reply.headers()['upload-offset']);
  };
  await expect(page.locator('.desk-clock')).toHaveText('0:10', { timeout: 20_000 });

  const killed = page.waitForEvent('crash');
  const devtools = await context.newCDPSession(page);
  void devtools.send('Page.crash').catch(() => {}); // a page that is gone does not answer
  await killed;
  const lived = (performance.now() - start) / 1000;
  const sent = await uploaded();

  const { page: again } = await openDesk(context);
  await again.getByRole('button', { name: 'Open it' }).click();
  const dialog = again.getByRole('dialog', { name: 'Your recording' });
  await expect(dialog.getByRole('status')).toHaveText('Uploaded');
  const [, kept] = /0:(\d\d) recorded/.exec((await dialog.textContent()) ?? '') ?? [];
  expect(lived - Number(kept), 'seconds that the browser lost').toBeLessThanOrEqual(5);
  expect(lived - (Number(kept) * sent) / (await uploaded()), 'seconds that the server did not have').toBeLessThanOrEqual(5);
  await dialog.getByLabel('Preview').evaluate((audio: HTMLAudioElement) => audio.play());
  await expectTone(again, 440);
  await context.close();
});
