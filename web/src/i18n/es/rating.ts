import type { rating as spec } from '../spec/rating';

export const rating: Record<keyof typeof spec, string> = {
  'rating.of': 'Tu valoración de {title}',
  'rating.stars': '{n, plural, one {# estrella} other {# estrellas}}',
  'rating.clear': 'Quitar valoración',
  'rating.failed': 'No se pudo guardar la valoración',
  'rating.rate': 'Valorar',
};
