import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderApp } from '@/testing/app';

const olga = {
  id: 'u1',
  email: 'olga@example.com',
  firstName: 'Olga',
  lastName: 'Operator',
  role: 'admin',
  createdAt: '2025-03-01T12:00:00Z',
};

const texts = {
  siteName: 'Sonora',
  siteDescription: '',
  adminEmail: '',
  timezone: 'UTC',
  sunoApiUrl: '',
  lastfmApiUrl: '',
  aceStepUrl: '',
  aiProvider: 'built-in',
  databaseHost: '',
  databaseName: 'sonora.db',
  backupFrequency: 'daily',
  registration: 'open',
  slackWebhook: '',
  discordWebhook: '',
  genericWebhook: '',
};
const keys = {
  sunoApiKey: 'sk-12345***cdef',
  mubertApiKey: '',
  aivaApiKey: '',
  openaiApiKey: '',
  stabilityApiKey: '',
  elevenLabsApiKey: '',
  aceStepApiKey: '',
  aiHttpProvider: '',
  genericWebhookSecret: '',
  lastfmApiKey: '',
  lastfmApiSecret: '',
  stripeSecretKey: '',
  stripeWebhookSecret: '',
  kofiToken: '',
  patreonSecret: '',
  btcpaySecret: '',
  openCollectiveSecret: '',
  paymentWebhookSecret: '',
};
const numbers = {
  aiAutoApprove: 0,
  aiMonthlyBudget: 20,
  aiPersonBudget: 0,
  databasePort: 0,
  maxRequestSize: 50,
  rateLimitPerMinute: 100,
  sessionTimeout: 24,
  passwordMinLength: 8,
  maxLoginAttempts: 5,
  maxUploadSize: 2048,
  uploadQuota: 0,
};
const switches = {
  enableTwoFactor: false,
  requireVerification: false,
  requireSignIn: false,
  scannedTracksPublic: false,
  allowSharing: true,
  relayInside: false,
  emailNotifications: true,
  notifyOnNewRadio: true,
  notifyOnAIContent: true,
  notifyOnUserActions: false,
  landingMusic: false,
  developerPanels: false,
  newAccountsMayUpload: true,
  analyseTracks: true,
  askMusicBrainz: false,
  askCoverArtArchive: false,
  askLrclib: false,
  radioDirectory: false,
};
const lists = { allowedOrigins: [], aiBlockedWords: ['casino'] };
const settings = {
  ...texts,
  ...keys,
  ...numbers,
  ...switches,
  ...lists,
  locked: ['uploadQuota', 'databaseHost', 'databasePort', 'databaseName'],
  unreadable: [] as string[],
  version: 3,
};
const save = 'PATCH /api/admin/settings';

const show = (tab: string, answers: Parameters<typeof renderApp>[1] = {}) =>
  renderApp(`/admin/settings?tab=${tab}`, {
    'GET /api/auth/user': olga,
    'GET /api/admin/settings': settings,
    'GET /api/admin/alerts/deliveries': [],
    'GET /api/ai/providers': { items: [{ name: 'built-in', label: 'Sonora', isDefault: true }] },
    [save]: { ...settings, version: 4 },
    ...answers,
  });

const said = (text: string) => waitFor(() => expect(document.querySelector('[data-slot=toast]')?.textContent).toContain(text));
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const enter = async (label: string, text: string) => fireEvent.change(await screen.findByLabelText(label), { target: { value: text } });
const review = async () => {
  await press('Save All Changes');
  return within(await screen.findByRole('dialog', { name: 'Save these changes?' }));
};

it('has five tabs with fields of the right kinds', async () => {
  show('general');
  const types = async (tab: string, ...labels: string[]) => {
    await userEvent.click(await screen.findByRole('tab', { name: tab }));
    return Promise.all(labels.map(async (label) => (await screen.findByLabelText<HTMLInputElement>(label)).type));
  };
  expect(await types('General', 'Site name', 'Site description', 'Admin email', 'Time zone')).toEqual([
    'text',
    'text',
    'email',
    'select-one',
  ]);
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'General',
    'API Keys',
    'Database',
    'Security',
    'Notifications',
  ]);
  const zones = [...screen.getByLabelText<HTMLSelectElement>('Time zone').options].map(({ text }) => text);
  expect(zones).toEqual(['UTC', 'America/New_York (Eastern)', 'America/Los_Angeles (Pacific)', 'Europe/London', 'Europe/Madrid']);
  expect(await types('API Keys', 'Suno key', 'Mubert key', 'AIVA key', 'OpenAI key')).toEqual(['text', 'text', 'text', 'text']);
  expect(await types('Database', 'Host', 'Port', 'Name', 'Backup frequency')).toEqual(['text', 'number', 'text', 'select-one']);
  expect(screen.getByLabelText<HTMLSelectElement>('Backup frequency').value).toBe('daily');
  expect(await types('Notifications', 'Slack webhook', 'Discord webhook')).toEqual(['url', 'url']);
});

