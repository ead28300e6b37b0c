import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe';
import { albumPath, ETUDES, LADDER, trackNamed } from './support/music';
import { playlistOf } from './support/playlists';
import { bearer, expect, memberTest, operator, signIn, test } from './support/test';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Opens a page and waits until it has loaded. */
async function open(page: Page, path: string) {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 15_000 });
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
}

const MAIN = ['/', '/search', '/search?q=et', '/search?q=zzz', '/search?q=et&tab=tracks', '/library', '/library?tab=artists'];
const LIBRARY = ['tracks', 'genres', 'folders', 'years'].map((tab) => `/library?tab=${tab}`);
const OWN = [
  '/playlists',
  '/liked',
  '/recents',
  '/downloads',
  '/shares',
  '/uploads',
  '/updates',
  '/updates?tab=following',
  '/profile',
  '/settings',
];
const FIGURES = ['/listening', `/review/${new Date().getFullYear()}`, '/review/1999', '/whats-new', '/create', '/create?tab=projects'];
const RADIO = ['/radios', ...['local', 'trending', 'podcasts'].map((tab) => `/radios?tab=${tab}`)];
const LATER = [
  '/ai-music',
  ...['recientes', 'destacados', 'trending'].map((tab) => `/ai-music?tab=${tab}`),
  '/dj-mix',
  '/mixes',
  '/mixes?tab=crear',
  '/automixes',
  '/premium',
  '/no-such-page',
];
const ADMIN = [
  '/admin',
  '/admin/radios',
  '/admin/mixes',
  '/admin/playlists',
  '/admin/playlists?tab=files',
  '/admin/ia',
  '/admin/ia?tab=logs',
  '/admin/manual',
  '/admin/status',
  '/admin/alerts',
  '/admin/diagnostics',
  '/admin/users',
  ...['overview', 'plans', 'memberships', 'codes', 'payments', 'comparison'].map((tab) => `/admin/premium?tab=${tab}`),
  '/admin/analytics',
  '/admin/database',
  '/admin/settings',
  ...['keys', 'database', 'security', 'notifications'].map((tab) => `/admin/settings?tab=${tab}`),
  '/admin/nope',
];
const ACCOUNT = ['account', 'security', 'notifications', 'privacy'].map((tab) => `/settings?tab=${tab}`);
const OUTSIDE = ['/landing', '/terms', '/privacy'];

for (const [name, paths] of Object.entries({ MAIN, LIBRARY, OWN, FIGURES, ACCOUNT, RADIO, LATER, ADMIN, OUTSIDE })) {
  test(`${name.toLowerCase()} pages are accessible`, async ({ page }) => {
    test.setTimeout(120_000);
    for (const path of paths) {
      await open(page, path);
      await expectAccessible(page);
    }
  });
}

test('album, artist and song pages are accessible', async ({ page }) => {
  test.setTimeout(120_000);
  const { id, artistId } = await trackNamed(page, 'First');
  for (const path of [await albumPath(page, LADDER.album), await albumPath(page, ETUDES.album), `/artists/${artistId}`, `/tracks/${id}`]) {
    await open(page, path);
    await expectAccessible(page);
  }
});

