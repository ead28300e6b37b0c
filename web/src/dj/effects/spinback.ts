import { tape } from './tape';

/** The share of the time until the record spins at its highest speed. */
const PUSH = 0.06;

/** Spins backwards, up to five times as fast, and runs out. */
export const spinback = (context: BaseAudioContext) =>
  tape(context, (share, amount) => {
    const top = -(1 + 4 * amount);
    return share < PUSH ? 1 + (top - 1) * (share / PUSH) : top * ((1 - share) / (1 - PUSH)) ** 2;
  });
