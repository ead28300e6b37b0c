import { soundAddress } from '@/api/media';
import type { Shared, SharedTrack } from '@/api/types';
import { time } from '@/lib/format';
import { sized } from '@/lib/images';
import './embed.css';
import { call } from './call';
import { el, icon } from './dom';
import { stationOf, stationPlayer } from './station';
import { earlyUntil, language, openIn, text } from './texts';

/**
 * The embedded player: shows what one link leads to, without loading the app. It has no session and sends no cookie.
 */
const root = document.getElementById('player') as HTMLElement;
const id = location.pathname.split('/').at(-1) ?? '';

/** The server writes the name of the site into the title. */
const site = document.title;

void start();

async function start(): Promise<void> {
  document.documentElement.lang = language;
  try {
    const response = await call(`/api/shared/${encodeURIComponent(id)}`);
    if (response.ok) await show(await response.json());
    else say(response.status === 404 ? text.gone : text.failed);
  } catch {
    say(text.failed);
  } finally {
    root.removeAttribute('aria-busy');
  }
}

const say = (message: string) => root.replaceChildren(el('p', { class: 'message', role: 'alert' }, message));

async function show(shared: Shared): Promise<void> {
  document.title = shared.title;
  const station = await stationOf(shared);
  if (station) {
    root.replaceChildren(...stationPlayer(shared, station, head(shared, shared.subtitle)));
    return;
  }
  if (shared.tracks.length === 0) {
    const why = el('p', { class: 'why' }, shared.earlyUntil ? earlyUntil(shared.earlyUntil) : text.elsewhere);
    root.replaceChildren(
      el('section', { class: 'top' }, coverOf(shared), el('div', { class: 'body' }, head(shared, shared.subtitle), why)),
    );
    return;
  }
  root.replaceChildren(...player(shared));
}

const coverOf = ({ coverUrl }: Shared) => el('img', { class: 'cover', alt: '', src: sized(coverUrl, 300) });

function head(shared: Shared, subtitle: string): HTMLElement {
  return el(
    'div',
    { class: 'names' },
    el(
      'h1',
      {},
      el('a', { href: `/s/${id}`, target: '_blank', rel: 'noopener', 'aria-label': `${shared.title}: ${openIn(site)}` }, shared.title),
    ),
    el('p', { class: 'artist' }, subtitle),
  );
}

/** Cover, names, controls and, if there is more than one song, the list. */
function player(shared: Shared): HTMLElement[] {
  const { tracks } = shared;
  const audio = el('audio', { preload: 'none' });
  const cover = coverOf(shared);
  const names = head(shared, shared.subtitle);
  const artist = names.querySelector('.artist') as HTMLElement;
  const play = el('button', { type: 'button', class: 'play', 'aria-label': text.play }, icon('play'));
  const seek = el('input', { type: 'range', min: '0', max: '1', step: 'any', value: '0', 'aria-label': text.seek });
  const clock = el('span', { class: 'clock' }, time(tracks[0]?.duration ?? 0));
  const problem = el('p', { class: 'problem', role: 'alert' });
  const rows = tracks.map((track, i) => row(track, i, () => (i === at && audio.src ? toggle() : begin(i))));
  const list = el('ol', { 'aria-label': text.songs }, ...rows.map((button) => el('li', {}, button)));
  let at = 0;
  let isConverted = false;

  const begin = (index: number) => {
    const track = tracks[index];
    if (!track) return;
    at = index;
    problem.textContent = '';
    isConverted = !canPlay(track, audio);
    audio.src = isConverted ? asMP3(track) : track.audioUrl;
    if (tracks.length > 1) artist.textContent = `${track.title} – ${track.artist}`;
    for (const [i, button] of rows.entries()) {
      if (i === index) button.setAttribute('aria-current', 'true');
      else button.removeAttribute('aria-current');
    }
    void resume();
  };
  const resume = () => audio.play().catch((error: unknown) => console.warn('not played', error));
  const toggle = () => {
    if (!audio.src) begin(0);
    else if (audio.paused) void resume();
    else audio.pause();
  };
  const paint = () => {
    const duration = lengthOf();
    const share = duration > 0 ? audio.currentTime / duration : 0;
    seek.value = String(share);
    seek.style.setProperty('--share', `${share * 100}%`);
    seek.setAttribute('aria-valuetext', `${time(audio.currentTime)} ${text.of} ${time(duration)}`);
    clock.textContent = audio.src ? `${time(audio.currentTime)} / ${time(duration)}` : time(duration);
  };
  const lengthOf = () => (Number.isFinite(audio.duration) ? audio.duration : (tracks[at]?.duration ?? 0));
  const look = () => {
    play.replaceChildren(icon(audio.paused ? 'play' : 'pause'));
    play.setAttribute('aria-label', audio.paused ? text.play : text.pause);
  };

  play.addEventListener('click', toggle);
  seek.addEventListener('input', () => {
    if (!audio.src) begin(at);
    audio.currentTime = seek.valueAsNumber * lengthOf();
  });
  for (const type of ['play', 'pause']) audio.addEventListener(type, look);
  for (const type of ['timeupdate', 'durationchange', 'seeked']) audio.addEventListener(type, paint);
  audio.addEventListener('ended', () => (at + 1 < tracks.length ? begin(at + 1) : paint()));
  audio.addEventListener('error', () => {
    const track = tracks[at];
    if (!track || isConverted) {
      problem.textContent = text.unplayable;
      return;
    }
    isConverted = true;
    audio.src = asMP3(track);
    void resume();
  });
  paint();

  const skip = (label: string, name: 'previous' | 'next', step: number) => {
    const button = el('button', { type: 'button', class: 'skip', 'aria-label': label }, icon(name));
    button.addEventListener('click', () => begin((at + step + tracks.length) % tracks.length));
    return button;
  };
  const controls =
    tracks.length > 1 ? [skip(text.previous, 'previous', -1), play, skip(text.next, 'next', 1), seek, clock] : [play, seek, clock];
  const body = el('div', { class: 'body' }, names, el('div', { class: 'controls' }, ...controls), problem);
  return [el('section', { class: 'top' }, cover, body), ...(tracks.length > 1 ? [list] : []), audio];
}

const row = ({ title, artist, duration }: SharedTrack, i: number, onClick: () => void) => {
  const button = el(
    'button',
    { type: 'button', class: 'row' },
    el('span', { class: 'number' }, String(i + 1)),
    el('span', { class: 'title' }, title, el('small', {}, artist)),
    el('span', { class: 'number' }, time(duration)),
  );
  button.addEventListener('click', onClick);
  return button;
};

/** Types that browsers may not be able to decode, by the format's name in the API. */
const TYPES: Record<string, string> = {
  flac: 'audio/flac',
  opus: 'audio/ogg; codecs=opus',
  vorbis: 'audio/ogg; codecs=vorbis',
  alac: 'audio/mp4; codecs=alac',
  aiff: 'audio/aiff',
};

function canPlay({ format }: SharedTrack, audio: HTMLAudioElement): boolean {
  const type = TYPES[format.toLowerCase()];
  return !type || audio.canPlayType(type) !== '';
}

/** For what this browser cannot play as it is, and for what the plan of whoever shared it has stopped including since. */
const asMP3 = ({ audioUrl }: SharedTrack) => soundAddress(audioUrl, { format: 'mp3', bitrate: 320 });
