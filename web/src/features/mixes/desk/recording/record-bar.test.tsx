import { screen } from '@testing-library/react';
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { FakeClock } from '@/audio/fakes';
import { silentDesk } from '@/dj/fakes';
import { failureOf } from '@/dj/recording/failure';
import { Recorder } from '@/dj/recording/recorder';
import type { Sender } from '@/dj/recording/sender';
import { renderPages, serve } from '@/testing/pages';
import { RecordBar } from './record-bar';

vi.mock('@/dj/recording/recordings', () => ({ watchVersions: () => {}, openRecordings: async () => ({ list: async () => [] }) }));

it.each([
  [new DOMException('', 'QuotaExceededError'), /^Recording stopped: this browser has no storage left\. The decks play on/],
  [new Error('The encoder is gone.'), /an error of the browser \(The encoder is gone\.\)/],
])('says why a recording stopped, what still works and how to go on: %s', async (error, text) => {
  for (const name of ['AudioEncoder', 'indexedDB']) vi.stubGlobal(name, {});
  serve({ 'GET /api/auth/user': () => ({ id: 'u', email: 'ana@example.com', firstName: 'Ana', lastName: '', role: 'creator' }) });
  const sender = { subscribe: () => () => {}, get: () => ({ phase: 'off', sent: 0, reason: '' }), stop: () => {} };
  const recorder = new Recorder(silentDesk(new FakeClock()), sender as unknown as Sender);
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
  act(() => recorder.set({ failed: failureOf(error) }));
  expect((await screen.findByRole('alert')).textContent).toMatch(text);
  expect(screen.getByRole('button', { name: 'Start Recording' })).toBeDefined();
});
