import { Link } from '@tanstack/react-router';
import type { Episode } from '@/api/types';
import { language } from '@/i18n/search';
import { day, span } from '@/lib/format';
import { Cover } from '@/ui/cover';

/** An episode as a square card that opens it. */
export function EpisodeCard({ episode }: { episode: Episode }) {
  const { id, title, podcastId, podcastTitle, publishedAt, duration } = episode;
  return (
    <article data-slot="episode-card" className="group/card relative min-w-0">
      <Cover url={episode.coverUrl} seed={podcastTitle} sizes="(width < 40rem) 45vw, 200px" />
      <div className="mt-2 truncate leading-6">
        <Link
          to="/podcasts/$id/episodes/$episode"
          params={{ id: podcastId, episode: id }}
          data-result
          className="font-semibold leading-6 after:absolute after:inset-0 after:rounded-lg hover:underline"
        >
          {title}
        </Link>
      </div>
      <p className="truncate text-fg-muted text-sm">{podcastTitle}</p>
      <p className="tnum truncate text-fg-muted text-sm">
        {[publishedAt && day(publishedAt, language()), duration && span(duration)].filter(Boolean).join(' · ')}
      </p>
    </article>
  );
}
