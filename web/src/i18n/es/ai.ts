import type { ai as spec } from '../spec/ai';

export const ai: Record<keyof typeof spec, string> = {
  'ai.tab.create': 'Crear',
  'ai.tab.recent': 'Recientes',
  'ai.tab.featured': 'Destacados',
  'ai.tab.trending': 'Tendencias',
  'ai.count': '{n, plural, one {# pista de IA} other {# pistas de IA}}',
  'ai.none': 'Aún no hay pistas de IA',
  'ai.noneText': 'Nada de lo que puedes escuchar aquí se hizo con IA.',
  'ai.first': 'Crear Primera Canción',
  'ai.create.title': 'No hay ningún proveedor de música conectado',
  'ai.create.text': 'Generar música necesita un proveedor, y esta versión no puede conectarse a ninguno.',
};
