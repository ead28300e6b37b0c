/** Writes Ogg Opus (RFC 3533, RFC 7845). */

const RATE = 48_000; // of Opus, at any sample rate of the input
/** Samples at the start that the decoder discards: the delay of libopus at this rate. */
const PRE_SKIP = 312;
const FIRST = 2;
const LAST = 4;
const VENDOR = 'Sonora';
const MAX_LACING = 255;

const TABLE = Uint32Array.from({ length: 256 }, (_, i) => {
  let crc = i << 24;
  for (let bit = 0; bit < 8; bit++) crc = (crc << 1) ^ (crc & 0x80000000 ? 0x04c11db7 : 0);
  return crc >>> 0;
});

function checksum(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) crc = ((crc << 8) ^ (TABLE[((crc >>> 24) ^ byte) & 0xff] as number)) >>> 0;
  return crc;
}

/** The number of samples in a packet, from its first byte (RFC 6716, section 3.1). Packets of this encoder have one or two frames. */
export function samplesIn(packet: Uint8Array): number {
  const first = packet[0] ?? 0;
  const config = first >> 3;
  const frame = config < 12 ? [480, 960, 1920, 2880][config & 3] : config < 16 ? [480, 960][config & 1] : [120, 240, 480, 960][config & 3];
  const code = first & 3;
  const count = code === 0 ? 1 : code < 3 ? 2 : (packet[1] ?? 0) & 63;
  return (frame ?? 0) * count;
}

export class Ogg {
  readonly #channels: number;
  readonly #serial = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  #sequence = 0;
  #granule = 0;

  constructor(channels: number) {
    this.#channels = channels;
  }

  /** The seconds written so far. */
  get seconds(): number {
    return Math.max(0, this.#granule - PRE_SKIP) / RATE;
  }

  /** The two pages before the sound. */
  head(): Uint8Array<ArrayBuffer> {
    const id = new Uint8Array(19);
    id.set(new TextEncoder().encode('OpusHead'));
    const view = new DataView(id.buffer);
    id[8] = 1;
    id[9] = this.#channels;
    view.setUint16(10, PRE_SKIP, true);
    view.setUint32(12, RATE, true);
    const vendor = new TextEncoder().encode(VENDOR);
    const tags = new Uint8Array(16 + vendor.length);
    tags.set(new TextEncoder().encode('OpusTags'));
    new DataView(tags.buffer).setUint32(8, vendor.length, true);
    tags.set(vendor, 12);
    return joined([this.#write([id], FIRST), this.#write([tags], 0)]);
  }

  /** A page of packets; it has room for those of a second. */
  page(packets: readonly Uint8Array[], isLast: boolean): Uint8Array<ArrayBuffer> {
    this.#granule += packets.reduce((sum, packet) => sum + samplesIn(packet), 0);
    return this.#write(packets, isLast ? LAST : 0);
  }

  #write(packets: readonly Uint8Array[], flags: number): Uint8Array<ArrayBuffer> {
    const lacing = packets.flatMap(({ length }) => [
      ...Array<number>(Math.floor(length / MAX_LACING)).fill(MAX_LACING),
      length % MAX_LACING,
    ]);
    if (lacing.length > MAX_LACING) throw new Error('Too much for a page.');
    const head = new Uint8Array(27 + lacing.length);
    head.set(new TextEncoder().encode('OggS'));
    const view = new DataView(head.buffer);
    head[5] = flags;
    view.setBigUint64(6, BigInt(this.#granule), true);
    view.setUint32(14, this.#serial, true);
    view.setUint32(18, this.#sequence++, true);
    head[26] = lacing.length;
    head.set(lacing, 27);
    const page = joined([head, ...packets]);
    new DataView(page.buffer).setUint32(22, checksum(page), true);
    return page;
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
