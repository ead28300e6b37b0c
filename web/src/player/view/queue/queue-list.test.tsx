import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { usePlaylistDialog } from '@/lib/playlists';
import { song, songs } from '@/player/engine/testing';
import { renderPlayer } from '@/player/view/test-app';
import { dismissToast, useToast } from '@/ui/toast/toast-store';
import { QueueView } from './queue-view';
import { placeOfDrop } from './use-queue-drag';

beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json({ detail: 'nobody' }, { status: 401 }));
  return () => vi.unstubAllGlobals();
});

const rowsOf = (name: string) =>
  within(screen.getByRole('region', { name }))
    .getAllByRole('button', { name: /^Play / })
    .map((button) => button.getAttribute('aria-label')?.replace(/^Play (.*) by .*$/, '$1'));

function playing() {
  const player = renderPlayer(<QueueView />);
  act(() => {
    player.engine.playNow(songs('abcd'), 0, { kind: 'album', title: 'Album' });
    player.engine.addToQueue(songs('xyz'));
  });
  return player;
}

describe('QueueView', () => {
  it('shows “Next up” before “Next from”, and an empty state', () => {
    const { engine } = playing();
    expect([rowsOf('Next up'), rowsOf('Next from Album')]).toEqual([
      ['X', 'Y', 'Z'],
      ['B', 'C', 'D'],
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Clear Next up' }));
    fireEvent.click(screen.getByRole('button', { name: 'Clear Next from Album' }));
    expect(engine.snapshot().queue.next()).toBeNull();
    expect(screen.getByRole('heading', { name: 'The queue is empty' })).toBeDefined();
  });

  it('moves and removes with keys, and announces the position', () => {
    playing();
    const y = screen.getByRole('button', { name: 'Play Y by Artist' });
    fireEvent.keyDown(y, { key: 'ArrowUp', altKey: true });
    expect(rowsOf('Next up')).toEqual(['Y', 'X', 'Z']);
    expect(screen.getByText('Y is now number 1')).toBeDefined();
    fireEvent.keyDown(screen.getByRole('button', { name: 'Play Y by Artist' }), { key: 'ArrowUp', altKey: true });
    fireEvent.keyDown(screen.getByRole('button', { name: 'Play X by Artist' }), { key: 'Delete' });
    expect(rowsOf('Next up')).toEqual(['Y', 'Z']);
  });

  it('plays a clicked item and lists the history', async () => {
    const { engine } = playing();
    fireEvent.click(screen.getByRole('button', { name: 'Play C by Artist' }));
    expect(engine.snapshot().current?.track.id).toBe('c');
    fireEvent.click(screen.getByRole('tab', { name: 'History' }));
    await screen.findByRole('region', { name: 'History' });
    expect(rowsOf('History')).toEqual(['A']);
    fireEvent.click(screen.getByRole('button', { name: 'Play A by Artist' }));
    expect(engine.snapshot().current?.track.id).toBe('a');
  });

  it('restores removed and cleared items', () => {
    playing();
    fireEvent.keyDown(screen.getByRole('button', { name: 'Play Y by Artist' }), { key: 'Delete' });
    expect(rowsOf('Next up')).toEqual(['X', 'Z']);
    act(() => useToast.getState().toast?.action?.onSelect());
    expect(rowsOf('Next up')).toEqual(['X', 'Y', 'Z']);
    fireEvent.click(screen.getByRole('button', { name: 'Clear Next from Album' }));
    expect(screen.queryByRole('region', { name: 'Next from Album' })).toBeNull();
    act(() => useToast.getState().toast?.action?.onSelect());
    expect(rowsOf('Next from Album')).toEqual(['B', 'C', 'D']);
    dismissToast();
  });

  it('marks items of endless playback', () => {
    const { engine } = playing();
    act(() => engine.addToQueue([song('e', { endless: true })]));
    act(() => engine.addToQueue(songs('f')));
    expect(rowsOf('Next up')).toEqual(['X', 'Y', 'Z', 'F', 'E']);
    expect(screen.getByRole('button', { name: 'Play E by Artist' }).getAttribute('aria-description')).toBe('Added by “Keep playing”');
    expect(screen.getByRole('button', { name: 'Play F by Artist' }).getAttribute('aria-description')).toBeNull();
  });

  it('is saved as a playlist from the current item on', () => {
    playing();
    fireEvent.click(screen.getByRole('button', { name: 'Save as playlist' }));
    expect(usePlaylistDialog.getState()).toMatchObject({ open: 'new', tracks: [...'axyzbcd'].map((id) => ({ id })) });
  });

  it('renders only a part of a long list', () => {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
    const { engine } = renderPlayer(
      <div style={{ overflowY: 'auto' }}>
        <QueueView />
      </div>,
    );
    act(() =>
      engine.playNow(
        Array.from({ length: 3000 }, (_, i) => song(`t${i}`)),
        0,
        { kind: 'album', title: 'Album' },
      ),
    );
    const rows = within(screen.getByRole('region', { name: 'Next from Album' })).getAllByRole('listitem');
    expect(rows.length).toBeLessThan(40);
    expect(rows[0]?.getAttribute('aria-setsize')).toBe('2999');
  });
});

describe('placeOfDrop', () => {
  it.each([
    ['down within a list', 0, 2, false, 2],
    ['down, above a row', 0, 2, true, 1],
    ['up within a list', 3, 1, true, 1],
    ['up, below a row', 3, 1, false, 2],
  ])('%s', (_, from, target, above, index) => {
    const list = 'user' as const;
    expect(placeOfDrop({ list, index: from }, { list, index: target }, above)).toEqual({ list, index });
  });

  it('does not shift the position for an item from the other list', () => {
    expect(placeOfDrop({ list: 'context', index: 0 }, { list: 'user', index: 2 }, true)).toEqual({ list: 'user', index: 2 });
  });
});
