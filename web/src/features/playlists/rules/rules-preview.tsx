import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { messageOf } from '@/api/error';
import { previewRules } from '@/api/playlists';
import type { SmartField } from '@/api/types';
import { t } from '@/i18n/playlists';
import { seedOf } from '@/lib/art';
import { useSettled } from '@/lib/settled';
import { Cover } from '@/ui/cover';
import { Spinner } from '@/ui/spinner';
import { type Draft, toRules } from './rules';

const WAIT = 350;
const SHOWN = 5;

/** The songs that match the rules, refetched shortly after a change. */
export function RulesPreview({ draft, fields }: { draft: Draft; fields: readonly SmartField[] }) {
  const now = useMemo(() => JSON.stringify(toRules(draft, fields)), [draft, fields]);
  const rules = useSettled(now, WAIT);
  const preview = useQuery({
    queryKey: ['/api/playlists/smart/preview', { rules }],
    queryFn: ({ signal }) => previewRules(JSON.parse(rules), signal),
    enabled: rules !== 'null',
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  if (now === 'null') return <p className="text-fg-muted text-sm">{t('playlist.rulesMissing')}</p>;
  const waiting = now !== rules || preview.isFetching;
  return (
    <section className="grid min-w-0 gap-2" aria-busy={waiting}>
      <p role="status" className="flex items-center gap-2 font-semibold">
        {waiting && <Spinner size={16} />}
        {preview.error
          ? messageOf(preview.error, t('playlist.previewFailed'), ['rules', 'detail'])
          : preview.data
            ? t('playlist.preview', { n: preview.data.total })
            : t('playlist.previewing')}
      </p>
      {preview.data && preview.data.tracks.length > 0 && (
        <ul aria-label={t('playlist.previewList')} className="grid min-w-0 gap-1">
          {preview.data.tracks.slice(0, SHOWN).map((track) => (
            <li key={track.id} className="flex min-w-0 items-center gap-3">
              <Cover url={track.coverImageUrl} seed={seedOf(track)} sizes="32px" className="size-8 rounded-sm!" />
              <span className="min-w-0 truncate text-sm">
                {track.title} <span className="text-fg-muted">{track.artist}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
