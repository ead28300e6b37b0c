import { useState } from 'react';
import { t } from '@/i18n/analysis';
import type { SoundFilter } from '@/things/track/queries';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Field } from '@/ui/field';
import { Select } from '@/ui/select';
import { Switch } from '@/ui/switch';

type FormProps = { filter: SoundFilter; onDone: (filter: SoundFilter) => void };
type FilterDialogProps = FormProps & { open: boolean; onOpenChange: (open: boolean) => void };

/** Asks for tempo, energy, loudness and key. */
export function FilterDialog({ open, onOpenChange, ...form }: FilterDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('filter.title')}>
      <FilterForm {...form} />
    </Dialog>
  );
}

const RANGES = [
  { what: 'filter.bpm', least: 'bpmMin', most: 'bpmMax', scale: 1 },
  { what: 'filter.energy', least: 'energyMin', most: 'energyMax', scale: 100 },
  { what: 'filter.loudness', least: 'loudnessMin', most: 'loudnessMax', scale: 1 },
] as const;

const KEYS = 'C Cm Db C#m D Dm Eb Ebm E Em F Fm F# F#m G Gm Ab G#m A Am Bb Bbm B Bm'.split(' ');

function FilterForm({ filter, onDone }: FormProps) {
  const [draft, setDraft] = useState(filter);
  const crossed = RANGES.filter(({ least, most }) => draft[least] && draft[most] && Number(draft[least]) > Number(draft[most]));
  const key = draft.compatible ?? draft.key ?? '';
  const chooseKey = (next: string, mixes: boolean) =>
    setDraft({ ...draft, key: !mixes && next ? next : undefined, compatible: mixes && next ? next : undefined });
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (crossed.length > 0) return;
        onDone(Object.fromEntries(Object.entries(draft).filter(([, value]) => value)));
      }}
    >
      {RANGES.map(({ what, least, most, scale }) => (
        <div key={what} className="grid grid-cols-2 items-start gap-3">
          {([least, most] as const).map((name) => (
            <Field
              key={name}
              label={t(name === least ? 'filter.from' : 'filter.to', { what: t(what) })}
              type="number"
              step="any"
              error={name === most && crossed.some((range) => range.most === most) ? t('filter.crossed') : undefined}
              value={draft[name] === undefined ? '' : String(Math.round(Number(draft[name]) * scale * 1000) / 1000)}
              onChange={({ target }) =>
                setDraft({ ...draft, [name]: target.value === '' ? undefined : String(target.valueAsNumber / scale) })
              }
            />
          ))}
        </div>
      ))}
      <div className="flex flex-wrap items-center justify-between gap-4">
        <Select
          label={t('filter.key')}
          value={key}
          onChange={(next) => chooseKey(next, draft.compatible !== undefined)}
          options={[
            { value: '', label: `${t('filter.key')}: ${t('filter.anyKey')}` },
            ...KEYS.map((name) => ({ value: name, label: name })),
          ]}
        />
        <Switch
          label={t('filter.compatible')}
          checked={draft.compatible !== undefined}
          disabled={key === ''}
          onChange={({ target }) => chooseKey(key, target.checked)}
        />
      </div>
      <div className="flex justify-end gap-3">
        <Button variant="ghost" onClick={() => onDone({})}>
          {t('filter.clear')}
        </Button>
        <Button type="submit">{t('filter.apply')}</Button>
      </div>
    </form>
  );
}
