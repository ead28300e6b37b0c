import { afterEach, beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => vi.resetModules());
afterEach(() => vi.restoreAllMocks());

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

/** Shows a link to one song in a browser that plays every format, and presses Play. */
async function playing(audioUrl: string, format: string): Promise<HTMLAudioElement> {
  document.body.innerHTML = '<main id="player" aria-busy="true"></main>';
  history.replaceState(null, '', '/embed/L2');
  vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockReturnValue('probably');
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  const track = { id: 't1', title: 'Dawn', artist: 'Ada', album: '', duration: 60, format, audioUrl, coverUrl: '/c' };
  const shared = { kind: 'track', itemId: 't1', title: 'Dawn', subtitle: 'Ada', coverUrl: '/c', tracks: [track], earlyUntil: null };
  vi.stubGlobal('fetch', async () => Response.json(shared));
  await import('./main');
  await vi.waitFor(() => expect(document.querySelector('button.play')).not.toBeNull());
  document.querySelector<HTMLButtonElement>('button.play')?.click();
  return document.querySelector('audio') as HTMLAudioElement;
}

const problem = () => document.querySelector('.problem')?.textContent;

it('plays what the link offers', async () => {
  const audio = await playing('/sound?format=mp3&bitrate=320', 'mp3');
  expect(audio.getAttribute('src')).toBe('/sound?format=mp3&bitrate=320');
});

it('plays the best lossy conversion of an original that fails, and reports the problem only if that fails too', async () => {
  const audio = await playing('/sound', 'flac');
  expect(audio.getAttribute('src')).toBe('/sound');
  audio.dispatchEvent(new Event('error'));
  expect(audio.getAttribute('src')).toBe('/sound?format=mp3&bitrate=320');
  expect(HTMLMediaElement.prototype.play).toHaveBeenCalledTimes(2);
  expect(problem()).toBe('');
  audio.dispatchEvent(new Event('error'));
  expect(problem()).toBe('Could not play this song here. Open the page to listen.');
});
