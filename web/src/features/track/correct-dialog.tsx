import { type ReactNode, useRef, useState } from 'react';
import type { GridSegment, Sound, SoundEdit } from '@/api/analysis';
import { ApiError } from '@/api/error';
import { t } from '@/i18n/analysis';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Field } from '@/ui/field';
import { Select } from '@/ui/select';
import { useCorrect } from './correct-queries';
import { addTap, tapTempo } from './tap-tempo';

const MAJOR = ['C', 'Db', 'D', 'Eb', 'E', 'F', 'F#', 'G', 'Ab', 'A', 'Bb', 'B'];
const MINOR = ['Cm', 'C#m', 'Dm', 'Ebm', 'Em', 'Fm', 'F#m', 'Gm', 'G#m', 'Am', 'Bbm', 'Bm'];
const KEYS = [...MAJOR, ...MINOR];

const METERS = ['2', '3', '4', '5', '6', '7', '9', '12'];
const NUDGE = 0.01; // s

type CorrectDialogProps = {
  trackId: string;
  sound: Sound;
  corrected: boolean;
  /** The beats of a correction over the waveform. */
  preview: (edit: SoundEdit) => ReactNode;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Corrects tempo, beat grid, meter and key. Only changes are sent. */
export function CorrectDialog({ trackId, sound, corrected, preview, open, onOpenChange }: CorrectDialogProps) {
  const [edit, setEdit] = useState<SoundEdit>({});
  const [bpmText, setBpmText] = useState(sound.tempo.bpm ? String(round(sound.tempo.bpm)) : '');
  const correct = useCorrect(trackId);
  const set = (change: SoundEdit) => setEdit({ ...edit, ...change });
  const setBpm = (text: string) => {
    setBpmText(text);
    set({ bpm: numberIn(text) });
  };
  const refusal = correct.error instanceof ApiError ? correct.error.fieldErrors.bpm?.[0] : undefined;
  const bpmError = edit.bpm !== undefined && !(Number(edit.bpm) > 0) ? t('correct.bpmWrong') : refusal;
  const form = useRef<HTMLFormElement>(null);
  const toError = () => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  const send = (what: SoundEdit | null) =>
    correct.mutate(what, {
      onSuccess: () => {
        setEdit({});
        onOpenChange(false);
      },
      onError: () => setTimeout(toError),
    });
  const grid = edit.grid ?? sound.grid;
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('correct.title')} description={t('correct.lead')}>
      <form
        ref={form}
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (edit.bpm !== undefined && !(Number(edit.bpm) > 0)) toError();
          else send(edit);
        }}
      >
        <Field
          label={t('correct.bpm')}
          inputMode="decimal"
          value={bpmText}
          error={bpmError}
          onChange={(event) => setBpm(event.target.value)}
        />
        <div className="-mt-2 flex flex-wrap gap-2">
          <Button size="sm" variant="secondary" onClick={() => setBpm(scaled(bpmText, 0.5))}>
            {t('correct.half')}
          </Button>
          <Button size="sm" variant="secondary" onClick={() => setBpm(scaled(bpmText, 2))}>
            {t('correct.double')}
          </Button>
          <TapButton onTempo={(bpm) => setBpm(String(bpm))} />
        </div>
        <div className="flex flex-wrap gap-4">
          <Labelled text={t('correct.key')}>
            <Select
              label={t('correct.key')}
              value={edit.key ?? sound.key}
              onChange={(key) => set({ key })}
              options={[{ value: '', label: t('correct.keyNone') }, ...KEYS.map((key) => ({ value: key, label: key }))]}
            />
          </Labelled>
          <Labelled text={t('correct.meter')}>
            <Select
              label={t('correct.meter')}
              value={String(edit.meter ?? (sound.meter || 4))}
              onChange={(meter) => set({ meter: Number(meter) })}
              options={METERS.map((meter) => ({ value: meter, label: meter }))}
            />
          </Labelled>
        </div>
        {grid.length > 0 && (
          <GridFields grid={grid} downbeat={edit.downbeat ?? sound.downbeat} onChange={set}>
            {preview(edit)}
          </GridFields>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          {corrected && (
            <Button variant="ghost" disabled={correct.isPending} onClick={() => send(null)}>
              {t('correct.reset')}
            </Button>
          )}
          <Button type="submit" pending={correct.isPending} disabled={Object.keys(edit).length === 0}>
            {t('correct.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type GridFieldsProps = { grid: GridSegment[]; downbeat: number; onChange: (change: SoundEdit) => void; children: ReactNode };

/** Moves the beat grid and its first downbeat; children show the result. */
function GridFields({ grid, downbeat, onChange, children }: GridFieldsProps) {
  return (
    <fieldset>
      <legend className="font-semibold text-sm">{t('correct.grid')}</legend>
      <p className="tnum mt-1 text-fg-muted text-sm">
        {t('correct.gridAt', { seconds: (grid[0]?.start ?? 0).toFixed(3), n: downbeat + 1 })}
      </p>
      {children}
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" variant="secondary" onClick={() => onChange({ grid: shifted(grid, -NUDGE) })}>
          {t('correct.earlier')}
        </Button>
        <Button size="sm" variant="secondary" onClick={() => onChange({ grid: shifted(grid, NUDGE) })}>
          {t('correct.later')}
        </Button>
        <Button size="sm" variant="secondary" disabled={downbeat === 0} onClick={() => onChange({ downbeat: downbeat - 1 })}>
          {t('correct.beatBack')}
        </Button>
        <Button size="sm" variant="secondary" onClick={() => onChange({ downbeat: downbeat + 1 })}>
          {t('correct.beatOn')}
        </Button>
      </div>
    </fieldset>
  );
}

function TapButton({ onTempo }: { onTempo: (bpm: number) => void }) {
  const [times, setTimes] = useState<number[]>([]);
  return (
    <Button
      size="sm"
      variant="outline"
      data-tooltip={t('correct.tapHint')}
      onClick={(event) => {
        const next = addTap(times, event.timeStamp);
        setTimes(next);
        const bpm = tapTempo(next);
        if (bpm !== null) onTempo(bpm);
      }}
    >
      {t('correct.tap')}
    </Button>
  );
}

const Labelled = ({ text, children }: { text: string; children: React.ReactNode }) => (
  <div className="grid gap-1.5">
    <span aria-hidden className="font-semibold text-sm">
      {text}
    </span>
    {children}
  </div>
);

/** NaN for invalid numbers. */
const numberIn = (text: string) => Number(text.trim().replace(',', '.') || Number.NaN);
const round = (n: number) => Math.round(n * 1000) / 1000;
const scaled = (text: string, by: number) => (numberIn(text) > 0 ? String(round(numberIn(text) * by)) : text);
const shifted = (grid: GridSegment[], by: number) => grid.map((segment) => ({ ...segment, start: Math.max(0, segment.start + by) }));
