import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { peaksQuery, type Sound, type SoundEdit } from '@/api/analysis';
import { t } from '@/i18n/analysis';
import { respaced } from './waveform';
import { paintWaveform } from './waveform-paint';

const SHOWN = 6; // seconds: short enough for single beats, and for errors to show

type GridPreviewProps = { trackId: string; sound: Sound; edit: SoundEdit };

/** The first beats over the waveform, with the corrections applied. */
export function GridPreview({ trackId, sound, edit }: GridPreviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { data: peaks } = useQuery(peaksQuery(trackId));
  useEffect(() => {
    const element = canvas.current;
    if (!element || !peaks) return;
    const next = corrected(sound, edit);
    const from = Math.max(0, (next.grid[0]?.start ?? 0) - 0.25);
    const paint = () => paintWaveform(element, peaks, next, { from, to: from + SHOWN }, element.clientWidth);
    const observer = new ResizeObserver(paint);
    observer.observe(element);
    return () => observer.disconnect();
  }, [peaks, sound, edit]);
  if (!peaks) return null;
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={t('correct.preview')}
      data-slot="grid-preview"
      className="mt-2 block h-44 w-full rounded-lg border border-line bg-sunken"
    />
  );
}

/** The beats of a correction, without sections and cues. */
function corrected(sound: Sound, edit: SoundEdit): Sound {
  const meter = edit.meter ?? (sound.meter || 4);
  const spaced = edit.grid || !(Number(edit.bpm) > 0) ? null : respaced(sound, Number(edit.bpm), meter);
  const grid = edit.grid ?? spaced?.grid ?? sound.grid;
  return { ...sound, grid, meter, downbeat: edit.downbeat ?? spaced?.downbeat ?? sound.downbeat, sections: [], cues: [] };
}
