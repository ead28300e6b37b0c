/** Bytes of decoded stems on one deck: four of five minutes, or a split of ten. A phone ends a page that takes much more than PHONE. */
const [DESKTOP, PHONE] = [512e6, 160e6] as const;
const BYTES = 2 * 4; // of a frame: two channels of floats

/** Whether the device that a page runs on is a phone or a small tablet. */
const isSmall = (): boolean => matchMedia('(pointer: coarse) and (max-width: 64rem)').matches;

/** Whether this device can hold a number of decoded stems of a length in seconds. */
export const fits = (seconds: number, rate: number, stems: number, small = isSmall()): boolean =>
  seconds * rate * BYTES * stems <= (small ? PHONE : DESKTOP);
