import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { FakeClock } from '@/audio/fakes';
import { silentDesk } from '@/dj/fakes';
import { renderPages, serve } from '@/testing/pages';
import { AirBar } from './air-bar';

it.each([
  [false, 'Going live on Night Shift needs a secure connection (https).'],
  [true, 'Going live on Night Shift needs a current browser.'],
])('says what is missing where the browser cannot go live, and offers no button (secure: %s)', async (isSecure, text) => {
  vi.stubGlobal('isSecureContext', isSecure);
  serve({
    'GET /api/auth/user': () => ({ id: 'u', email: 'ana@example.com', firstName: 'Ana', lastName: '', role: 'creator' }),
    'GET /api/radios': () => [{ id: 's', name: 'Night Shift', mode: 'live', canManage: true }],
  });
  const desk = silentDesk(new FakeClock());
  await renderPages({ '/': () => <AirBar desk={desk} /> }, '/');
  await screen.findByText(text);
  expect(screen.queryByRole('button', { name: 'Go live' })).toBeNull();
});
