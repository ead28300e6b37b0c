/** The small player's few texts, in the language of the browser. */
const texts = {
  en: {
    play: 'Play',
    pause: 'Pause',
    next: 'Next song',
    previous: 'Previous song',
    seek: 'Position',
    of: 'of',
    open: 'Open in Sonora',
    gone: 'This link leads nowhere any more.',
    failed: 'This could not be loaded. Try again later.',
    unplayable: 'This song cannot be played here.',
    songs: 'Songs',
    elsewhere: 'Open the page to listen.',
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
    open: 'Abrir en Sonora',
    gone: 'Este enlace ya no lleva a ningún sitio.',
    failed: 'No se pudo cargar. Inténtalo más tarde.',
    unplayable: 'Esta canción no se puede reproducir aquí.',
    songs: 'Canciones',
    elsewhere: 'Abre la página para escuchar.',
    live: 'EN VIVO',
    offline: 'APAGADA',
  },
} as const;

export const language = navigator.language.toLowerCase().startsWith('es') ? 'es' : 'en';
export const text = texts[language];
