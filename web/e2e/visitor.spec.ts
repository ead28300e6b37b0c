import { expect, operator, test } from './support/test';

test.use({ session: null });

for (const [name, path] of [
  ['Get Started Free', '/register'],
  ['Get Started Now', '/register'],
  ['Sign In', '/login'],
] as const) {
  test(`“${name}” on the landing page opens ${path}`, async ({ page }) => {
    await page.goto('/landing');
    await page.getByRole('link', { name }).click();
    await expect(page).toHaveURL(path);
  });
}

test('the registration form requires a valid email and six characters, without calling the server', async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (call) => call.method() === 'POST' && sent.push(call.url()));
  await page.goto('/register');
  await expect(page.getByRole('heading', { name: 'Join Sonora' })).toBeVisible();
  await expect(page.getByText('Password must be at least 6 characters')).toHaveCount(1);
  await expect(page.getByLabel('First name')).not.toHaveAttribute('required');
  await page.getByLabel('Email').fill('abc');
  await page.getByLabel('Password', { exact: true }).fill('12345');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('Enter a valid email address.')).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'Password must be at least 6 characters' })).toBeVisible();
  expect(sent).toEqual([]);
});

test('the password can be shown and hidden', async ({ page }) => {
  await page.goto('/login');
  const password = page.getByLabel('Password', { exact: true });
  await expect(password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(password).toHaveAttribute('type', 'password');
});

test('visitors can open the terms and the privacy policy', async ({ page }) => {
  for (const name of ['Terms of Service', 'Privacy Policy']) {
    await page.goto('/register');
    await page.getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  }
});

test('an email address can be registered once', async ({ page, complaints }) => {
  complaints.allow(/status of 400.*register/);
  await page.goto('/register');
  await page.getByLabel('Email').fill(operator.email.toUpperCase());
  await page.getByLabel('Password', { exact: true }).fill('another-one');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.locator('[data-slot=toast]')).toContainText('Registration failed');
  await expect(page).toHaveURL('/register');
});

test('a wrong password keeps the email and stores nothing', async ({ page, complaints }) => {
  complaints.allow(/status of 40[01].*login/);
  await page.goto('/login');
  await page.getByLabel('Email').fill('nobody@example.com');
  await page.getByLabel('Password', { exact: true }).fill('not this one');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.locator('[data-slot=toast]')).toContainText('Login failed');
  await expect(page).toHaveURL('/login');
  await expect(page.getByLabel('Email')).toHaveValue('nobody@example.com');
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull();
});

test('visitors see the restricted page at /admin', async ({ page }) => {
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Acceso Restringido' })).toBeVisible();
  await expect(page.getByText('Necesitas iniciar sesión para acceder al panel de administración.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Iniciar Sesión' })).toHaveAttribute('href', '/login');
  await expect(page.getByRole('link', { name: 'Crear Cuenta' })).toHaveAttribute('href', '/register');
  await expect(page.getByRole('link', { name: 'Volver al Inicio' })).toHaveAttribute('href', '/');
});

test('a failed return from a provider opens the sign-in page', async ({ page }) => {
  await page.goto('/auth/google/callback?error=access_denied');
  await expect(page).toHaveURL('/login');
  await expect(page.locator('[data-slot=toast]')).toContainText('Error de autenticación');
});
