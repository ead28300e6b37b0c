import { soundAddress } from '@/api/media';
import type { ItemDetails } from '@/player/engine/queue/item';

/** A conversion; bitrate is kbit/s, 0 for FLAC. */
export type Conversion = { format: 'opus' | 'aac' | 'mp3' | 'flac'; bitrate: 0 | 96 | 160 | 320 };

/** The capabilities of this browser and this server. */
export type Abilities = {
  plays: (format: string) => boolean;
  /** The formats the server converts to; none without a converter. */
  converts: readonly string[];
  /** Whether the listener's plan includes lossless quality; yes if omitted. */
  lossless?: boolean;
};

/** The maximum kbit/s of each choice. */
const LIMITS = { low: 96, normal: 160, high: 320, lossless: Number.POSITIVE_INFINITY } as const;
export type Step = keyof typeof LIMITS;
const STEPS: readonly Step[] = ['low', 'normal', 'high', 'lossless'];

/** The connection has to be this many times faster than the stream. */
const MARGIN = 1.5;
const LOSSLESS = 1500; // kbit/s of a typical FLAC file, with headroom

/** The best quality for a connection of that many kbit/s; null: unknown, so no limit. */
export function stepFor(kilobits: number | null, saveData: boolean): Step {
  if (saveData) return 'low';
  if (kilobits === null || kilobits >= LOSSLESS * MARGIN) return 'lossless';
  if (kilobits >= LIMITS.high * MARGIN) return 'high';
  return kilobits >= LIMITS.normal * MARGIN ? 'normal' : 'low';
}

/** The best quality below that many kbit/s, as after an interruption; null at the lowest. */
export const below = (kilobits: number): Step | null => STEPS.findLast((step) => LIMITS[step] < kilobits) ?? null;

const MIME: Record<string, string> = {
  mp3: 'audio/mpeg',
  flac: 'audio/flac',
  vorbis: 'audio/ogg; codecs="vorbis"',
  opus: 'audio/ogg; codecs="opus"',
  aac: 'audio/mp4; codecs="mp4a.40.2"',
  adts: 'audio/aac',
  alac: 'audio/mp4; codecs="alac"',
  wav: 'audio/wav',
  aiff: 'audio/aiff',
};

/** Whether this browser reports that it plays a format. */
export const plays =
  (element: Pick<HTMLAudioElement, 'canPlayType'>) =>
  (format: string): boolean =>
    element.canPlayType(MIME[format] ?? '') !== '';

const LOSSLESS_FORMATS: readonly string[] = ['flac', 'alac', 'wav', 'aiff'];

/** The conversion for an item: none (null) if the original can be played, is within the limit and in the plan. */
export function choose({ format, bitrate }: Pick<ItemDetails, 'format' | 'bitrate'>, step: Step, abilities: Abilities): Conversion | null {
  const limit = LIMITS[step];
  const included = abilities.lossless !== false || !(format === '' || LOSSLESS_FORMATS.includes(format));
  const playable = format === '' || abilities.plays(format);
  if (playable && included && bitrate <= limit) return null;
  const can = (target: string) => abilities.converts.includes(target) && abilities.plays(target);
  if (!playable && included && step === 'lossless' && can('flac')) return { format: 'flac', bitrate: 0 };
  const target = (['opus', 'aac', 'mp3'] as const).find(can);
  return target ? { format: target, bitrate: step === 'lossless' ? LIMITS.high : LIMITS[step] } : null;
}

/** The format of a station: MP3 or, for a low limit, a more efficient codec. */
export function streamOf(audioUrl: string, streams: readonly string[], step: Step, can: Abilities['plays']): string {
  if (step === 'high' || step === 'lossless') return audioUrl;
  const format = (['opus', 'aac'] as const).find((name) => streams.includes(name) && can(name === 'aac' ? 'adts' : name));
  return format ? `${audioUrl}.${format}` : audioUrl;
}

export const addressOf = (audioUrl: string, conversion: Conversion | null) =>
  conversion ? soundAddress(audioUrl, { format: conversion.format, bitrate: conversion.bitrate || undefined }) : audioUrl;
