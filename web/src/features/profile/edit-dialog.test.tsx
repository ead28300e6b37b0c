import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderApp } from '@/testing/app';
import { ada, PROFILE } from './testing';

const SAVE = 'PUT /api/user/profile';
const KEYS = [
  'bio',
  'dateOfBirth',
  'email',
  'emailNotifications',
  'firstName',
  'isPrivate',
  'lastName',
  'location',
  'phoneNumber',
  'pushNotifications',
  'website',
];

async function open(answers: Parameters<typeof renderApp>[1] = {}) {
  const app = renderApp('/profile', { ...PROFILE, ...answers });
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Profile' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit Profile' });
  await within(dialog).findByLabelText('First name');
  return { app, dialog, field: (label: string) => within(dialog).getByLabelText<HTMLInputElement>(label) };
}

const save = () => userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const toasts = () => document.querySelector('[data-slot=toast]')?.textContent ?? '';

/** A file that starts with the bytes of its type. */
const picture = (name: string, type: string, start: number[], size = 100) => {
  const bytes = new Uint8Array(size);
  bytes.set(start);
  return new File([bytes], name, { type });
};
const PNG = [0x89, 0x50, 0x4e, 0x47];

const choose = (dialog: HTMLElement, file: File) => fireEvent.change(within(dialog).getByLabelText('Photo'), { target: { files: [file] } });

afterEach(() => vi.unstubAllGlobals());

describe('the edit dialog', () => {
  it('has every field with its input type', async () => {
    const { field } = await open();
    const types = {
      'First name': 'text',
      Email: 'email',
      Website: 'url',
      'Phone number': 'tel',
      'Date of birth': 'date',
      'Private profile': 'checkbox',
      'Email notifications': 'checkbox',
      'Push notifications': 'checkbox',
    };
    for (const [label, type] of Object.entries(types)) expect([label, field(label).type]).toEqual([label, type]);
    expect(field('Bio').tagName).toBe('TEXTAREA');
    for (const label of ['Last name', 'Location']) expect(field(label)).toBeTruthy();
    expect([field('Email notifications').checked, field('Push notifications').checked, field('Private profile').checked]).toEqual([
      true,
      true,
      false,
    ]);
    const hint = screen.getByText(/JPG, PNG or GIF/).textContent;
    expect(hint).toContain('5MB');
  });

  it('closes with Escape and with Cancel, and returns the focus', async () => {
    await open();
    await userEvent.keyboard('{Escape}');
    await closed();
    const button = screen.getByRole('button', { name: 'Edit Profile' });
    await waitFor(() => expect(document.activeElement).toBe(button));
    await userEvent.click(button);
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    await closed();
    await waitFor(() => expect(document.activeElement).toBe(button));
  });

  it('sends eleven fields, and shows the response everywhere', async () => {
    const { app, field } = await open({ [SAVE]: { ...ada, firstName: 'Augusta', isPrivate: true } });
    await userEvent.clear(field('First name'));
    await userEvent.type(field('First name'), 'Augusta');
    await userEvent.click(field('Private profile'));
    await save();
    await closed();
    const [body] = app.bodies(SAVE) as Record<string, unknown>[];
    expect(Object.keys(body ?? {}).sort()).toEqual(KEYS);
    expect(body).toMatchObject({
      firstName: 'Augusta',
      lastName: 'Lovelace',
      dateOfBirth: '1990-12-10',
      isPrivate: true,
      pushNotifications: true,
    });
    await waitFor(() => expect(toasts()).toContain('Profile updated successfully'));
    expect(toasts()).toContain('Your changes have been saved.');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Augusta Lovelace');
    expect(within(screen.getByRole('navigation', { name: 'Main' })).getByText('Augusta Lovelace')).toBeTruthy();
    expect(screen.getByText('Private Profile')).toBeTruthy();
  });

  it('shows an address that waits for confirmation', async () => {
    await open({ [SAVE]: { ...ada, pendingEmail: 'new@example.com' } });
    await save();
    await closed();
    await waitFor(() => expect(toasts()).toContain('Your changes have been saved. Your address changes to new@example.com'));
  });

  it('stays open with the reasons if the server refuses', async () => {
    await open({ [SAVE]: { status: 400, body: { detail: 'Enter a valid URL.', website: ['Enter a valid URL.'] } } });
    await save();
    await waitFor(() => expect(toasts()).toContain('Error updating profile'));
    expect(toasts()).toContain('Enter a valid URL.');
    const dialog = screen.getByRole('dialog');
    expect(within(dialog).getByRole('alert').textContent).toBe('Enter a valid URL.');
  });

  it('has a message for a failure without one', async () => {
    await open({ [SAVE]: { status: 500, body: '' } });
    await save();
    await waitFor(() => expect(toasts()).toContain('Failed to update profile'));
    expect(screen.getByRole('dialog')).toBeTruthy();
  });

  it('validates before it sends', async () => {
    const { app, field } = await open();
    await userEvent.clear(field('Website'));
    await userEvent.type(field('Website'), 'javascript:alert(1)');
    fireEvent.change(field('Date of birth'), { target: { value: '2999-01-01' } });
    await save();
    expect((await screen.findAllByRole('alert')).map((alert) => alert.textContent)).toEqual([
      'Enter a web address that starts with https:// or http://.',
      'Enter a date in the past.',
    ]);
    expect(app.bodies(SAVE)).toEqual([]);
  });
});

