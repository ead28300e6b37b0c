import { useMutation, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { request } from '@/api/client';
import { messageOf } from '@/api/error';
import { apiQuery } from '@/api/query-client';
import { RADIOS } from '@/api/stations';
import type { DirectoryStation, Station } from '@/api/types';
import { t } from '@/i18n/create';
import { useSettled } from '@/lib/settled';
import { countryLabel } from '@/things/station/countries';
import { Field } from '@/ui/field';
import { IconButton } from '@/ui/icon-button';
import { toast } from '@/ui/toast/toast-store';

const DIRECTORY = `${RADIOS}/directory`;
const SHOWN = 8;
const LEAST = 2; // letters
const DEBOUNCE = 400; // ms after the last key press: the directory is an external service

/** Searches a directory of stations; one press adds a station as a relay. */
export function DirectorySearch({ isPublic, onMade }: { isPublic: boolean; onMade: (station: Station) => void }) {
  const [text, setText] = useState('');
  const asked = useSettled(text.trim(), DEBOUNCE);
  const found = useQuery({
    ...apiQuery([DIRECTORY, { q: asked, limit: SHOWN }]),
    enabled: asked.length >= LEAST,
    placeholderData: (before) => before,
    retry: false,
  });
  const add = useMutation({
    mutationFn: ({ id }: DirectoryStation) => request(DIRECTORY, { method: 'POST', body: { id, isPublic } }),
    onSuccess: onMade,
    onError: (error) => toast({ tone: 'danger', title: t('create.stationFailed'), description: messageOf(error, t('ui.loadFailedText')) }),
  });
  const stations = asked.length >= LEAST ? found.data : undefined;
  return (
    <div className="grid gap-2">
      <Field
        type="search"
        label={t('create.directory')}
        hint={t('create.directoryHint')}
        error={found.error ? messageOf(found.error, t('ui.loadFailedText')) : undefined}
        autoComplete="off"
        maxLength={200}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()} // must not submit the form
      />
      <p role="status" className="text-fg-muted text-sm empty:hidden">
        {stations?.length === 0 && t('create.directoryNone')}
      </p>
      {stations && stations.length > 0 && (
        <ul aria-label={t('create.directory')} className="divide-y divide-line">
          {stations.map((station) => (
            <li key={station.id} className="flex min-h-14 items-center gap-3 py-1.5">
              <div className="min-w-0 flex-1">
                <p className="truncate font-semibold">{station.name}</p>
                <p className="truncate text-fg-muted text-sm">{factsOf(station)}</p>
              </div>
              <IconButton
                icon={Plus}
                label={t('create.directoryAdd', { name: station.name })}
                disabled={add.isPending}
                onClick={() => add.mutate(station)}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const factsOf = ({ genre, country, format, bitrate }: DirectoryStation) =>
  [genre, countryLabel(country), bitrate ? `${format} ${bitrate}` : format].filter(Boolean).join(' · ');