it('saves the changes of all tabs once people saw what will change', async () => {
  const app = show('general');
  await enter('Site name', 'Casa');
  await userEvent.click(screen.getByRole('tab', { name: 'Security' }));
  await userEvent.click(await screen.findByRole('switch', { name: 'Require two-factor authentication' }));
  await enter('Allowed origins', ' https://a.example \n\nhttps://b.example\n');
  expect(screen.getByRole('tab', { name: 'General (changed)' })).toBeTruthy();
  expect(screen.getByText('3 unsaved changes')).toBeTruthy();
  const dialog = await review();
  expect(dialog.getByText('Site name').parentElement?.textContent).toBe('Site nameBeforeSonora→AfterCasa');
  expect(dialog.getByText('Require two-factor authentication').parentElement?.textContent).toContain('BeforeOff→AfterOn');
  expect(app.bodies(save)).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await said('Settings saved');
  expect(app.bodies(save)).toEqual([
    { siteName: 'Casa', enableTwoFactor: true, allowedOrigins: ['https://a.example', 'https://b.example'] },
  ]);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save All Changes' }).disabled).toBe(true);
});

it('leads to the value that the server refuses', async () => {
  show('security', {
    [save]: { status: 400, body: { detail: 'Not valid.', sessionTimeout: ['Enter a number from 1 to 8760.'] } },
  });
  await enter('Session timeout (hours)', '0');
  await userEvent.click(screen.getByRole('tab', { name: 'General' }));
  await userEvent.click((await review()).getByRole('button', { name: 'Save' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Enter a number from 1 to 8760.');
  expect(screen.getByRole('tab', { name: 'Security (check the values)' }).getAttribute('aria-selected')).toBe('true');
  expect(screen.getByLabelText<HTMLInputElement>('Session timeout (hours)').value).toBe('0');
});

it('keeps what people entered when somebody else saved first, and compares it with what is saved now', async () => {
  const stored = { ...settings };
  const answer = { status: 412, body: { code: 'changed', detail: 'This was changed in the meantime.' } as object };
  const app = show('general', { 'GET /api/admin/settings': stored, [save]: answer });
  await enter('Site name', 'Casa');
  Object.assign(stored, { siteName: 'Radio', timezone: 'Europe/Madrid', version: 4 });
  const dialog = await review();
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect((await dialog.findByRole('alert')).textContent).toMatch(/^Somebody else saved other settings/);
  await userEvent.click(dialog.getByRole('button', { name: 'Load the current settings' }));
  await waitFor(() => expect(dialog.getByText('Site name').parentElement?.textContent).toBe('Site nameBeforeRadio→AfterCasa'));
  Object.assign(answer, { status: 200, body: { ...stored, siteName: 'Casa', version: 5 } });
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await said('Settings saved');
  expect(app.bodies(save)).toEqual([{ siteName: 'Casa' }, { siteName: 'Casa' }]);
  const versions = vi.mocked(fetch).mock.calls.filter(([, init]) => init?.method === 'PATCH');
  expect(versions.map(([, init]) => new Headers(init?.headers).get('If-Match'))).toEqual(['"3"', '"4"']);
});

it('masks keys, shows only their ends, and saves only a whole new one', async () => {
  const app = show('keys');
  const suno = await screen.findByLabelText<HTMLInputElement>('Suno key');
  expect(suno.value).toBe('••••••••••••');
  await press('Show the first and last characters');
  expect(suno.value).toBe('sk-12345***cdef');
  await enter('Suno key', 'sk-12345****cdefg');
  await press('Save All Changes');
  expect((await screen.findByRole('alert')).textContent).toBe('Enter the whole key, not the masked one.');
  await enter('Suno key', 'new-key');
  const dialog = await review();
  expect(dialog.getByText('Suno key').parentElement?.textContent).toBe('Suno keyBeforeNot shown→AfterNew value');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await said('Settings saved');
  expect(app.bodies(save)).toEqual([{ sunoApiKey: 'new-key' }]);
});

it('removes a key, and leaves an emptied one', async () => {
  const app = show('keys', { 'GET /api/admin/settings': { ...settings, mubertApiKey: '*****' } });
  await enter('Mubert key', '');
  await press('Remove Suno key');
  await userEvent.click((await review()).getByRole('button', { name: 'Save' }));
  await said('Settings saved');
  expect(app.bodies(save)).toEqual([{ sunoApiKey: null }]);
});

it('asks for keys again that the server cannot read, or removes them', async () => {
  const app = show('general', { 'GET /api/admin/settings': { ...settings, sunoApiKey: '', unreadable: ['sunoApiKey', 'openaiApiKey'] } });
  await userEvent.click(await screen.findByRole('tab', { name: 'API Keys (check the values)' }));
  const suno = await screen.findByLabelText<HTMLInputElement>('Suno key');
  const lost = 'This key cannot be read, because the backup came without its secret.key. Enter it again.';
  expect(suno).toHaveProperty('value', '');
  expect(document.getElementById(suno.getAttribute('aria-describedby') ?? '')?.textContent).toBe(lost);
  await enter('Suno key', 'new-key');
  await press('Remove OpenAI key');
  expect(screen.queryByText(lost)).toBeNull();
  const dialog = await review();
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await said('Settings saved');
  expect(app.bodies(save)).toEqual([{ sunoApiKey: 'new-key', openaiApiKey: null }]);
});

it('says how long people have to set up a second factor', async () => {
  show('security'); // factorGrace in internal/auth
  expect(await screen.findByText(/Those without one have 7 days to set it up\./)).toBeTruthy();
});

it('says why settings are locked', async () => {
  show('general');
  const quota = await screen.findByLabelText<HTMLInputElement>('Upload quota per person (MB)');
  expect(quota.disabled).toBe(true);
  expect(screen.getByText(/^Enter 0 for no limit\. Set by an option of the server’s command line/)).toBeTruthy();
  await userEvent.click(screen.getByRole('tab', { name: 'Database' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Host')).disabled).toBe(true);
  expect(screen.getAllByText(/^Set by --database/)).toHaveLength(3);
});

it('offers the providers that are set up, and the one that is chosen', async () => {
  show('keys', { 'GET /api/admin/settings': { ...settings, aiProvider: 'mubert' } });
  const provider = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Who makes the music' });
  await waitFor(() => expect([...provider.options].map(({ text }) => text)).toEqual(['Built-in composer', 'mubert (not set up)']));
});

it('takes back an earlier change, except of locked settings', async () => {
  const changes = [
    { name: 'siteName', secret: false, before: 'Radio Casa', after: 'Sonora' },
    { name: 'uploadQuota', secret: false, before: 5, after: 0 },
    { name: 'sunoApiKey', secret: true, before: null, after: null },
  ];
  const app = show('general', {
    'GET /api/admin/settings/history': [{ version: 3, at: '2025-03-01T12:00:00Z', email: 'ana@example.com', changes }],
  });
  await userEvent.click(await screen.findByRole('button', { name: 'History' }));
  expect(await screen.findByRole('region', { name: /by ana@example.com$/ })).toBeTruthy();
  await press('Restore the values before this');
  const dialog = within(await screen.findByRole('dialog', { name: 'Save these changes?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await said('Settings saved');
  expect(app.bodies(save)).toEqual([{ siteName: 'Radio Casa' }]);
});

it('tests the connection to the database', async () => {
  show('database', { 'POST /api/admin/database/test': { ok: true, latencyMs: 3 } });
  await userEvent.click(await screen.findByRole('button', { name: 'Test connection' }));
  await screen.findByText('The database answered within 3 ms.');
});

it('keeps the address of a webhook hidden, and replaces or removes it', async () => {
  const app = show('notifications', {
    'GET /api/admin/settings': { ...settings, slackWebhook: 'https://****cdef', discordWebhook: 'https://****1234' },
  });
  const slack = await screen.findByLabelText<HTMLInputElement>('Slack webhook');
  expect(slack.value).toBe('••••••••••••');
  await userEvent.click(screen.getByRole('button', { name: 'Remove Slack webhook' }));
  await enter('Discord webhook', 'https://discord.example/new');
  const dialog = await review();
  expect(screen.getByRole('dialog').textContent).not.toMatch(/discord\.example|cdef|1234/);
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(app.bodies(save)).toEqual([{ slackWebhook: null, discordWebhook: 'https://discord.example/new' }]));
});

it('sends test messages with the saved settings only', async () => {
  const app = show('notifications', {
    'GET /api/admin/settings': { ...settings, slackWebhook: 'https://****cdef' },
    'POST /api/admin/alerts/test': { status: 400, body: { detail: 'The webhook refused the message (410).' } },
  });
  const slack = await screen.findByRole<HTMLButtonElement>('button', { name: 'Send test to Slack' });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send test to Discord' }).disabled).toBe(true);
  await userEvent.click(slack);
  await screen.findByText('The webhook refused the message (410).');
  expect(app.bodies('POST /api/admin/alerts/test')).toEqual([{ channel: 'slack' }]);
  await enter('Discord webhook', 'https://discord.example/x');
  expect(slack.disabled).toBe(true);
});
