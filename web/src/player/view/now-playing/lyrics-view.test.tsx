import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { songs } from '@/player/engine/testing';
import { renderPlayer } from '@/player/view/test-app';
import { LyricsView } from './lyrics-view';

const TEXT = '[00:01.00]First\n[00:09.00]Second\n[00:20.00]Third';

beforeEach(() => {
  vi.stubGlobal('fetch', async (path: string) =>
    path.endsWith('/lyrics')
      ? Response.json({ kind: path.includes('/p/') ? 'plain' : 'synced', text: TEXT })
      : Response.json({}, { status: 401 }),
  );
  HTMLElement.prototype.scrollTo = vi.fn() as never;
  return () => vi.unstubAllGlobals();
});

const line = (name: string) => screen.getByRole('button', { name });

async function synced() {
  const player = renderPlayer(<LyricsView trackId="a" />);
  act(() => player.engine.playNow(songs('a')));
  await screen.findByRole('button', { name: 'Second' });
  return player;
}

describe('synced lyrics', () => {
  it('seek to a line, and mark the current line', async () => {
    const { engine } = await synced();
    fireEvent.click(line('Second'));
    expect(engine.position()).toBe(9);
    await vi.waitFor(() => expect(line('Second').getAttribute('aria-current')).toBe('true'));
  });

  it('stop following while the person scrolls, until they ask', async () => {
    await synced();
    expect(screen.queryByRole('button', { name: 'Follow' })).toBeNull();
    fireEvent.wheel(screen.getByRole('list', { name: 'Lyrics, line by line' }));
    fireEvent.click(line('Follow'));
    expect(screen.queryByRole('button', { name: 'Follow' })).toBeNull();
  });

  it('are navigated with the arrow keys, with one tab stop', async () => {
    await synced();
    line('First').focus();
    fireEvent.keyDown(line('First'), { key: 'ArrowDown' });
    expect(document.activeElement).toBe(line('Second'));
    fireEvent.keyDown(line('Second'), { key: 'End' });
    expect(document.activeElement).toBe(line('Third'));
    expect(['First', 'Second', 'Third'].map((name) => line(name).tabIndex)).toEqual([-1, -1, 0]);
    expect(screen.getByRole('button', { name: 'Follow' })).toBeDefined();
  });
});

it('shows lyrics without times as text', async () => {
  renderPlayer(<LyricsView trackId="p" />);
  expect((await screen.findByText(/Second/)).tagName).toBe('P');
});
