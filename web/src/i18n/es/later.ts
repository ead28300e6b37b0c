import type { later as spec } from '../spec/later';

export const later: Record<keyof typeof spec, string> = {
  'later.search': 'Buscar en tu música',
  'later.newest': 'Escuchar lo nuevo',
  'ai.tab.create': 'Crear',
  'ai.tab.recent': 'Recientes',
  'ai.tab.featured': 'Destacados',
  'ai.tab.trending': 'Tendencias',
  'ai.create.title': 'No hay ningún proveedor de música conectado',
  'ai.create.text': 'Crear música con palabras necesita un proveedor, y esta versión no puede conectarse a ninguno.',
  'ai.recent.title': 'No hay pistas de IA',
  'ai.recent.text': 'Ninguna pista de esta biblioteca se hizo con IA.',
  'mixes.tab.explore': 'Explorar',
  'mixes.tab.create': 'Crear mezcla',
  'mixes.tab.recent': 'Recientes',
  'mixes.tab.featured': 'Destacados',
  'mixes.title': 'No se encontraron sesiones',
  'mixes.text': 'En este servidor no hay sesiones de DJ. Los álbumes suenan sin pausas, que en una buena noche se le parece.',
  'mixes.create.title': 'Los platos aún no están aquí',
  'mixes.create.text': 'Esta versión no tiene consola de DJ. Prepara canciones en la cola y ordénalas a tu gusto.',
  'premium.title': 'Todo está incluido',
  'premium.text': 'Este servidor no vende planes. Todo lo que funciona aquí, funciona para todos sus miembros.',
};
