import { AudioWaveform, SlidersHorizontal } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { t } from '@/i18n/analysis';
import { usePrefs } from '@/lib/prefs';
import type { SoundFilter } from '@/things/track/queries';
import { Button } from '@/ui/button';
import { IconButton } from '@/ui/icon-button';
import type { LibrarySearch } from './section';

const FilterDialog = lazy(() => import('./filter-dialog').then((m) => ({ default: m.FilterDialog })));

const NAMES = ['bpmMin', 'bpmMax', 'energyMin', 'energyMax', 'loudnessMin', 'loudnessMax', 'key', 'compatible'] as const;

/** What of the address filters by sound. */
export const soundFilterOf = (search: LibrarySearch): SoundFilter =>
  Object.fromEntries(NAMES.flatMap((name) => (isGood(name, search[name]) ? [[name, search[name]]] : [])));

/** What people type into the address may be anything. */
const isGood = (name: (typeof NAMES)[number], value: string | undefined) =>
  Boolean(value) && (name === 'key' || name === 'compatible' || Number.isFinite(Number(value)));

type SoundFiltersProps = { filter: SoundFilter; set: (change: LibrarySearch) => void };

/** The columns of sound, and a dialog to see only songs of some tempo, key, loudness or energy. */
export function SoundFilters({ filter, set }: SoundFiltersProps) {
  const [open, setOpen] = useState<boolean>();
  const { soundColumns, set: setPrefs } = usePrefs();
  const n = Object.keys(filter).length;
  return (
    <>
      <IconButton
        icon={AudioWaveform}
        label={t('library.soundColumns')}
        aria-pressed={soundColumns}
        className="@max-3xl:hidden"
        onClick={() => setPrefs({ soundColumns: !soundColumns })}
      />
      <Button variant="outline" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <SlidersHorizontal size={16} aria-hidden />
        {n > 0 ? t('filter.openN', { n }) : t('filter.open')}
      </Button>
      {open !== undefined && (
        <Suspense>
          <FilterDialog
            filter={filter}
            open={open}
            onOpenChange={setOpen}
            onDone={(next) => {
              set({ ...NO_FILTER, ...next });
              setOpen(false);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

/** Takes every filter out of the address. */
export const NO_FILTER: SoundFilter = Object.fromEntries(NAMES.map((name) => [name, undefined]));
