import type { later as spec } from '../spec/later';

export const later: Record<keyof typeof spec, string> = {
  'later.search': 'Buscar en tu música',
  'later.newest': 'Escuchar música nueva',
  'ai.tab.create': 'Crear',
  'ai.tab.recent': 'Recientes',
  'ai.tab.featured': 'Destacados',
  'ai.tab.trending': 'Tendencias',
  'ai.create.title': 'No hay ningún proveedor de música conectado',
  'ai.create.text': 'Generar música necesita un proveedor, y esta versión no puede conectarse a ninguno.',
  'ai.recent.title': 'No hay pistas de IA',
  'ai.recent.text': 'Nada de esta biblioteca se hizo con IA.',
  'mixes.tab.explore': 'Explorar',
  'mixes.tab.create': 'Crear mix',
  'mixes.tab.recent': 'Recientes',
  'mixes.tab.featured': 'Destacados',
  'mixes.title': 'No se encontraron sesiones',
  'mixes.text': 'En este servidor no hay sesiones de DJ. Mientras tanto, los álbumes suenan sin pausas.',
  'mixes.create.title': 'Aún no hay consola de DJ',
  'mixes.create.text': 'Esta versión no tiene consola de DJ. Pon canciones en la cola en el orden que quieras.',
  'premium.title': 'Todo está incluido',
  'premium.text': 'Este servidor no vende planes. Todas las funciones sirven para todos los miembros.',
};
