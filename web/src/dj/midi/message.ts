/**
 * A channel message with its address. A released note has the address of the pressed one, and the value 0. Values go to 127, those of pitch
 * bends, which have no number, to 16383.
 */
export type Message = { status: number; number: number; value: number };

/** Whether it is a pitch bend, as some controllers send for their faders. */
export const isBend = (status: number) => (status & 0xf0) === 0xe0;

/** Reads a message of buttons, faders and wheels; null for any other, such as a clock. */
export function messageOf(data: Uint8Array): Message | null {
  const [status = 0, number = 0, value = 0] = data;
  if (data.length < 3) return null;
  const kind = status & 0xf0;
  if (kind === 0x80) return { status: status | 0x10, number, value: 0 };
  if (isBend(status)) return { status, number: 0, value: value * 128 + number };
  return kind === 0x90 || kind === 0xb0 ? { status, number, value } : null;
}