test('the page of a mix and its form are accessible', async ({ page }) => {
  // A real mix would be one more song of the library, which other tests count.
  const mix = {
    id: 'm1',
    title: 'Harbour Nights',
    djName: 'Marta Vidal',
    artist: 'Marta Vidal',
    audioUrl: '/media/audio/m1.mp3',
    coverImageUrl: null,
    coverUrl: null,
    duration: 3600,
    genre: 'House',
    category: '',
    likes: 1,
    plays: 2,
    createdAt: '2026-01-02T00:00:00Z',
    bpm: 122,
    tags: ['live'],
    description: 'By the sea',
    isPublic: false,
    isLiked: true,
    canManage: true,
    isOwn: false,
    isDownloadable: true,
    tracklist: [
      { seconds: 0, artist: 'Ada Sine', title: 'First', trackId: 't1' },
      { seconds: 372, artist: '', title: 'Second' },
    ],
  };
  const comment = { id: 'c1', by: { id: 'u1', name: 'Ben' }, isOwn: false, seconds: 372, text: 'What a drop', at: mix.createdAt };
  const band = Buffer.from(Array.from({ length: 800 }, (_, i) => 128 + 100 * Math.sin(i / 9))).toString('base64');
  for (const [path, json] of Object.entries({
    '': mix,
    '/waveform': { low: band, mid: band, high: band },
    '/comments?limit=50': [comment],
    '/search': { state: 'none', progress: 0, tracks: [] },
  }))
    await page.route(`**/api/mixes/m1${path}`, (route) => route.fulfill({ json, headers: { 'X-Total-Count': '1' } }));
  await open(page, '/mixes/m1');
  await expect(page.getByText('What a drop')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Edit the mix' })).toBeVisible();
  await expectAccessible(page);
});

test('AI music, its plan and its review are accessible', async ({ page }) => {
  // A real piece would be finished before it is checked, and would wait for review on a server that other tests use.
  const createdAt = '2026-01-02T00:00:00Z';
  const plan = {
    title: 'Rainy Rooftop',
    style: 'lo-fi',
    bpm: 76,
    beats: 4,
    key: { tonic: 2, mode: 'minor' },
    sections: [
      { name: 'verse', letter: 'A', bars: 8, roles: ['drums'] },
      { name: 'chorus', letter: 'B', bars: 8, roles: ['drums', 'bass'] },
    ],
    instruments: { drums: 'lofi-kit', bass: 'finger-bass' },
  };
  const growing = {
    id: 'growing',
    createdAt,
    prompt: 'rainy lo-fi',
    provider: 'built-in',
    state: 'composing',
    stage: 'mix',
    progress: 0.4,
    place: null,
    expectedSeconds: 5,
    reason: '',
    title: 'Puddles',
    style: 'lo-fi',
    bpm: 76,
    key: 'D minor',
    seed: 1,
    duration: 60,
    playable: 20,
    audioUrl: '/api/ai/generations/growing/audio',
    coverImageUrl: null,
    trackId: null,
    parentId: null,
    alternatives: [],
    plan,
    understood: 'Lo-fi in D minor at 76 BPM.',
    ignored: ['rooftop'],
    notes: ['The shortest piece takes 15 seconds.'],
    review: null,
    cost: 0,
  };
  const review = { status: 'rejected', reason: 'Too loud', score: 8.1, parts: [] };
  const done = { id: 'done', title: plan.title, state: 'ready', stage: '', trackId: 't1', parentId: 'growing', review };
  const finished = { ...growing, ...done };
  const line = (id: string, type: string, content: string, generation: object | null) => ({
    id,
    type,
    content,
    timestamp: createdAt,
    generation,
  });
  const lines = [
    line('2', 'ai', 'Here they are.', finished),
    line('1', 'ai', 'One moment.', growing),
    line('0', 'user', 'rainy lo-fi', null),
  ];
  const track = {
    id: 'done',
    title: plan.title,
    prompt: 'rainy lo-fi',
    provider: 'suno',
    status: 'pending',
    duration: 60,
    genre: 'Lo-Fi',
    createdAt,
    userId: 'u1',
    userName: 'Ada',
    audioUrl: '/media/audio/t1.mp3',
    qualityScore: 8.1,
    trackId: 't1',
    quality: [{ name: 'loudness', value: 0.9, weight: 1 }],
    reason: '',
    likeness: [{ trackId: 't2', title: 'First', kind: 'tune', share: 0.9, at: 12, otherAt: 30 }],
  };
  for (const [path, json] of Object.entries({
    'ai/messages*': lines,
    'ai/generations/growing': growing,
    'ai/generations/done': finished,
    'admin/ai-tracks*': [track],
  }))
    await page.route(`**/api/${path}`, (route) => route.fulfill({ json, headers: { 'X-Total-Count': '3' } }));
  await open(page, '/ai-music');
  const cards = page.getByRole('log').getByRole('article');
  await expect(cards).toHaveCount(2);
  await expect(cards.first().getByRole('progressbar')).toBeVisible();
  await expect(cards.last().getByText('Too loud')).toBeVisible();
  await expectAccessible(page);
  await expectAccessibleDialog(page, 'Plan', () => cards.last().getByRole('button', { name: 'Plan' }).click());
  await open(page, '/admin/ia');
  await expectAccessibleDialog(page, 'Review AI Music Track', () => page.getByRole('button', { name: `Review: ${plan.title}` }).click());
});

test('the profile form is accessible', async ({ page }) => {
  await open(page, '/profile');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await expect(page.getByRole('dialog', { name: 'Edit Profile' })).toBeVisible();
  await expectAccessible(page);
});

test('menus are accessible', async ({ page }) => {
  await open(page, await albumPath(page, LADDER.album));
  await page.getByRole('button', { name: 'More options for First' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expectAccessible(page);
  await open(page, '/admin');
  await page.getByRole('button', { name: 'Admin' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expectAccessible(page);
});

test('the menu on phones is accessible', { tag: '@phone' }, async ({ page }) => {
  await open(page, '/');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
});

memberTest('the player, its queue and the full-screen player are accessible', async ({ page, isMobile }) => {
  test.setTimeout(120_000);
  await open(page, await albumPath(page, LADDER.album));
  await page.getByRole('main').getByRole('button', { name: 'Play First by Ada Sine' }).click();
  const bar = page.getByRole('region', { name: 'Player' });
  await expect(bar.getByRole('button', { name: 'Pause' })).toBeVisible();
  if (!isMobile) await expect(page.locator('[data-slot=queue-row]')).toHaveCount(3);
  await expectAccessible(page);
  await bar.getByRole('button', { name: 'Pause' }).click(); // a moving page takes longer to check
  await bar.getByRole('button', { name: /^Open Now Playing/ }).click();
  const player = page.getByRole('dialog', { name: 'Now Playing' });
  for (const tab of ['Lyrics', 'Queue', 'About']) {
    await player.getByRole('tab', { name: tab }).click();
    await expectAccessible(page);
  }
  for (const [button, name] of [
    ['Sound settings', 'Sound'],
    ['Your devices', 'Your devices'],
  ] as const) {
    await player.getByRole('button', { name: button }).click();
    await expect(page.getByRole('dialog', { name, exact: true })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name, exact: true })).toHaveCount(0);
  }
});

/** Opens a dialog, checks it and closes it. */
async function expectAccessibleDialog(page: Page, name: string | RegExp, open: () => Promise<void>) {
  await open();
  const dialog = page.getByRole('dialog', { name });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('status', { name: 'Loading' })).toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
}

memberTest('playlists and their dialogs are accessible', async ({ page, member, browser }) => {
  test.setTimeout(120_000);
  const choose = (opener: string, item: string) => async () => {
    await page.getByRole('button', { name: opener }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const press = (name: string) => () => page.getByRole('main').getByRole('button', { name, exact: true }).click();
  const id = await playlistOf(page, member, 'Accessible', 'First', 'Second', 'First');
  await open(page, `/playlists/${id}`);
  await expect(page.getByRole('row').first()).toBeVisible();
  await expectAccessible(page);
  await expectAccessibleDialog(page, 'Edit playlist', choose('More options for Accessible', 'Edit details'));
  await expectAccessibleDialog(page, 'Duplicate songs', choose('More options for Accessible', 'Find duplicates'));
  await expectAccessibleDialog(page, 'Move to position', choose('More options for Second', 'Move to position…'));
  await expectAccessibleDialog(page, 'Add to playlist', choose('More options for Second', 'Add to playlist…'));
  await expectAccessibleDialog(page, 'Share Accessible', press('Share Accessible'));

  const headers = { Authorization: `Bearer ${member.access}` };
  const { url } = await (await page.request.post(`/api/playlists/${id}/invitation`, { headers })).json();
  await expectAccessibleDialog(page, 'Collaborators on this playlist', choose('More options for Accessible', 'Collaborators'));
  await open(page, '/playlists');
  await expectAccessible(page);
  await expectAccessibleDialog(page, 'Create Playlist', press('Create Playlist'));
  await expectAccessibleDialog(page, 'New smart playlist', press('Smart playlist'));
  await expectAccessibleDialog(page, 'Import playlist', press('Import'));

  const guest = await browser.newContext({ storageState: (await signIn(operator)).state, reducedMotion: 'reduce' });
  const other = await guest.newPage();
  await open(other, url);
  await expectAccessible(other);
  await guest.close();
});

test('a station, a podcast and an episode are accessible', async ({ page }) => {
  test.setTimeout(120_000);
  const headers = bearer(await signIn(operator)); // the owner of the songs
  const make = async (path: string, data: object) => (await page.request.post(path, { headers, data })).json();
  const station = await make('/api/radios', { name: 'Accessible Radio', mode: 'live' });
  const podcast = await make('/api/podcasts', { title: 'Accessible Talk', description: 'All about it.' });
  const { id: trackId } = await trackNamed(page, 'First');
  const chapters = [{ start: 1, title: 'Beginning' }];
  const episode = await make(`/api/podcasts/${podcast.id}/episodes`, { title: 'Pilot', description: 'Hello.', trackId, chapters });
  for (const path of [`/radios/${station.id}`, `/podcasts/${podcast.id}`, `/podcasts/${podcast.id}/episodes/${episode.id}`]) {
    await open(page, path);
    await expectAccessible(page);
  }
});

memberTest('history, statistics and shared links are accessible', async ({ page, member }) => {
  test.setTimeout(120_000);
  const headers = { Authorization: `Bearer ${member.access}` };
  const track = await trackNamed(page, 'First');
  const heard = { id: crypto.randomUUID(), trackId: track.id, startedAt: new Date().toISOString(), listened: 12 };
  expect((await page.request.post('/api/plays', { headers, data: heard })).status()).toBe(202);
  const made = await page.request.post('/api/shares', { headers, data: { kind: 'album', id: track.albumId } });
  const shared = await made.json();
  for (const path of [
    '/',
    '/recents',
    '/listening',
    `/review/${new Date().getFullYear()}`,
    '/shares',
    `/s/${shared.id}`,
    `/embed/${shared.id}`,
  ]) {
    await open(page, path);
    await expectAccessible(page);
  }
});

test('commands and shortcuts are accessible', async ({ page }) => {
  await open(page, '/library');
  await expectAccessibleDialog(page, 'Commands', () => page.getByRole('button', { name: 'Search and commands' }).click());
  await expectAccessibleDialog(page, 'Notification settings', async () => {
    await open(page, '/updates');
    await page.getByRole('button', { name: 'Notification settings' }).click();
  });
  await expectAccessibleDialog(page, 'Keyboard shortcuts', async () => {
    await page.getByRole('button', { name: 'Search and commands' }).click();
    await page.getByRole('dialog', { name: 'Commands' }).getByRole('combobox').fill('shortcuts');
    await page.getByRole('option', { name: 'Keyboard shortcuts' }).click();
  });
});

memberTest('a restricted page and an error message are accessible', { tag: '@desktop' }, async ({ page, complaints }) => {
  complaints.allow(/status of 500.*like/);
  await open(page, '/admin');
  await expectAccessible(page);
  await page.route('**/like', (route) => route.fulfill({ status: 500, json: { detail: 'The disk is full.' } }));
  await open(page, await albumPath(page, LADDER.album));
  await page.getByRole('button', { name: 'Like First', exact: true }).click();
  await expect(page.locator('[data-slot=toast]')).toBeVisible();
  await expectAccessible(page);
});

test.describe('for visitors', () => {
  test.use({ session: null });

  test('the sign-in and registration forms are accessible, with errors too', async ({ page }) => {
    await open(page, '/');
    await expectAccessible(page);
    for (const [path, submit] of [
      ['/login', 'Sign In'],
      ['/register', 'Create Account'],
    ] as const) {
      await open(page, path);
      await page.getByRole('button', { name: submit }).click();
      await expect(page.getByText('Enter a valid email address.')).toBeVisible();
      await expectAccessible(page);
    }
    await open(page, '/admin');
    await expectAccessible(page);
  });
});
