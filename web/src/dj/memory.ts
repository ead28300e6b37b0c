/** Bytes of decoded stems on one deck: four of five minutes, or a split of ten. A phone ends a page that takes much more than PHONE. */
const [DESKTOP, PHONE] = [512e6, 160e6] as const;
const BYTES = 2 * 4; // of a frame: two channels of floats

/** Whether the device that a page runs on is a phone or a small tablet. */
const isSmall = (): boolean => matchMedia('(pointer: coarse) and (max-width: 64rem)').matches;

/** Whether this device can hold a number of decoded stems of a length in seconds. */
export const fits = (seconds: number, rate: number, stems: number, small = isSmall()): boolean =>
  seconds * rate * BYTES * stems <= (small ? PHONE : DESKTOP);

/**
 * Bytes of decoded long tracks on all decks together, and of one of them: half an hour. While one is decoded, the browser needs twice its
 * bytes. Devices that are small or have little memory stream long tracks.
 */
const [ALL, ONE] = [1600e6, 720e6] as const;
/** The GB of memory from which a device decodes long tracks. Browsers tell no more than 8, and some nothing. */
const MUCH = 8;
let used = 0;

const hasMuch = (): boolean => ((navigator as { deviceMemory?: number }).deviceMemory ?? MUCH) >= MUCH && !isSmall();

/** Reserves the memory for a long track of some seconds; returns what releases it, or null if this device cannot hold it. */
export function reserve(seconds: number, rate: number): (() => void) | null {
  const bytes = seconds * rate * BYTES;
  if (bytes > ONE || used + bytes > ALL || !hasMuch()) return null;
  used += bytes;
  let isHeld = true;
  return () => {
    if (isHeld) used -= bytes;
    isHeld = false;
  };
}
