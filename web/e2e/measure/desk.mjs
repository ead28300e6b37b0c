// Measures the DJ desk in headless Chromium, on the real binary: processor time, frames, audio underruns, from a key to the sound,
// loading a deck. docs/develop.md describes it.
//
//   node e2e/measure/desk.mjs [minutes]
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, request } from '@playwright/test';
import { writeSong } from './song.mjs';

const minutes = Number(process.argv[2] ?? 3);
const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const binary = process.env.SONORA_BINARY ?? here('../../../bin/sonora');
const address = process.env.SONORA_MEASURE_LISTEN ?? '127.0.0.1:4795';
const base = `http://${address}`;
/** Frames per second below which the processor time says little: fewer frames are drawn, and each costs more. */
const STEADY = 55;
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const load = () => loadavg()[0].toFixed(1);
const say = (line) => process.stdout.write(`${line}\n`);
const show = (what, value, bar = '') => say(`${what.padEnd(52)} ${String(value).padStart(12)}  ${bar.padEnd(8)} load ${load()}`);
const middle = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

const SONGS = [
  { title: 'Left Song', artist: 'Measured', bpm: 128, root: 55, seed: 1 },
  { title: 'Right Song', artist: 'Measured', bpm: 130, root: 65.4, seed: 2 },
];
const work = mkdtempSync(join(tmpdir(), 'sonora-measure-'));
for (const song of SONGS) writeSong(join(work, 'music', song.artist, `${song.title}.mp3`), song);
const flags = ['--data', join(work, 'data'), '--music', join(work, 'music'), '--listen', address, '--radio-listen', 'off'];
const server = spawn(binary, ['serve', ...flags, '--rate-limit-per-minute', '100000', '--log-level', 'error'], { stdio: 'inherit' });

/** Registers somebody, and waits until both songs are analysed. Returns what the browser has to know to be signed in. */
async function prepare() {
  for (let i = 0; i < 200; i++) {
    if (
      await fetch(`${base}/health`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      break;
    await wait(100);
  }
  const api = await request.newContext({ baseURL: base });
  const account = { email: 'measure@example.com', password: 'a-quiet-measure' };
  const names = { first_name: 'Measure', last_name: 'Desk' };
  await api.post('/api/auth/register/', {
    data: { email: account.email, password1: account.password, password2: account.password, ...names },
  });
  const { access, refresh } = await (await api.post('/api/auth/login/', { data: account })).json();
  for (let i = 0; i < 600; i++) {
    const tracks = await (await api.get('/api/tracks', { headers: { Authorization: `Bearer ${access}` } })).json();
    if (tracks.filter(({ loudness }) => loudness !== null).length === SONGS.length) break;
    await wait(500);
  }
  const { cookies } = await api.storageState();
  await api.dispose();
  const localStorage = Object.entries({ access_token: access, refresh_token: refresh }).map(([name, value]) => ({ name, value }));
  return { cookies, origins: [{ origin: base, localStorage }] };
}

const storageState = await prepare();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox', '--disable-gpu', '--autoplay-policy=no-user-gesture-required'],
});
const system = await browser.newBrowserCDPSession();
try {
  await measure();
} finally {
  await browser.close();
  server.kill('SIGTERM');
  rmSync(work, { recursive: true, force: true });
}

async function measure() {
  const page = await (
    await browser.newContext({ baseURL: base, storageState, bypassCSP: true, viewport: { width: 1440, height: 900 } })
  ).newPage();
  await page.addInitScript({ path: here('./tap.js') });
  await page.goto('/mixes?tab=crear');
  const deck = (name) => page.getByRole('region', { name: `Deck ${name}` });
  await page.getByRole('button', { name: 'Load A: Left Song' }).waitFor();

  const loads = [];
  for (let i = 0; i < 6; i++) loads.push(await page.evaluate(loadDeck, i));
  show('a deck loads, first time (ms)', loads[0].toFixed(0));
  show('a deck loads, cached, median of 5 (ms)', middle(loads.slice(1)).toFixed(0), '≤ 400');
  await page.getByRole('button', { name: 'Load B: Right Song' }).click();
  await deck('B').getByRole('slider', { name: 'Position' }).and(page.locator(':enabled')).waitFor();

  const device = await page.evaluate((code) => window.tap(code), readFileSync(here('./quanta.worklet.js'), 'utf8'));
  say(`the device: ${JSON.stringify(device)}`);
  await latencies(page, 'from a key to the sound');
  await deck('A').getByRole('button', { name: 'Key lock' }).click();
  await wait(1000);
  await latencies(page, 'from a key to the sound, with key lock');

  await playAll(deck);
  await wait(5000); // the screen settles
  await run(page);
}

