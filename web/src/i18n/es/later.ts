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
  'premium.title': 'Todo está incluido',
  'premium.text': 'Nada de lo que hay aquí requiere un plan de pago.',
};