describe('the photo', () => {
  it.each([
    ['a large picture', picture('a.png', 'image/png', PNG, 5 * 1024 * 1024 + 1), 'This image is larger than 5MB.'],
    ['a drawing', new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' }), 'This file is not a JPG, PNG or GIF image.'],
    ['a program with another name', picture('a.png', 'image/png', [0x4d, 0x5a]), 'This file is not a JPG, PNG or GIF image.'],
  ])('refuses %s', async (_, file, sentence) => {
    const { dialog } = await open();
    choose(dialog, file);
    expect((await within(dialog).findByRole('alert')).textContent).toBe(sentence);
    expect(dialog.querySelector('img')).toBeNull();
  });

  it('is previewed, uploaded with the rest, and shows its progress', async () => {
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:preview');
    vi.stubGlobal('XMLHttpRequest', FakeUpload);
    const withPhoto = { ...ada, profileImageUrl: '/api/avatars/a.jpg' };
    const { app, dialog } = await open({ [SAVE]: withPhoto });
    choose(dialog, picture('a.png', 'image/png', PNG));
    await waitFor(() => expect(dialog.querySelector('img')?.getAttribute('src')).toBe('blob:preview'));
    await save();
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.address).toBe('POST /api/user/avatar');
    act(() => sent[0]?.upload.onprogress?.({ loaded: 50, total: 100 }));
    expect((await within(dialog).findByRole<HTMLProgressElement>('progressbar')).value).toBe(0.5);
    expect(app.bodies(SAVE)).toEqual([]);
    act(() => sent[0]?.answer(200, withPhoto));
    await closed();
    expect(app.bodies(SAVE)).toHaveLength(1);
    expect(document.querySelector('header img')?.getAttribute('src')).toBe('/api/avatars/a.jpg');
  });

  it('can be removed', async () => {
    const DROP = 'DELETE /api/user/avatar';
    const { app } = await open({ 'GET /api/auth/user': { ...ada, profileImageUrl: '/api/avatars/a.jpg' }, [DROP]: ada, [SAVE]: ada });
    await userEvent.click(screen.getByRole('button', { name: 'Remove photo' }));
    expect(app.bodies(DROP)).toEqual([]);
    await save();
    await closed();
    expect(app.bodies(DROP)).toHaveLength(1);
  });
});

const sent: FakeUpload[] = [];

class FakeUpload {
  address = '';
  status = 0;
  statusText = '';
  responseText = '';
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  open(method: string, path: string) {
    sent.push(this);
    this.address = `${method} ${path}`;
  }
  setRequestHeader() {}
  send() {}
  answer(status: number, body: unknown) {
    Object.assign(this, { status, responseText: JSON.stringify(body) });
    this.onload?.();
  }
}
