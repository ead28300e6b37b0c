import { expect, it, vi } from 'vitest';

it('says of a mix in early access why and until when it does not play, and offers nothing to play', async () => {
  document.body.innerHTML = '<main id="player" aria-busy="true"></main>';
  history.replaceState(null, '', '/embed/L1');
  const shared = {
    kind: 'mix',
    itemId: 'm1',
    title: 'Harbour',
    subtitle: 'Marta',
    coverUrl: '/c',
    tracks: [],
    earlyUntil: '2026-12-20T12:00:00Z',
  };
  vi.stubGlobal('fetch', async () => Response.json(shared));
  await import('./main');
  await vi.waitFor(() => expect(document.querySelector('.why')).not.toBeNull());
  expect(document.querySelector('.why')?.textContent).toBe('Early access until December 20, 2026. Open the page to see who can play it.');
  expect(document.querySelector('a')?.getAttribute('href')).toBe('/s/L1');
  expect(document.querySelector('button')).toBeNull();
});
