import { AudioWaveform, SlidersHorizontal } from 'lucide-react';
import { Suspense, useState } from 'react';
import { t } from '@/i18n/analysis';
import { usePrefs } from '@/lib/prefs';
import { lazily } from '@/lib/until-loaded';
import type { SoundFilter } from '@/things/track/queries';
import { Button } from '@/ui/button';
import { IconButton } from '@/ui/icon-button';
import type { LibrarySearch } from './section';

const FilterDialog = lazily(() => import('./filter-dialog').then((m) => m.FilterDialog));

const NAMES = ['bpmMin', 'bpmMax', 'energyMin', 'energyMax', 'loudnessMin', 'loudnessMax', 'key', 'compatible'] as const;

/** The filters by analysis in the address. */
export const soundFilterOf = (search: LibrarySearch): SoundFilter =>
  Object.fromEntries(NAMES.flatMap((name) => (isGood(name, search[name]) ? [[name, search[name]]] : [])));

/** Addresses can contain anything. */
const isGood = (name: (typeof NAMES)[number], value: string | undefined) =>
  Boolean(value) && (name === 'key' || name === 'compatible' || Number.isFinite(Number(value)));

/** A number of an address, for the server. */
export const asked = (text: string | undefined) => (text === undefined ? undefined : Number(text));

/** The filters as the server takes them. */
export const soundQueryOf = (filter: SoundFilter) => ({
  bpmMin: asked(filter.bpmMin),
  bpmMax: asked(filter.bpmMax),
  energyMin: asked(filter.energyMin),
  energyMax: asked(filter.energyMax),
  loudnessMin: asked(filter.loudnessMin),
  loudnessMax: asked(filter.loudnessMax),
  key: filter.key,
  compatible: filter.compatible,
});

type SoundFiltersProps = { filter: SoundFilter; set: (change: LibrarySearch) => void };

/** The switch for analysis columns, and a dialog that filters by tempo, key, loudness or energy. */
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
        {n > 0 ? t('filter.openN', { n }) : <span className="@max-5xl:sr-only">{t('filter.open')}</span>}
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

/** Removes all filters from the address. */
export const NO_FILTER: SoundFilter = Object.fromEntries(NAMES.map((name) => [name, undefined]));