/** Loads the first song into deck A, and returns the milliseconds until it can be played. Runs in the page. */
async function loadDeck(round) {
  const frame = () => new Promise((resolve) => setTimeout(resolve));
  const title = () => document.querySelector('.desk-deck .desk-title').textContent;
  const other = [...document.querySelectorAll('button')].find((b) => b.getAttribute('aria-label') === 'Load A: Right Song');
  if (round > 0) {
    other.click();
    while (title() !== 'Right Song') await frame();
    await new Promise((resolve) => setTimeout(resolve, 5000)); // the rest of that song is decoded meanwhile
  }
  const start = performance.now();
  [...document.querySelectorAll('button')].find((b) => b.getAttribute('aria-label') === 'Load A: Left Song').click();
  while (title() !== 'Left Song' || document.querySelector('.desk-deck .desk-play').disabled) await frame();
  return performance.now() - start;
}

/** Presses Cue on deck A until it sounds, and lets it go, many times. */
async function latencies(page, what) {
  const times = [];
  await page.keyboard.press('a'); // the first press sets the cue
  await wait(600);
  for (let i = 0; i < 20; i++) {
    times.push(await page.evaluate(() => window.keyToSound('KeyA')));
    await wait(600); // what echoes must fade
  }
  show(`${what}, median of 20 (ms)`, middle(times).toFixed(1), '≤ 30');
  show(`${what}, longest (ms)`, Math.max(...times).toFixed(1));
}

/** Both decks play in sync, with key lock, EQ and an effect each. */
async function playAll(deck) {
  for (const name of ['A', 'B']) {
    await deck(name).getByRole('slider', { name: 'Position' }).fill('20');
    await deck(name)
      .getByRole('slider', { name: 'Low', exact: true })
      .fill(name === 'A' ? '30' : '60');
    await deck(name).getByRole('slider', { name: 'High', exact: true }).fill('60');
    await deck(name)
      .locator('.desk-effects button[aria-pressed]')
      .nth(name === 'A' ? 0 : 1)
      .click();
  }
  await deck('B').getByRole('button', { name: 'Key lock' }).click();
  await deck('A').getByRole('slider', { name: 'Pitch', exact: true }).fill('1.5');
  for (const name of ['A', 'B']) await deck(name).getByRole('button', { name: 'Play', exact: true }).click();
  await deck('B').getByRole('button', { name: 'Sync', exact: true }).click();
}

/** CPU seconds of the browser's processes, by kind. */
async function used() {
  const { processInfo } = await system.send('SystemInfo.getProcessInfo');
  const sums = {};
  for (const { type, cpuTime } of processInfo) sums[type] = (sums[type] ?? 0) + cpuTime;
  return sums;
}

/** Counts frames in the page or in a worker. */
function count(seconds) {
  return new Promise((resolve) => {
    const [start, times] = [performance.now(), []];
    const next = () => {
      times.push(performance.now());
      if (performance.now() - start < seconds * 1000) requestAnimationFrame(next);
      else
        resolve({
          rate: times.length / ((performance.now() - start) / 1000),
          longest: Math.max(...times.slice(1).map((t, i) => t - times[i])),
        });
    };
    requestAnimationFrame(next);
  });
}

/** Everything plays for some minutes, and again and again from the start of the tracks. */
async function run(page) {
  const painter = page.workers().find((worker) => worker.url().includes('wave.worker'));
  const [before, cpu, start] = [await page.evaluate(() => window.rendered()), await used(), performance.now()];
  const rates = [];
  for (let minute = 0; minute < minutes; minute++) {
    const [drawn, shown] = await Promise.all([painter?.evaluate(count, 20), page.evaluate(count, 20)]);
    if (drawn) show('waveforms, frames per second', drawn.rate.toFixed(1), '≥ 60');
    show('page, frames per second', shown.rate.toFixed(1));
    rates.push(shown.rate);
    await wait(40_000);
    if (minute % 3 === 2) for (const slider of await page.getByRole('slider', { name: 'Position' }).all()) await slider.fill('20');
  }
  const [after, now] = [await page.evaluate(() => window.rendered()), await used()];
  const wall = (performance.now() - start) / 1000;
  let total = 0;
  for (const kind of Object.keys(now)) {
    const share = ((now[kind] - (cpu[kind] ?? 0)) / wall) * 100;
    total += share;
    if (share > 0.5) show(`  ${kind}, % of a core`, share.toFixed(1));
  }
  show('processor, % of a core', total.toFixed(1), '≤ 35');
  const rate = rates.reduce((sum, one) => sum + one, 0) / rates.length;
  show('processor, ms per frame of the page', ((total * 10) / rate).toFixed(2));
  if (rate < STEADY)
    say(`Only ${rate.toFixed(1)} frames per second: the machine is too busy to compare these figures with those of other runs.`);
  const quanta = after.count - before.count;
  const expected = ((after.page - before.page) * 48_000) / 128;
  show('quanta rendered, % of the time that passed', ((quanta / expected) * 100).toFixed(3), '100');
  show('longest absence of the audio thread (ms)', after.gap);
  if (after.underrunEvents !== undefined) {
    show('underruns reported by the browser', after.underrunEvents - before.underrunEvents, '0');
    show('  their length (ms)', ((after.underrunDuration - before.underrunDuration) * 1000).toFixed(0));
  }
}
