import type { landing as spec } from '../spec/landing';

export const landing: Record<keyof typeof spec, string> = {
  'landing.nav': '{product}, inicio',
  'landing.getStartedFree': 'Empieza gratis',
  'landing.signIn': 'Iniciar sesión',
  'landing.getStartedNow': 'Empieza ahora',
  'landing.title': 'Tus discos, cálidos y a todo volumen.',
  'landing.lead':
    '{product} es un servidor de música para las canciones que son tuyas. Las encuentra, ordena sus portadas y las reproduce en todas partes, sin pausas.',
  'landing.features': 'De qué está hecho',
  'landing.radio.title': 'Radio en directo',
  'landing.radio.text': 'Emisoras en el aire a todas horas, y la tuya junto a ellas.',
  'landing.ai.title': 'Generación de música con IA',
  'landing.ai.text': 'Describe un ambiente en una frase y obtén una pista con la que trabajar.',
  'landing.mixes.title': 'Sesiones de DJ',
  'landing.mixes.text': 'Dos platos, un crossfader y sesiones que duran horas.',
  'landing.library.title': 'Una biblioteca de música',
  'landing.library.text': 'FLAC, MP3, Opus y más: etiquetas, portadas y letras se leen allí donde están tus archivos.',
  'landing.smart.title': 'Funciones inteligentes',
  'landing.smart.text':
    'Fundido (crossfade) entre canciones, reproducción sin pausas (gapless) en los álbumes y un mismo volumen para todo.',
  'landing.community.title': 'Una comunidad global',
  'landing.community.text': 'Comparte lo que descubres con oyentes de todas partes; tus archivos se quedan en casa.',
  'landing.music': 'Suena aquí',
  'landing.stations': 'En antena',
  'landing.musicText': 'Música que este servidor comparte con todo el mundo. Pulsa reproducir, sin cuenta.',
  'landing.closing': 'Dale al play esta noche.',
  'landing.closingText': 'Dile a {product} dónde está tu carpeta de música. Un minuto después, suena.',
  'landing.footer': '{product} © 2025',
  'landing.legal': 'Aviso legal',
};
