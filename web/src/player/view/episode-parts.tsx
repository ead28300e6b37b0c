import { useQuery } from '@tanstack/react-query';
import { chaptersQuery, transcriptQuery } from '@/api/podcasts';
import { t } from '@/i18n/podcasts';
import { longTime } from '@/lib/format';
import { Skeleton } from '@/ui/skeleton';
import './episode-parts.css';

type Parts = { episodeId: string; onSeek: (seconds: number) => void };

/** The chapters of an episode; a click seeks there. Renders nothing without chapters. */
export function Chapters({ episodeId, onSeek }: Parts) {
  const { data = [] } = useQuery(chaptersQuery(episodeId));
  if (data.length === 0) return null;
  return (
    <section className="mt-6">
      <h2 className="display mb-2 text-lg">{t('podcast.chapters')}</h2>
      <ol className="grid">
        {data.map(({ start, title }, i) => (
          <li key={`${start} ${title}`}>
            <button
              type="button"
              onClick={() => onSeek(start)}
              className="hit flex min-h-10 w-full items-baseline gap-3 rounded-md px-2 py-2 text-left hover:bg-surface-3"
            >
              <span className="tnum shrink-0 text-accent-text text-sm">{longTime(start)}</span>
              <span className="min-w-0">{title || t('podcast.chapter', { n: i + 1 })}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The transcript of an episode; a click on a line with a time seeks there. */
export function Transcript({ episodeId, onSeek }: Parts) {
  const { data, isPending, isError } = useQuery(transcriptQuery(episodeId));
  if (isPending) return <Skeleton className="mt-6 h-40 w-full" />;
  if (isError || data.length === 0) return null;
  const timed = data.some(({ start }) => start > 0);
  return (
    <section className="mt-6">
      <h2 className="display mb-2 text-lg">{t('podcast.transcript')}</h2>
      <div className="grid gap-1">
        {data.map(({ start, speaker, text }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change
          <p key={i} className="episode-words">
            {speaker && speaker !== data[i - 1]?.speaker && <strong className="block pt-2 text-sm">{speaker}</strong>}
            {timed ? (
              <button type="button" onClick={() => onSeek(start)} className="rounded-sm px-1 py-1 text-left hover:bg-surface-3">
                <span className="sr-only">{longTime(start)} </span>
                {text}
              </button>
            ) : (
              text
            )}
          </p>
        ))}
      </div>
    </section>
  );
}

/** Notes of an episode or a podcast: HTML sanitised by the server, with links that open in a new tab. */
export function Notes({ html }: { html: string }) {
  if (html === '') return null;
  return (
    <div
      className="episode-notes"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server's own, through an allow-list; scripts and styles of a page are forbidden besides
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
