import type { players as spec } from '../spec/players';

export const players: Record<keyof typeof spec, string> = {
  'players.title': 'Tus dispositivos',
  'players.lead': 'Continúa aquí lo que suena en otro dispositivo, o contrólalo.',
  'players.empty':
    'Ningún otro dispositivo ha reproducido nada todavía. Inicia sesión en {product} en un móvil u otro ordenador y reproduce una canción.',
  'players.here': 'Este dispositivo',
  'players.playing': 'Suena: {title}',
  'players.paused': 'En pausa: {title}',
  'players.stopped': 'Detenido',
  'players.absent': 'Sin conexión. Visto por última vez el {when}',
  'players.elsewhere': 'Continuar desde otro dispositivo',
  'players.playHere': 'Reproducir aquí',
  'players.playHereNamed': 'Continuar aquí lo que suena en {name}',
  'players.play': 'Reproducir en {name}',
  'players.pause': 'Pausar {name}',
  'players.next': 'Siguiente en {name}',
  'players.previous': 'Anterior en {name}',
  'players.volume': 'Volumen de {name}',
  'players.forget': 'Olvidar {name}',
  'players.failed': 'El dispositivo no respondió',
  'players.nothing': 'No hay nada que continuar',
  'players.continueFrom': 'Desde {name}',
};
