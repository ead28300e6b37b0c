import type { later as spec } from '../spec/later';

export const later: Record<keyof typeof spec, string> = {
  'premium.title': 'Todo está incluido',
  'premium.text': 'Nada de lo que hay aquí requiere un plan de pago.',
};
