import { screen } from '@testing-library/react';
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { FakeClock } from '@/audio/fakes';
import { silentDesk } from '@/dj/fakes';
import { failureOf } from '@/dj/recording/failure';
import { Recorder } from '@/dj/recording/recorder';
import type { Sender } from '@/dj/recording/sender';
import { onFree, renderPages, serve } from '@/testing/pages';
import { RecordBar } from './record-bar';

vi.mock('@/dj/recording/recordings', () => ({ watchVersions: () => {}, openRecordings: async () => ({ list: async () => [] }) }));

/** The bar of somebody with a role. */
async function show(role: string): Promise<Recorder> {
  for (const name of ['AudioEncoder', 'indexedDB']) vi.stubGlobal(name, {});
  serve({
    'GET /api/auth/user': () => ({ id: 'u', email: 'ana@example.com', firstName: 'Ana', lastName: '', role }),
    ...onFree({ name: 'recordingLength', included: true, limit: 90, used: null }),
  });
  const state = { phase: 'off', sent: 0, refusal: null };
  const sender = { subscribe: () => () => {}, get: () => state, stop: () => {} };
  const recorder = new Recorder(silentDesk(new FakeClock()), sender as unknown as Sender);
  const knows = vi.spyOn(recorder, 'setOwner');
  const context = { audioWorklet: {} } as BaseAudioContext;
  await renderPages(
    {
      '/': () => (
        <RecordBar recorder={recorder} context={context}>
          {null}
        </RecordBar>
      ),
    },
    '/',
  );
  await vi.waitFor(() => expect(knows).toHaveBeenCalledWith('u', role !== 'listener'));
  return recorder;
}

it.each([
  [new DOMException('', 'QuotaExceededError'), /^Recording stopped: this browser has no storage left\. The decks play on/],
  [new Error('The encoder is gone.'), /an error of the browser \(The encoder is gone\.\)/],
])('says why a recording stopped, what still works and how to go on: %s', async (error, text) => {
  const recorder = await show('creator');
  act(() => recorder.set({ failed: failureOf(error) }));
  expect((await screen.findByRole('alert')).textContent).toMatch(text);
  expect(screen.getByRole('button', { name: 'Start Recording' })).toBeDefined();
});

it.each([
  ['listener', true],
  ['creator', false],
])('says to a %s while it records, not only afterwards, whether the recording stays in this browser', async (role, isHere) => {
  const recorder = await show(role);
  expect(screen.queryByText(/^Your account cannot upload/)).toBeNull();
  act(() => recorder.set({ phase: 'recording' }));
  await screen.findByRole('button', { name: 'Stop Recording' });
  const note = 'Your account cannot upload: the recording stays in this browser, and you can download it when you stop.';
  if (isHere) await screen.findByText(note);
  else expect(screen.queryByText(note)).toBeNull();
});

it('says while it records how much of it the plan lets the DJ save', async () => {
  const recorder = await show('creator');
  act(() => recorder.set({ phase: 'recording' }));
  expect(await screen.findByText(/You can save up to 90 minutes of a recording with your Free plan/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'See plans' }).getAttribute('href')).toBe('/premium');
});
