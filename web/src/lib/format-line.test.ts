import { describe, expect, it } from 'vitest';
import { formatLine } from './format-line';

describe('format line', () => {
  it.each([
    [{ format: 'flac', bitDepth: 24, sampleRate: 96000, bitrate: 2830 }, 'FLAC 24/96'],
    [{ format: 'flac', bitDepth: 16, sampleRate: 44100, bitrate: 900 }, 'FLAC 16/44.1'],
    [{ format: 'mp3', bitDepth: null, sampleRate: 44100, bitrate: 320 }, 'MP3 320'],
    [{ format: 'opus', bitDepth: null, sampleRate: 48000, bitrate: 0 }, 'OPUS'],
  ])('%j is %s', (track, line) => {
    expect(formatLine(track)).toBe(line);
  });
});
