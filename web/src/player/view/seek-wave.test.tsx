import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { songs } from '@/player/engine/testing';
import { SeekBar } from './seek-bar';
import { renderPlayer } from './test-app';

let loudness: number | null;

/** `SNPK`, version 1, three bands, two points per second, two points per band. */
const peaks = () => new Uint8Array([0x53, 0x4e, 0x50, 0x4b, 1, 3, 2, 0, 2, 0, 0, 0, 9, 200, 5, 100, 1, 50]);

beforeEach(() => {
  loudness = -12;
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.endsWith('/peaks')) return new Response(peaks());
    if (path.startsWith('/api/tracks/')) return Response.json({ id: 'a', loudness });
    return Response.json({ detail: 'nobody' }, { status: 401 });
  });
  return () => vi.unstubAllGlobals();
});

const bar = () => screen.getByRole('slider', { name: 'Position' });

async function shown() {
  const player = renderPlayer(<SeekBar />);
  act(() => player.engine.playNow(songs('a')));
  await vi.waitFor(() => expect(bar().querySelector('.seek-time')).not.toBeNull());
  return player;
}

it('shows the waveform of an analysed song, with the played part on top', async () => {
  await shown();
  await vi.waitFor(() => expect(bar().hasAttribute('data-peaks')).toBe(true));
  expect(bar().querySelectorAll('canvas').length).toBe(2);
});

it('is plain for a song without peaks', async () => {
  loudness = null;
  await shown();
  expect(bar().querySelectorAll('canvas').length).toBe(0);
  expect(bar().hasAttribute('data-peaks')).toBe(false);
});

it('shows the time under the pointer', async () => {
  await shown();
  vi.spyOn(bar(), 'getBoundingClientRect').mockReturnValue({ left: 0, width: 200 } as DOMRect);
  fireEvent.pointerMove(bar(), { clientX: 100, pointerType: 'mouse' });
  const hover = bar().querySelector('.seek-time');
  expect([hover?.textContent, hover?.hasAttribute('data-shown')]).toEqual(['0:50', true]);
  fireEvent.pointerLeave(bar());
  expect(hover?.hasAttribute('data-shown')).toBe(false);
});
