/** The curves of the desk's faders and knobs. Positions are those of the controls, 0 to 100. */

export const CURVES = ['power', 'linear', 'cut'] as const;
/** How one deck fades into the other: at constant power, linearly, or with both at full level in the middle. */
export type Curve = (typeof CURVES)[number];

/** The share of the crossfader's travel in which a cut fades. */
const CUT = 0.05;

/** The gains of the decks on the left and on the right. */
export function crossfade(position: number, curve: Curve): [left: number, right: number] {
  const x = Math.min(1, Math.max(0, position / 100));
  if (curve === 'linear') return [1 - x, x];
  if (curve === 'cut') return [Math.min(1, (1 - x) / CUT), Math.min(1, x / CUT)];
  return [Math.cos((x * Math.PI) / 2), Math.sin((x * Math.PI) / 2)];
}

/** Where a deck is on the crossfader: on one of its sides, or not on it at all. */
export const SIDES = ['a', 'through', 'b'] as const;
export type Side = (typeof SIDES)[number];

/** The gain of a deck on a side, of the gains of both sides. */
export const sideGain = (side: Side, [a, b]: [left: number, right: number]) => (side === 'a' ? a : side === 'b' ? b : 1);

/** Which deck the crossfader favours. */
export const sideOf = (position: number) => (position < 40 ? 'a' : position > 60 ? 'b' : 'center');

/** The gain of a band at 100, in dB. */
const MAX_BOOST = 12;
/** The attenuation of a band at the lowest position above 0, in dB. At 0 the band is silent. */
const MIN_CUT = 26;

/** The gain of a band of the equaliser: 0 at 0, 1 at 50. */
export function bandGain(position: number): number {
  if (position <= 0) return 0;
  const decibels = position >= 50 ? ((position - 50) / 50) * MAX_BOOST : ((position - 50) / 50) * MIN_CUT;
  return 10 ** (decibels / 20);
}

/** Where faders change nothing, which is where they begin. Above, they amplify: a channel by up to 5 dB, the master by up to 4 dB. */
export const UNITY = { channel: 75, master: 80, voice: 75 } as const;

/** The gain of a volume fader: 1 at unity. A square is close to perceived loudness. */
const faderGain = (position: number, unity: number) => (Math.max(0, position) / unity) ** 2;
export const channelGain = (position: number) => faderGain(position, UNITY.channel);
export const masterGain = (position: number) => faderGain(position, UNITY.master);
export const voiceGain = (position: number) => faderGain(position, UNITY.voice);
/** The gain of what must never be louder than it is: stems, whose sum is the track, and the headphones, which have no limiter. */
export const plainGain = (position: number) => faderGain(position, 100);

/** The gain of a level in dB. */
export const gainOf = (decibels: number) => 10 ** (decibels / 20);

/** The gain in dB that brings a track to the loudness of the desk without clipping its true peak; 0 for an unknown loudness. */
export function autoGain(loudness: { integrated: number | null; truePeak: number | null } | null): number {
  if (loudness === null || loudness.integrated === null || loudness.truePeak === null) return 0;
  return Math.max(-MAX_TRIM, Math.min(MAX_TRIM, TARGET - loudness.integrated, CEILING - loudness.truePeak));
}
const TARGET = -14; // LUFS
const CEILING = -1; // dBTP
const MAX_TRIM = 12; // dB

/** The cut-off frequencies of the filter knob in Hz: below 50 it removes the highs, above 50 the lows. At 50 it does nothing. */
export function filterAt(position: number): { highpass: number; lowpass: number } {
  const x = (position - 50) / 50;
  return { highpass: x > 0.02 ? 20 * 300 ** x : OPEN.highpass, lowpass: x < -0.02 ? 20_000 / 200 ** -x : OPEN.lowpass };
}
const OPEN = { highpass: 5, lowpass: 22_000 };
