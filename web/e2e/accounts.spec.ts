import { api, atProvider, linkIn, mailTo, type Person, register, signIn, totp } from './support/accounts';
import { accounts, provider } from './support/address';
import { expect, test } from './support/test';

// These tests use the second server (see support/server.mjs). Its identity provider signs in one person at a time.
test.describe.configure({ mode: 'default' });
test.use({ baseURL: accounts, session: null });

let person: Person;
test.beforeEach(async ({ page, complaints }) => {
  complaints.allow(/asked another server: http:\/\/(127\.0\.0\.1:4793|localhost:4792)/); // the identity provider and the second server
  const from = ['10', ...crypto.getRandomValues(new Uint8Array(3))].join('.');
  await page.setExtraHTTPHeaders({ 'X-Forwarded-For': from });
  person = await register();
});

const enter = async (page: import('@playwright/test').Page, { email, password }: Person) => {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
};
const toast = (page: import('@playwright/test').Page, text: string | RegExp) =>
  expect(page.locator('[data-slot=toast]').filter({ hasText: text }).first()).toBeVisible();

test('the link in the email verifies the address once', async ({ page, complaints }) => {
  complaints.allow(/status of 40\d.*verify/);
  const link = linkIn(mailTo(person.email, 'verify'));
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Email address verified' })).toBeVisible();
  expect(page.url()).not.toContain('#'); // the secret is removed from the address
  await page.goto('about:blank');
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
});

test('a forgotten password is reset by email', async ({ page, complaints }) => {
  complaints.allow(/status of 401/);
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible(); // both pages have an email field
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await page.goto(linkIn(mailTo(person.email, 'reset_password')));
  await page.getByLabel('New password', { exact: true }).fill('another-river');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password changed').first()).toBeVisible();
  await page.goto('/login');
  await enter(page, person);
  await toast(page, 'Login failed');
  await enter(page, { ...person, password: 'another-river' });
  await expect(page).toHaveURL(`${accounts}/`);
});

test('an authenticator app is set up, required, and replaced by a recovery code', async ({ page, context, complaints }) => {
  complaints.allow(/status of 40[01]/);
  await signIn(context, person);
  await page.goto('/settings?tab=security');
  await page.getByRole('button', { name: 'Set up', exact: true }).click();
  await page.getByLabel('Your password').fill(person.password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  const secret = (await page.getByRole('dialog').getByRole('listitem').first().textContent()) ?? '';
  await page.getByLabel('Six-digit code').fill(totp(secret));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible();
  const codes = await page.getByRole('dialog').getByRole('listitem').allTextContents();
  expect(codes).toHaveLength(10);
  await page.getByRole('button', { name: 'I have saved them' }).click();

  const elsewhere = await context.browser()?.newContext({ baseURL: accounts });
  if (!elsewhere) throw new Error('no browser');
  const second = await elsewhere.newPage();
  await second.setExtraHTTPHeaders({ 'X-Forwarded-For': '10.77.0.1' });
  await second.goto('/login');
  await enter(second, person);
  await expect(second.getByRole('heading', { name: 'One more step' })).toBeVisible();
  expect(await second.evaluate(() => localStorage.getItem('access_token'))).toBeNull();
  await second.getByLabel('Six-digit code').fill(totp(secret, 1)); // the current one has been used
  await expect(second).toHaveURL(`${accounts}/`);

  await second.evaluate(() => localStorage.clear());
  await elsewhere.clearCookies();
  await second.goto('/login');
  await enter(second, person);
  await second.getByRole('button', { name: 'Use a recovery code' }).click();
  await second.getByLabel('Recovery code').fill(codes[0] ?? '');
  await second.getByRole('button', { name: 'Confirm' }).click();
  await expect(second).toHaveURL(`${accounts}/`);
  await elsewhere.close();
});

test('a passkey signs in without a password', async ({ page, context, complaints }) => {
  complaints.allow(/status of 401/);
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
  });
  await page.goto('/login');
  await enter(page, person);
  await expect(page).toHaveURL(`${accounts}/`);
  await page.goto('/settings?tab=security');
  await page.getByRole('button', { name: 'Add passkey' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Laptop');
  await dialog.getByLabel('Your password').fill(person.password);
  await dialog.getByRole('button', { name: 'Add passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible(); // for the first second factor
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByText('Laptop', { exact: true })).toBeVisible();

  await page.evaluate(() => localStorage.clear());
  await context.clearCookies();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page).toHaveURL(`${accounts}/`);
  await page.goto('/profile');
  await expect(page.getByText(person.email)).toBeVisible();
});

test('Google signs in with the required parameters, and the state is removed afterwards', async ({ page, complaints }) => {
  complaints.allow(/status of 40[15]/); // requests of the developer panels
  await atProvider({ person: { sub: `g-${person.email}`, email: `google-${person.email}`, email_verified: true, given_name: 'Gina' } });
  for (const [path, name] of [
    ['/landing', 'Get Started with Google'],
    ['/landing', 'Continue with Google'],
    ['/landing', 'Sign in with Google'],
    ['/login', 'Continue with Google'],
    ['/register', 'Continue with Google'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('button', { name }).first()).toBeVisible();
  }
  const asked = page.waitForRequest((call) => call.url().startsWith(`${provider}/authorize`));
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  const query = new URL((await asked).url()).searchParams;
  expect(query.get('client_id')).toBe('e2e');
  expect(query.get('redirect_uri')).toBe(`${accounts}/api/auth/google/callback/`);
  expect(query.get('scope')).toBe('openid email profile');
  expect(query.get('response_type')).toBe('code');
  expect(query.get('state')?.length).toBeGreaterThanOrEqual(22);
  expect(query.get('code_challenge_method')).toBe('S256');
  await expect(page).toHaveURL(`${accounts}/`);
  await toast(page, 'Bienvenido');
  expect(await page.evaluate(() => localStorage.getItem('google_oauth_state'))).toBeNull();
  await page.goto('/profile');
  await expect(page.getByText('Connected via Google')).toBeVisible();
});

test('a cancelled, forged or incomplete return from Google shows an error and calls no server', async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (call) => call.method() === 'POST' && sent.push(call.url()));
  for (const [query, title] of [
    ['?error=access_denied', 'Error de autenticación'],
    ['?code=c&state=forged', 'Error de seguridad'],
    ['?code=c', 'Error de seguridad'],
  ] as const) {
    await page.goto(`/auth/google/callback${query}`);
    await toast(page, title);
    await expect(page).toHaveURL(`${accounts}/login`);
  }
  await page.evaluate(() => localStorage.setItem('google_oauth_state', 'mine'));
  await page.goto('/auth/google/callback?state=mine');
  await toast(page, 'Error');
  expect(await page.evaluate(() => localStorage.getItem('google_oauth_state'))).toBeNull();
  expect(sent).toEqual([]);
  await atProvider({ cancels: true });
  await page.goto('/login');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await toast(page, 'Error de autenticación');
  await atProvider({ cancels: false });
});

