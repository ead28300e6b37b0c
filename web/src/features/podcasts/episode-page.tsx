import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Pause, Play } from 'lucide-react';
import { episodeQuery } from '@/api/podcasts';
import type { Episode } from '@/api/types';
import { language, t } from '@/i18n/podcasts';
import { day, span } from '@/lib/format';
import { usePageMeta } from '@/lib/page-meta';
import { Chapters, Notes, Transcript } from '@/player/view/episode-parts';
import { EpisodeState } from '@/things/episode/episode-row';
import { usePlayEpisode } from '@/things/episode/play-episode';
import { Hero, HeroSkeleton } from '@/things/page/hero';
import { isNotFound, NotHere } from '@/things/page/not-here';
import { Button } from '@/ui/button';
import { QueryView } from '@/ui/query-view';

/** /podcasts/$id/episodes/$episode: an episode's notes, chapters and transcript. */
export function EpisodePage() {
  const { episode: id = '' } = useParams({ strict: false }) as { episode?: string };
  const episode = useQuery({ ...episodeQuery(id), staleTime: 30_000 });
  usePageMeta(episode.data?.title);
  if (isNotFound(episode.error)) return <NotHere title={t('podcast.notFound')} text={t('podcast.notFoundText')} />;
  return (
    <QueryView query={episode} skeleton={<HeroSkeleton />}>
      {(data) => <EpisodeView key={data.id} episode={data} />}
    </QueryView>
  );
}

function EpisodeView({ episode }: { episode: Episode }) {
  const { state, toggle, playAt } = usePlayEpisode();
  const { id, title, podcastId, podcastTitle, publishedAt, duration, people, done, position } = episode;
  const playing = state(id) === 'playing';
  const Icon = playing ? Pause : Play;
  const facts = [publishedAt && day(publishedAt, language()), duration && span(duration)].filter(Boolean).join(' · ');
  const seek = (seconds: number) => playAt(episode, seconds);
  return (
    <>
      <Hero
        coverImageUrl={episode.coverUrl}
        seed={podcastTitle}
        kind={
          <Link to="/podcasts/$id" params={{ id: podcastId }} className="hover:underline">
            {podcastTitle}
          </Link>
        }
        title={title}
        actions={
          <Button size="lg" aria-label={t(playing ? 'podcast.pause' : 'podcast.play', { title })} onClick={() => toggle(episode)}>
            <Icon size={18} className="fill-current" aria-hidden />
            {t(playing ? 'podcast.halt' : !done && position > 0 ? 'podcast.resume' : 'podcast.listen')}
          </Button>
        }
      >
        {facts && <p className="tnum">{facts}</p>}
        {people.length > 0 && (
          <p>
            {t('podcast.people')} {people.map(({ name }) => name).join(', ')}
          </p>
        )}
        <EpisodeState episode={episode} />
      </Hero>
      <div className="mt-6">
        <Notes html={episode.description} />
        <Chapters episodeId={id} onSeek={seek} />
        {episode.hasTranscript && <Transcript episodeId={id} onSeek={seek} />}
      </div>
    </>
  );
}
