import { Link } from '@tanstack/react-router';
import type { Podcast } from '@/api/types';
import { t } from '@/i18n/podcasts';
import { Badge } from '@/ui/badge';
import { Cover } from '@/ui/cover';

/** A podcast: its cover and title, which link to its page, its author and its plays. */
export function PodcastCard({ podcast }: { podcast: Podcast }) {
  return (
    <article data-slot="podcast-card" className="relative min-w-0">
      <Link to="/podcasts/$id" params={{ id: podcast.id }} data-result className="group block rounded-lg">
        <Cover url={podcast.coverUrl} seed={podcast.title} sizes="(width < 40rem) 45vw, 200px" />
        <h3 className="mt-2 truncate font-semibold leading-6 group-hover:underline">{podcast.title}</h3>
      </Link>
      {podcast.subscription && (
        <Badge tone="accent" className="pointer-events-none absolute top-2 left-2">
          {t('podcast.subscribed')}
        </Badge>
      )}
      <p className="truncate text-fg-muted text-sm">{podcast.author || t('podcast.count', { n: podcast.episodes })}</p>
      <p className="tnum truncate text-fg-muted text-sm">{t('podcast.plays', { n: podcast.plays })}</p>
    </article>
  );
}
