import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPalette, openShortcuts, useCommandDialog } from '@/lib/commands';
import { usePrefs } from '@/lib/prefs';
import { renderApp } from '@/testing/app';
import { aTrack } from '@/testing/pages';
import { bindCommandKeys } from './command-keys';
import { COMMANDS, type CommandContext } from './commands';

const as = (role: string) => ({ 'GET /api/auth/user': { id: 'u', email: 'ana@example.com', firstName: 'Ana', lastName: '', role } });
const nothing = { tracks: [], albums: [], artists: [], stations: [], mixes: [], playlists: [], people: [], corrected: null };
const found = {
  ...nothing,
  tracks: [aTrack('t1', { title: 'Glass Garden' }), aTrack('t2', { title: 'Glass Gate' })],
  people: [{ id: 'z', name: 'Glassy Zoë', profileImageUrl: null }],
};

beforeEach(() => useCommandDialog.setState({ open: undefined }));
afterEach(() => usePrefs.getState().set({ theme: 'dark' }));

describe('commands', () => {
  it('have unique IDs and keys', () => {
    const keys = COMMANDS.flatMap((command) => command.keys ?? []);
    expect(new Set(keys).size).toBe(keys.length);
    expect(new Set(COMMANDS.map(({ id }) => id)).size).toBe(COMMANDS.length);
  });
});

describe('the keys', () => {
  const ran: string[] = [];
  const context = {
    go: (path: string) => ran.push(path),
    focusSearch: () => ran.push('box'),
    user: { role: 'listener' },
  } as unknown as CommandContext;
  let unbind = () => {};
  beforeEach(() => {
    ran.length = 0;
    document.body.innerHTML = '<input id="field"><div role="dialog"><p id="dialog"></p></div>';
    unbind = bindCommandKeys(() => context);
  });
  afterEach(() => {
    unbind();
    document.body.innerHTML = '';
  });
  const press = (key: string, init: KeyboardEventInit & { on?: string } = {}) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init });
    (init.on ? document.getElementById(init.on) : document.body)?.dispatchEvent(event);
    return event.defaultPrevented;
  };

  it('go to pages with two presses that have no other meaning', () => {
    expect(press('g')).toBe(true);
    expect(press('l')).toBe(true);
    expect(ran).toEqual(['/library']);
    expect(press('l')).toBe(false);
    press('g');
    press('x');
    expect(press('h')).toBe(false);
    expect(ran).toEqual(['/library']);
  });

  it('open the search box and the shortcuts on any keyboard layout', () => {
    press('/', { shiftKey: true });
    press('/');
    expect(ran).toEqual(['box', 'box']);
    press('?', { shiftKey: true });
    expect(useCommandDialog.getState().open).toBe('shortcuts');
  });

  it('do nothing while a person types or a dialog is open', () => {
    expect(press('/', { on: 'field' })).toBe(false);
    expect(press('g', { on: 'dialog' })).toBe(false);
    expect(press('k', { ctrlKey: true })).toBe(false);
    document.querySelector('[role=dialog]')?.remove();
    expect(press('k', { metaKey: true, on: 'field' })).toBe(true);
    expect(useCommandDialog.getState().open).toBe('palette');
  });
});

describe('the palette key', () => {
  const press = () =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true, cancelable: true }));
  const opened = () => useCommandDialog.getState().open;
  let unbind = () => {};
  beforeEach(() => {
    unbind = bindCommandKeys(() => ({ user: { role: 'listener' } }) as unknown as CommandContext);
  });
  afterEach(() => {
    unbind();
    document.body.innerHTML = '';
  });

  it('works while a dialog closes', () => {
    document.body.innerHTML = '<div role="dialog" data-state="open"></div>';
    press();
    expect(opened()).toBeUndefined();
    document.body.innerHTML = '<div role="dialog" data-state="closed"></div>';
    press();
    expect(opened()).toBe('palette');
  });

  it('replaces the shortcuts with the palette', () => {
    openShortcuts();
    document.body.innerHTML = '<div role="dialog" data-state="open"></div>';
    press();
    expect(opened()).toBe('palette');
  });
});

describe('the palette', () => {
  const open = async (answers: object = {}) => {
    const app = renderApp('/settings', { ...as('listener'), 'GET /api/search': found, ...answers });
    await screen.findByRole('heading', { level: 1 });
    openPalette();
    return { app, box: await screen.findByRole('combobox') };
  };

  it('plays a result with Enter', async () => {
    const { app, box } = await open();
    await userEvent.type(box, 'glass');
    await screen.findByRole('option', { name: /Glass Garden/, selected: true });
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(app.engine.snapshot().current?.track.id).toBe('t1'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('opens a result with Ctrl+Enter, and a person with Enter', async () => {
    const { app, box } = await open();
    await userEvent.type(box, 'glass');
    await waitFor(() => expect(screen.getByRole('option', { name: /Glass Garden/ }).getAttribute('aria-disabled')).toBe('false'));
    await userEvent.keyboard('{Home}{Control>}{Enter}{/Control}');
    await waitFor(() => expect(app.path()).toBe('/tracks/t1'));
    expect(app.engine.snapshot().current).toBeNull();
    openPalette();
    await userEvent.type(await screen.findByRole('combobox'), 'glass');
    await userEvent.click(await screen.findByRole('option', { name: /Zoë/ }));
    await waitFor(() => expect(app.path()).toBe('/users/z'));
  });

  it('opens pages and runs commands by name', async () => {
    const { app, box } = await open({ 'GET /api/search': nothing });
    await userEvent.type(box, 'liked');
    await userEvent.click(await screen.findByRole('option', { name: /Liked Songs/ }));
    await waitFor(() => expect(app.path()).toBe('/liked'));
    openPalette();
    await userEvent.type(await screen.findByRole('combobox'), 'light th');
    await userEvent.click(await screen.findByRole('option', { name: 'Use light theme' }));
    expect(usePrefs.getState().theme).toBe('light');
  });

  it('offers only what is possible', async () => {
    await open();
    expect(screen.queryByRole('option', { name: /Admin/ })).toBeNull();
    expect(screen.queryByRole('option', { name: /Stop the music/ })).toBeNull();
  });

  it('links to all results, and works if the search fails', async () => {
    const { app, box } = await open({ 'GET /api/search': { status: 500, body: { detail: 'Broken.' } } });
    await userEvent.type(box, 'glass');
    expect(await screen.findByText('The search failed. Commands still work.')).toBeTruthy();
    await userEvent.click(screen.getByRole('option', { name: 'All results for “glass”' }));
    await waitFor(() => expect(app.address()).toBe('/search?q=glass'));
  });
});

it('lists the shortcuts of the player and of pages', async () => {
  renderApp('/settings', as('admin'));
  await screen.findByRole('heading', { level: 1 });
  openShortcuts();
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  for (const text of ['Your Library', 'Admin', 'Search and commands', 'Mute']) expect(dialog.textContent).toContain(text);
});
