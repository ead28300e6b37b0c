import { day } from '@/lib/format';

/** The strings of the embedded player, in the language of the browser. */
const texts = {
  en: {
    play: 'Play',
    pause: 'Pause',
    next: 'Next song',
    previous: 'Previous song',
    seek: 'Position',
    of: 'of',
    open: 'Open in {site}',
    gone: 'This link no longer works.',
    failed: 'Could not load this. Try again later.',
    unplayable: 'Could not play this song here. Open the page to listen.',
    songs: 'Songs',
    elsewhere: 'Open the page to listen.',
    early: 'Early access until {day}. Open the page to see who can play it.',
    live: 'LIVE',
    offline: 'OFFLINE',
  },
  es: {
    play: 'Reproducir',
    pause: 'Pausar',
    next: 'Canción siguiente',
    previous: 'Canción anterior',
    seek: 'Posición',
    of: 'de',
    open: 'Abrir en {site}',
    gone: 'Este enlace ya no funciona.',
    failed: 'No se pudo cargar. Inténtalo más tarde.',
    unplayable: 'No se pudo reproducir aquí. Abre la página para escuchar.',
    songs: 'Canciones',
    elsewhere: 'Abre la página para escuchar.',
    early: 'Acceso anticipado hasta el {day}. Abre la página para saber más.',
    live: 'EN DIRECTO',
    offline: 'SIN EMISIÓN',
  },
} as const;

export const language = navigator.language.toLowerCase().startsWith('es') ? 'es' : 'en';
export const text = texts[language];

/** The label of the link to the page of a shared thing. */
export const openIn = (site: string): string => text.open.replace('{site}', () => site);

/** Why a mix in early access does not play here. */
export const earlyUntil = (at: string): string => text.early.replace('{day}', () => day(at, language));
