import { useQuery } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import type { Release } from '@/api/types';
import { language, t } from '@/i18n/history';
import { day } from '@/lib/format';
import { EmptyState } from '@/ui/empty-state';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { releasesQuery } from './queries';

/** The release notes, newest version first. They are in English. */
export function Releases() {
  return (
    <QueryView
      query={useQuery(releasesQuery)}
      skeleton={<Skeleton className="h-72 w-full rounded-xl" />}
      empty={<EmptyState icon={Sparkles} title={t('news.none')} />}
    >
      {(releases) => (
        <div className="grid gap-5">
          {releases.map((release) => (
            <ReleaseCard key={release.version} release={release} />
          ))}
        </div>
      )}
    </QueryView>
  );
}

function ReleaseCard({ release: { version, date, notes } }: { release: Release }) {
  const areas = [...new Set(notes.map((note) => note.area))];
  return (
    <article className="rounded-xl border border-line bg-surface p-6">
      <h2 className="display text-xl">
        <span lang="en">{version}</span>
      </h2>
      {date && <p className="text-fg-muted text-sm">{day(`${date}T12:00`, language())}</p>}
      <div lang="en" className="mt-3 grid gap-4">
        {areas.map((area) => (
          <section key={area}>
            {area && <h3 className="mb-1.5 font-semibold">{area}</h3>}
            <ul className="grid list-disc gap-1.5 pl-5 text-fg-muted">
              {notes
                .filter((note) => note.area === area)
                .map((note) => (
                  <li key={note.text} className="max-w-[72ch]">
                    {note.text}
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </div>
    </article>
  );
}
