import type { mixes as spec } from '../spec/mixes';

export const mixes: Record<keyof typeof spec, string> = {
  'mix.play': 'Reproducir la sesión {title}',
  'mix.pause': 'Pausar la sesión {title}',
  'mixes.tab.explore': 'Explorar',
  'mixes.tab.create': 'Crear mix',
  'mixes.tab.recent': 'Recientes',
  'mixes.tab.featured': 'Destacados',
  'mixes.search': 'Buscar por título o DJ',
  'mixes.genre': 'Género',
  'mixes.all': 'Todos',
  'mixes.sort': 'Orden',
  'mixes.sort.likes': 'Más populares',
  'mixes.sort.newest': 'Más recientes',
  'mixes.sort.duration': 'Más largos',
  'mixes.featured': 'Sesión destacada',
  'mixes.title': 'No se encontraron sesiones',
  'mixes.none': 'En este servidor todavía no hay sesiones de DJ. Graba una en la mesa de DJ.',
  'mixes.record': 'Grabar la primera sesión',
  'mixes.noneMatch': 'Prueba con otro título, DJ o género.',
  'mixes.clear': 'Quitar filtros',
};
