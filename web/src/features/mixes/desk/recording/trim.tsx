import { type RefObject, useId } from 'react';
import { t } from '@/i18n/desk';
import { longTime } from '@/lib/format';
import { Button } from '@/ui/button';
import './trim.css';

/** The part of a recording that is kept, in seconds. */
export type Part = { from: number; to: number };

/** Bars of the waveform: about one for every pixel of a small screen. */
const BARS = 400;
/** Seconds that are left at least. */
const LEAST = 1;
/** Seconds of the end that a preview plays. */
const ENDING = 5;

type TrimProps = {
  part: Part;
  seconds: number;
  /** 0 to 1, at equal distances; empty if they are not known. */
  peaks: readonly number[];
  audio: RefObject<HTMLAudioElement | null>;
  disabled: boolean;
  onChange: (part: Part) => void;
};

/** Handles for the beginning and the end of a recording, on its waveform. Moving one lets the preview jump there. */
export function Trim({ part, seconds, peaks, audio, disabled, onChange }: TrimProps) {
  const jump = (to: number) => {
    if (audio.current) audio.current.currentTime = to;
  };
  const move = (to: Part, heard: number) => {
    onChange(to);
    jump(heard);
  };
  const play = (from: number) => {
    jump(from);
    void audio.current?.play();
  };
  const percent = (at: number) => `${(100 * at) / seconds}%`;
  return (
    <fieldset className="grid gap-1" disabled={disabled}>
      <legend className="mb-1.5 font-semibold text-sm">{t('desk.trim')}</legend>
      <div className="desk-trim-wave" aria-hidden>
        <svg viewBox={`0 0 ${BARS} 2`} preserveAspectRatio="none">
          <title>{t('desk.trim')}</title>
          <path d={drawn(peaks)} />
        </svg>
        <span style={{ left: 0, width: percent(part.from) }} />
        <span style={{ right: 0, width: percent(seconds - part.to) }} />
      </div>
      <Handle
        label={t('desk.trim.from')}
        value={part.from}
        max={seconds}
        onChange={(at) => move({ ...part, from: Math.min(at, part.to - LEAST) }, at)}
      />
      <Handle
        label={t('desk.trim.to')}
        value={part.to}
        max={seconds}
        onChange={(at) => move({ ...part, to: Math.max(at, part.from + LEAST) }, at - ENDING)}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button size="sm" variant="ghost" onClick={() => play(part.from)}>
          {t('desk.trim.hearStart')}
        </Button>
        <Button size="sm" variant="ghost" onClick={() => play(Math.max(part.from, part.to - ENDING))}>
          {t('desk.trim.hearEnd')}
        </Button>
        <span className="tnum ml-auto text-fg-muted text-sm">{t('desk.trim.length', { length: longTime(part.to - part.from) })}</span>
      </div>
    </fieldset>
  );
}

type HandleProps = { label: string; value: number; max: number; onChange: (at: number) => void };

function Handle({ label, value, max, onChange }: HandleProps) {
  const id = useId();
  return (
    <div className="grid grid-cols-[5rem_minmax(0,1fr)_4.5rem] items-center gap-2">
      <label htmlFor={id} className="text-sm">
        {label}
      </label>
      <input
        id={id}
        type="range"
        className="desk-trim-handle"
        min={0}
        max={max}
        step={0.1}
        value={value}
        aria-valuetext={longTime(value)}
        onChange={({ target }) => onChange(target.valueAsNumber)}
      />
      <span className="tnum text-right text-fg-muted text-sm">{longTime(value)}</span>
    </div>
  );
}

/** A path around the middle with the loudest peak of each bar. */
function drawn(peaks: readonly number[]): string {
  if (peaks.length === 0) return '';
  const count = Math.min(BARS, peaks.length);
  const bars = Array.from({ length: count }, (_, i) => {
    const part = peaks.slice(Math.floor((i * peaks.length) / count), Math.ceil(((i + 1) * peaks.length) / count));
    return Math.max(0.02, ...part);
  });
  const width = BARS / bars.length;
  return bars
    .map(
      (peak, i) =>
        `M${(i * width).toFixed(2)} ${(1 - peak).toFixed(3)}h${(0.8 * width).toFixed(2)}v${(2 * peak).toFixed(3)}h-${(0.8 * width).toFixed(2)}z`,
    )
    .join('');
}