test('the developer panels on the landing page send their requests', async ({ page, complaints }) => {
  complaints.allow(/status of 4\d\d/); // some checks expect errors
  await page.goto('/landing');
  await expect(page.getByRole('heading', { name: 'Sign-in configuration' })).toBeVisible();
  await expect(page.getByText(`${accounts}/api/auth/google/callback/`)).toBeVisible();
  await page.getByRole('button', { name: 'Run tests' }).click();
  await expect(page.getByText(/^(\d+) of \1 passed$/)).toBeVisible({ timeout: 20_000 });
  const text = await page.locator('body').textContent();
  for (const secret of ['e2e-secret', 'eyJ']) expect(text).not.toContain(secret);
});

test('scripts in a profile do not run', async ({ page, context }) => {
  const hostile = `"><img src=x onerror=alert(1)><script>alert(1)</script>`;
  await signIn(context, person);
  page.on('dialog', () => expect('a script ran').toBe(''));
  const visitor = await api();
  const { access } = await (await visitor.post('/api/auth/login/', { data: person })).json();
  const headers = { Authorization: `Bearer ${access}` };
  const data = {
    firstName: hostile,
    lastName: hostile,
    bio: hostile,
    location: hostile.slice(0, 90),
    website: 'https://a.example/?q=%22%3E%3Cscript%3E',
  };
  const saved = await visitor.put('/api/user/profile', { data, headers });
  expect(saved.status()).toBe(200);
  const refused = await visitor.put('/api/user/profile', { data: { website: 'javascript:alert(1)' }, headers });
  expect(refused.status()).toBe(400);
  const { id } = await saved.json();
  for (const path of ['/profile', `/users/${id}`, '/settings', '/']) {
    await page.goto(path);
    await expect(page.getByText(hostile.slice(0, 20)).first()).toBeVisible();
    await expect(page.locator('img[src="x"]')).toHaveCount(0);
  }
  await visitor.dispose();
});

test('other devices are signed out', async ({ page, context, complaints }) => {
  complaints.allow(/status of 401/);
  const visitor = await api();
  const other = await (await visitor.post('/api/auth/login/', { data: person })).json();
  await signIn(context, person);
  await page.goto('/settings?tab=security');
  await expect(page.getByText('this device')).toBeVisible();
  await page.getByRole('button', { name: 'Sign out all others' }).click();
  await toast(page, 'All other devices are signed out');
  const reply = await visitor.get('/api/auth/user', { headers: { Authorization: `Bearer ${other.access}` } });
  expect(reply.status()).toBe(401);
  await visitor.dispose();
});

test('a copy of your data can be downloaded', async ({ page, context }) => {
  await signIn(context, person);
  await page.goto('/settings?tab=privacy');
  await page.getByRole('button', { name: 'Prepare my data' }).click();
  const ready = page.getByRole('button', { name: 'Download', exact: true });
  await expect(ready).toBeVisible({ timeout: 15_000 });
  const download = page.waitForEvent('download');
  await ready.click();
  expect((await download).suggestedFilename()).toMatch(/\.zip$/);
});
