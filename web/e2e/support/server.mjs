// Starts the real server with an empty data folder and a small music folder. ffmpeg creates the songs:
// each is a tone of its own frequency, so that a test can tell which one it hears.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startProvider } from './provider.mjs';

const work = mkdtempSync(join(tmpdir(), 'sonora-e2e-'));
const music = join(work, 'music');

function tone(path, hertz, seconds, tags, ...options) {
  mkdirSync(join(path, '..'), { recursive: true });
  const metadata = Object.entries(tags).flatMap(([name, value]) => ['-metadata', `${name}=${value}`]);
  const input = ['-f', 'lavfi', '-i', `sine=frequency=${hertz}:duration=${seconds}:sample_rate=44100`];
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...input, '-af', 'volume=4', ...metadata, ...options, path]);
}

const ladder = { album: 'Ladder of Tones', artist: 'Ada Sine', album_artist: 'Ada Sine', date: '2020', genre: 'Test' };
const steps = [
  ['01 First.flac', 330, 'First'],
  ['02 Second.mp3', 440, 'Second'],
  ['03 Third.opus', 550, 'Third'],
  ['04 Fourth.m4a', 660, 'Fourth'],
];
steps.forEach(([name, hertz, title], i) => {
  tone(join(music, 'Ada Sine', 'Ladder of Tones', name), hertz, 12, { ...ladder, title, track: i + 1 });
});
execFileSync('ffmpeg', [
  '-v',
  'error',
  '-f',
  'lavfi',
  '-i',
  'gradients=size=640x640:c0=orange:c1=purple:seed=7',
  '-frames:v',
  '1',
  join(music, 'Ada Sine', 'Ladder of Tones', 'cover.jpg'),
]);
writeFileSync(join(music, 'Ada Sine', 'Ladder of Tones', '01 First.lrc'), '[00:01.00]One tone\n[00:05.00]Another line\n');
for (let i = 1; i <= 8; i++) {
  const tags = { album: 'Beyoncé Sings Sines', artist: 'Björk Wave', date: '2021', genre: 'Élégie', title: `Étude ${i}`, track: i };
  tone(join(music, 'Björk Wave', `Etude ${i}.ogg`), 200 + 40 * i, 8, tags);
}
writeFileSync(join(music, 'Broken.mp3'), 'this is a text with the name of a song');

// The tests use many network addresses. Source clients use the main port.
const common = ['--rate-limit-per-minute', '100000', '--trusted-proxies', '127.0.0.1/32', '--radio-listen', 'off'];
const binary = process.env.SONORA_BINARY ?? fileURLToPath(new URL('../../../bin/sonora', import.meta.url));
const address = process.env.SONORA_E2E_LISTEN ?? '127.0.0.1:4791';
const server = spawn(binary, ['serve', '--data', join(work, 'data'), '--music', music, '--listen', address, ...common], {
  stdio: 'inherit',
});

// A second server for the sign-in tests, with a host name that passkeys accept, an identity provider and the developer panels.
const client = { id: 'e2e', secret: 'e2e-secret' };
const provider = startProvider(4793, client);
const providers = [{ id: 'google', label: 'Google', issuer: provider.issuer, clientId: client.id, clientSecret: client.secret }];
const accounts = spawn(
  binary,
  [
    'serve',
    '--data',
    join(work, 'accounts'),
    '--listen',
    '127.0.0.1:4792',
    '--public-url',
    'http://localhost:4792',
    '--developer-panels',
    ...common,
  ],
  { stdio: 'inherit', env: { ...process.env, SONORA_OIDC_PROVIDERS: JSON.stringify(providers) } },
);
mkdirSync('test-results', { recursive: true });
writeFileSync('test-results/accounts-folder', join(work, 'accounts'));

for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => server.kill(signal));
server.on('exit', (code) => {
  provider.close();
  accounts.on('exit', () => {
    rmSync(work, { recursive: true, force: true });
    process.exit(code ?? 1);
  });
  accounts.kill('SIGTERM');
});
