import { ACCOUNT_FILE, expect, operator, test } from './support/test';

test.describe.configure({ mode: 'serial' });
test.use({ session: null });

for (const path of ['/', '/search']) {
  test(`a visitor at ${path} sees the landing page, and the address does not change`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('link', { name: 'Get Started Free' })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(path);
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
    await expect(page.getByRole('main').getByText('Professional Music Platform')).toBeVisible();
    await expect(page.getByRole('contentinfo')).toContainText('Sonora © 2025');
    for (const topic of ['Live radio', 'AI music generation', 'DJ mixes', 'A music library', 'Smart features', 'A global community']) {
      await expect(page.getByRole('heading', { name: topic })).toBeVisible();
    }
    await expect(page.getByText(/crossfade.*gapless/)).toBeVisible();
    await expect(page.getByText(/Google/)).toHaveCount(0); // no provider is configured
  });
}

test('the first person registers and is redirected to the sign-in page', async ({ page }) => {
  await page.goto('/register');
  await page.getByLabel('First name').fill(operator.firstName);
  await page.getByLabel('Last name').fill(operator.lastName);
  await page.getByLabel('Email').fill(operator.email);
  await page.getByLabel('Password', { exact: true }).fill(operator.password);
  const call = page.waitForRequest('/api/auth/register/');
  await page.getByRole('button', { name: 'Create Account' }).click();
  expect((await call).postDataJSON()).toEqual({
    email: operator.email,
    password1: operator.password,
    password2: operator.password,
    first_name: operator.firstName,
    last_name: operator.lastName,
  });
  await expect(page).toHaveURL('/login');
  const toast = page.locator('[data-slot=toast]');
  await expect(toast).toContainText('Welcome to Sonora!');
  await expect(toast).toContainText('Your account has been created successfully. Please check your email to verify your account.');
});

test('signing in shows its progress, greets and opens the home page', async ({ page, context }) => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('/api/auth/login/', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
  await page.getByLabel('Email').fill(operator.email);
  await page.getByLabel('Password', { exact: true }).fill(operator.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('button', { name: 'Signing In...' })).toBeDisabled();
  answer();
  await expect(page).toHaveURL('/');
  const toast = page.locator('[data-slot=toast]');
  await expect(toast).toContainText('Welcome back!');
  await expect(toast).toContainText(operator.firstName);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await context.storageState({ path: ACCOUNT_FILE });
});

test.describe('as the operator', () => {
  test.use({ storageState: ACCOUNT_FILE });

  test('the scan finds twelve songs and lists the broken file with its reason', async ({ page }) => {
    await page.goto('/admin/playlists?tab=files');
    const stat = (name: string) => page.getByRole('tabpanel').locator('dl > div').filter({ hasText: name });
    await expect(stat('Songs')).toContainText('12');
    await expect(stat('Albums')).toContainText('2');
    await page.getByRole('link', { name: 'Broken files (1)' }).click();
    const broken = page.getByRole('row').filter({ hasText: 'Broken.mp3' });
    await expect(broken).toBeVisible();
    await expect(broken.getByText(/^The file /)).toBeVisible();

    await page.goto('/library?tab=tracks');
    await expect(page.getByText('12 songs')).toBeVisible();
    await expect(page.getByText(/Broken/)).toHaveCount(0);
    await page.goto('/search?q=broken');
    await expect(page.getByText('No tracks found')).toBeVisible();
  });
});
