import type { collection as spec } from '../spec/collection';

export const collection: Record<keyof typeof spec, string> = {
  'collection.importTitle': 'Importar de otro programa de DJ',
  'collection.importLead':
    'Hot cues, bucles, cuadrículas de compases, listas y cajas de rekordbox (XML), Traktor (NML), Serato (cajas) o Mixxx (mixxxdb.sqlite). Verás qué se ha encontrado antes de que cambie nada.',
  'collection.drop': 'Suelta aquí los archivos o elígelos',
  'collection.choose': 'Elegir archivos',
  'collection.reading': 'Leyendo los archivos…',
  'collection.serato': 'Leer las etiquetas de Serato de mi biblioteca',
  'collection.seratoHint': 'Serato guarda los hot cues, los bucles y las cuadrículas en los propios archivos de audio.',
  'collection.read': '{n, plural, one {# canción leída} other {# canciones leídas}}',
  'collection.failed': 'La importación ha fallado.',
  'collection.matched': '{n, plural, one {# canción encontrada} other {# canciones encontradas}} en la biblioteca',
  'collection.taken': 'Lo que se va a importar',
  'collection.took': 'Lo que se ha importado',
  'collection.cues': '{n, plural, one {# cue principal} other {# cues principales}}',
  'collection.hotCues': '{n, plural, one {# hot cue} other {# hot cues}}',
  'collection.loops': '{n, plural, one {# bucle} other {# bucles}}',
  'collection.grids': '{n, plural, one {# cuadrícula de compases} other {# cuadrículas de compases}}',
  'collection.playlists': '{n, plural, one {# lista} other {# listas}}',
  'collection.nothing': 'En estos archivos no hay nada nuevo.',
  'collection.kept': '{n, plural, one {# canción conserva tus propias marcas} other {# canciones conservan tus propias marcas}}',
  'collection.skipped':
    '{n, plural, one {# canción se queda como está} other {# canciones se quedan como están}}: tienes marcas más allá del final porque el archivo se ha acortado. Quítalas y vuelve a importar.',
  'collection.leftOut':
    '{n, plural, one {# marca no tiene} other {# marcas no tienen}} sitio en la mesa: hot cues y bucles a partir del noveno, memory cues junto a hot cues y marcas más allá del final de la canción.',
  'collection.invalid':
    '{n, plural, one {# marca está} other {# marcas están}} mal en el archivo: sin posición o tempo válidos, un bucle que termina antes de empezar o un segundo hot cue con el mismo número.',
  'collection.unread': 'No se {n, plural, one {ha podido leer # archivo} other {han podido leer # archivos}}. Inténtalo más tarde.',
  'collection.playlistsLeftOut':
    '{n, plural, one {# lista queda} other {# listas quedan}} fuera, porque cada importación crea 2000 como máximo. Vuelve a importar los mismos archivos para obtenerlas.',
  'collection.songsLeftOut':
    '{n, plural, one {# canción queda} other {# canciones quedan}} fuera, porque una lista admite 50.000 como máximo.',
  'collection.exists': 'Ya tienes {n, plural, one {# lista} other {# listas}} con el mismo nombre; se quedan como están.',
  'collection.missing': '{n, plural, one {# canción sin encontrar} other {# canciones sin encontrar}}',
  'collection.not-found': 'no está en la biblioteca',
  'collection.ambiguous': 'coinciden varias canciones',
  'collection.download': 'Descargar la lista',
  'collection.shown': 'Se muestran las primeras {n}.',
  'collection.existing': 'Donde ya tienes marcas tuyas',
  'collection.keep': 'Conservarlas y completar lo que falte',
  'collection.replace': 'Sustituirlas',
  'collection.apply': 'Importar',
  'collection.again': 'Otros archivos',
  'collection.done': 'Listo',
  'collection.exportTitle': 'Exportar para rekordbox',
  'collection.exportLead':
    'Un archivo XML con canciones y listas, y con tus cues, bucles y cuadrículas. Lo importan rekordbox, Traktor, Serato y otros programas.',
  'collection.what': 'Qué exportar',
  'collection.all': 'Todo lo que puedes escuchar',
  'collection.folder': 'Carpeta de la música en tu ordenador',
  'collection.folderHint': 'Por ejemplo, /Users/yo/Music o D:\\Music. El programa busca ahí los archivos.',
  'collection.export': 'Exportar',
  'collection.exportFailed': 'La exportación ha fallado.',
};
