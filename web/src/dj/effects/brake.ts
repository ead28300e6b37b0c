import { tape } from './tape';

/** Slows down to a standstill, as a record does. */
export const brake = (context: BaseAudioContext) => tape(context, (share) => 1 - share);
