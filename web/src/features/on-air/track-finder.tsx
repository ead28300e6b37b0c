import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { apiQuery } from '@/api/query-client';
import type { Track } from '@/api/types';
import { t } from '@/i18n/on-air';
import { seedOf } from '@/lib/art';
import { Cover } from '@/ui/cover';
import { Field } from '@/ui/field';
import { IconButton } from '@/ui/icon-button';

const SHOWN = 8;

/** Searches the library for tracks to play on air. */
export function TrackFinder({ onAdd }: { onAdd: (track: Track) => void }) {
  const [text, setText] = useState('');
  const search = useDeferredValue(text.trim());
  const found = useQuery({ ...apiQuery(['/api/search', { q: search, limit: SHOWN }]), enabled: search.length > 1 });
  return (
    <section className="grid content-start gap-3 rounded-xl border border-line bg-surface p-5">
      <Field
        type="search"
        label={t('onAir.search')}
        placeholder={t('onAir.searchHint')}
        value={text}
        maxLength={100}
        onChange={({ target }) => setText(target.value)}
      />
      {search.length > 1 && found.data?.tracks.length === 0 && <p className="text-fg-muted">{t('onAir.noResults')}</p>}
      <ul className="grid gap-1">
        {search.length > 1 &&
          found.data?.tracks.map((track) => (
            <li key={track.id} className="flex items-center gap-3">
              <Cover url={track.coverImageUrl} seed={seedOf(track)} sizes="40px" className="size-10 rounded-sm" />
              <div className="min-w-0 flex-1">
                <p className="truncate font-semibold">{track.title}</p>
                <p className="truncate text-fg-muted text-sm">{track.artist}</p>
              </div>
              <IconButton icon={Plus} label={t('onAir.add', { title: track.title })} onClick={() => onAdd(track)} />
            </li>
          ))}
      </ul>
    </section>
  );
}
