import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Recording } from '@/api/types';
import { t } from '@/i18n/broadcast';
import { longTime } from '@/lib/format';
import { Field } from '@/ui/field';
import { Slider } from '@/ui/slider';
import { waveQuery } from './recordings';
import { moved, secondsOf } from './trim';

type Trim = { from: number; to: number };
type TrimEditorProps = { recording: Recording; trim: Trim; onChange: (trim: Trim) => void };

/** Trims a recording at both ends, on its waveform or by time. */
export function TrimEditor({ recording: { id, duration }, trim, onChange }: TrimEditorProps) {
  const share = (seconds: number) => `${(100 * seconds) / Math.max(1, duration)}%`;
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 font-semibold text-sm">{t('broadcast.trim')}</legend>
      <div className="relative h-20 overflow-hidden rounded-md bg-sunken">
        <Wave id={id} />
        <div aria-hidden className="absolute inset-y-0 left-0 border-accent border-r-2 bg-(--glass)" style={{ width: share(trim.from) }} />
        <div
          aria-hidden
          className="absolute inset-y-0 right-0 border-accent border-l-2 bg-(--glass)"
          style={{ width: share(duration - trim.to) }}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        {(['from', 'to'] as const).map((end) => (
          <End
            key={end}
            label={t(end === 'from' ? 'broadcast.trimFrom' : 'broadcast.trimTo')}
            seconds={trim[end]}
            duration={duration}
            onMove={(seconds) => onChange(moved(trim, end, seconds, duration))}
          />
        ))}
      </div>
      <p className="tnum text-fg-muted text-sm">{t('broadcast.trimHeard', { time: longTime(trim.to - trim.from) })}</p>
    </fieldset>
  );
}

type EndProps = { label: string; seconds: number; duration: number; onMove: (seconds: number) => void };

function End({ label, seconds, duration, onMove }: EndProps) {
  const [text, setText] = useState<string>();
  const leave = () => {
    const next = secondsOf(text ?? '');
    if (next !== undefined) onMove(next);
    setText(undefined);
  };
  return (
    <div className="grid gap-2">
      <Field
        label={label}
        inputMode="numeric"
        autoComplete="off"
        value={text ?? longTime(seconds)}
        onChange={({ target }) => setText(target.value)}
        onBlur={leave}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault(); // changes the time, does not submit the form
          leave();
        }}
      />
      <Slider label={label} value={seconds} max={duration} step={0.1} valueText={longTime(seconds)} onChange={onMove} />
    </div>
  );
}

const COLUMNS = 240;
const HEIGHT = 100;

/** The loudness of the whole recording. */
function Wave({ id }: { id: string }) {
  const wave = useQuery(waveQuery(id));
  if (!wave.data) return null;
  const heights = columnsOf([wave.data.low, wave.data.mid, wave.data.high].map(bytesOf));
  const path = heights.map((height, i) => `M${i + 0.5} ${(HEIGHT - height) / 2}v${Math.max(1, height)}`).join('');
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${COLUMNS} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="absolute inset-0 size-full stroke-accent"
    >
      <path d={path} strokeWidth={0.7} />
    </svg>
  );
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

/** The loudest value of each column, scaled to a height of 100. */
function columnsOf(bands: Uint8Array[]): number[] {
  const n = bands[0]?.length ?? 0;
  const loud = Array.from({ length: COLUMNS }, () => 0);
  let most = 1;
  for (let i = 0; i < n; i++) {
    const value = Math.max(...bands.map((band) => band[i] ?? 0));
    const column = Math.floor((i * COLUMNS) / n);
    loud[column] = Math.max(loud[column] ?? 0, value);
    most = Math.max(most, value);
  }
  return loud.map((value) => (value / most) * HEIGHT * 0.92);
}
