import type { Shared, Station } from '@/api/types';
import { sized } from '@/lib/images';
import { call } from './call';
import { el, icon } from './dom';
import { text } from './texts';

const POLL = 30_000; // ms between two polls of what is on air

const RETRY = 5000; // ms before a lost stream is requested again

/** The station a link leads to if it is public, otherwise null. */
export async function stationOf({ kind, itemId }: Shared): Promise<Station | null> {
  if (kind !== 'station') return null;
  const response = await call(`/api/radios/${encodeURIComponent(itemId)}`);
  return response.ok ? response.json() : null;
}

/** A player of one endless stream: it requests the stream while playing, and reconnects after a loss. */
export function stationPlayer(shared: Shared, station: Station, names: HTMLElement): HTMLElement[] {
  const audio = el('audio', { preload: 'none' });
  const cover = el('img', { class: 'cover', alt: '', src: sized(shared.coverUrl, 300) });
  const line = names.querySelector('.artist') as HTMLElement;
  const play = el('button', { type: 'button', class: 'play' });
  const live = el('span', { class: 'live' });
  let wanted = false;

  const tell = ({ isLive, now, problem }: Station) => {
    line.textContent = [now?.artist, now?.title].filter(Boolean).join(' – ') || problem || shared.subtitle;
    live.textContent = isLive ? text.live : text.offline;
    live.toggleAttribute('data-live', isLive);
  };
  const look = () => {
    play.replaceChildren(icon(wanted ? 'pause' : 'play'));
    play.setAttribute('aria-label', wanted ? text.pause : text.play);
  };
  const pull = () => {
    if (!wanted) return;
    audio.src = station.listenUrl;
    void audio.play().catch((error: unknown) => console.warn('not played', error));
  };
  play.addEventListener('click', () => {
    wanted = !wanted;
    look();
    if (wanted) return pull();
    audio.removeAttribute('src');
    audio.load(); // closes the connection
  });
  for (const type of ['ended', 'error']) audio.addEventListener(type, () => wanted && setTimeout(pull, RETRY));
  setInterval(() => void stationOf(shared).then((next) => next && tell(next), console.warn), POLL);
  tell(station);
  look();
  const body = el('div', { class: 'body' }, names, el('div', { class: 'controls' }, play, live));
  return [el('section', { class: 'top' }, cover, body), audio];
}
