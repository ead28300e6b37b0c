import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { STORAGE } from '@/lib/constants';
import { renderApp } from '@/testing/app';

const user = { id: 'u1', email: 'ada@example.com', firstName: 'Ada', lastName: '', role: 'listener' };
const LOGIN = 'POST /api/auth/login/';
const REGISTER = 'POST /api/auth/register/';

async function fill(fields: Record<string, string>) {
  for (const [label, text] of Object.entries(fields)) await userEvent.type(await screen.findByLabelText(label), text);
}

const toastOf = async (title: string) => (await screen.findByText(title)).closest('[data-slot=toast]')?.textContent;

describe('login', () => {
  const submit = async () => {
    await fill({ Email: 'ada@example.com', Password: 'secret' });
    fireEvent.click(screen.getByRole('button', { name: 'Sign In' }));
  };

  it('sends the email and password, stores the tokens and greets on the home page', async () => {
    const app = renderApp('/login', { [LOGIN]: { access: 'a', refresh: 'r', user } });
    expect(await screen.findByRole('heading', { name: 'Welcome Back' })).toBeTruthy();
    await submit();
    expect(await toastOf('Welcome back!')).toContain('Ada');
    expect(app.bodies(LOGIN)).toEqual([{ email: 'ada@example.com', password: 'secret' }]);
    expect([localStorage.getItem(STORAGE.access), localStorage.getItem(STORAGE.refresh)]).toEqual(['a', 'r']);
    await waitFor(() => expect(app.path()).toBe('/'));
  });

  it('leads back to where the session ended, once', async () => {
    sessionStorage.setItem('sonora_way_back', '/search?q=tin+roof#songs');
    const app = renderApp('/login', { [LOGIN]: { access: 'a', refresh: 'r', user } });
    await submit();
    await waitFor(() => expect(app.address()).toBe('/search?q=tin+roof#songs'));
    expect(sessionStorage.getItem('sonora_way_back')).toBeNull();
  });

  it('greets a person without a name by email', async () => {
    renderApp('/login', { [LOGIN]: { access: 'a', refresh: 'r', user: { ...user, firstName: '' } } });
    await submit();
    expect(await toastOf('Welcome back!')).toContain('ada@example.com');
  });

  it.each([
    [{ detail: 'A', non_field_errors: ['B'] }, 'A'],
    [{ non_field_errors: ['B'] }, 'B'],
    ['plain text', '401: plain text'],
    ['', 'Invalid credentials'],
  ])('shows for the refusal %j: %s, and keeps the email', async (body, text) => {
    const app = renderApp('/login', { [LOGIN]: { status: 401, body } });
    await submit();
    expect(await toastOf('Login failed')).toContain(text);
    expect(app.path()).toBe('/login');
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.com');
    expect(localStorage.getItem(STORAGE.access)).toBeNull();
  });

  it('is disabled while it is sent', async () => {
    renderApp('/login', { [LOGIN]: 'never' });
    await submit();
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Signing In...' })).disabled).toBe(true);
  });

  it('sends nothing if a field is empty', async () => {
    const app = renderApp('/login', {});
    fireEvent.click(await screen.findByRole('button', { name: 'Sign In' }));
    expect(await screen.findByText('Enter your password.')).toBeTruthy();
    expect(app.bodies(LOGIN)).toEqual([]);
  });

  it('shows and hides the password', async () => {
    renderApp('/login', {});
    const password = await screen.findByLabelText<HTMLInputElement>('Password');
    expect(password.type).toBe('password');
    fireEvent.click(screen.getByRole('button', { name: 'Show password' }));
    expect(password.type).toBe('text');
    fireEvent.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(password.type).toBe('password');
  });
});

describe('register', () => {
  const submit = async (password = 'secret') => {
    await fill({ 'First name': 'Ada', Email: 'ada@example.com', Password: password });
    fireEvent.click(screen.getByRole('button', { name: 'Create Account' }));
  };

  it('sends the password twice and opens the sign-in page', async () => {
    const app = renderApp('/register', { [REGISTER]: { detail: 'ok', user } });
    expect(await screen.findByRole('heading', { name: 'Join Sonora' })).toBeTruthy();
    await submit();
    expect(await toastOf('Welcome to Sonora!')).toContain(
      'Your account has been created successfully. Please check your email to verify your account.',
    );
    expect(app.bodies(REGISTER)).toEqual([
      { email: 'ada@example.com', password1: 'secret', password2: 'secret', first_name: 'Ada', last_name: '' },
    ]);
    await waitFor(() => expect(app.path()).toBe('/login'));
  });

  it.each([
    [{ email: ['E'], password1: ['P'], non_field_errors: ['N'] }, 'E'],
    [{ password1: ['P'], non_field_errors: ['N'] }, 'P'],
    [{ non_field_errors: ['N'] }, 'N'],
    ['plain text', '400: plain text'],
    ['', 'Unable to create account'],
  ])('shows for the refusal %j: %s', async (body, text) => {
    renderApp('/register', { [REGISTER]: { status: 400, body } });
    await submit();
    expect(await toastOf('Registration failed')).toContain(text);
  });

  it('requires six characters', async () => {
    const app = renderApp('/register', { [REGISTER]: 'never' });
    expect(await screen.findByText('Password must be at least 6 characters')).toBeTruthy();
    await submit('12345');
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(app.bodies(REGISTER)).toEqual([]);
    await userEvent.type(screen.getByLabelText('Password'), '6');
    fireEvent.click(screen.getByRole('button', { name: 'Create Account' }));
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Creating Account...' })).disabled).toBe(true);
    expect(app.bodies(REGISTER)).toHaveLength(1);
  });
});
