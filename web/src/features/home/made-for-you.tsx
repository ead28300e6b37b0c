import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Headphones } from 'lucide-react';
import { apiQuery } from '@/api/query-client';
import type { MadeForYou as Mix } from '@/api/types';
import { t } from '@/i18n/history';
import { usePlayer } from '@/player/view/use-player';
import { PlayBadge } from '@/things/play/play-button';
import { usePlayAll } from '@/things/play/playback';
import { Cover } from '@/ui/cover';
import { EmptyState } from '@/ui/empty-state';
import { QueryView } from '@/ui/query-view';
import { Section } from './section';
import { STRIP_HEIGHT, Strip, StripItem, StripSkeleton } from './strip';

/** Daily mixes from what the person plays and likes. */
export function MadeForYou() {
  const query = useQuery(apiQuery(['/api/made-for-you']));
  return (
    <Section title={t('shelf.madeForYou')}>
      <QueryView query={query} skeleton={<StripSkeleton />} empty={<NoMixes />}>
        {(mixes) => (
          <Strip label={t('shelf.madeForYou')}>
            {mixes.map((mix) => (
              <StripItem key={mix.id}>
                <MixCard mix={mix} />
              </StripItem>
            ))}
          </Strip>
        )}
      </QueryView>
    </Section>
  );
}

const NoMixes = () => (
  <div style={{ minHeight: STRIP_HEIGHT }}>
    <EmptyState level={3} icon={Headphones} title={t('shelf.noMixes')} text={t('shelf.noMixesText')} />
  </div>
);

function MixCard({ mix }: { mix: Mix }) {
  const { state, toggle } = usePlayMix(mix);
  return (
    <article data-slot="made-for-you" className="group/card min-w-0">
      <button
        type="button"
        aria-label={t(state === 'playing' ? 'news.pause' : 'news.play', { title: mix.name })}
        onClick={toggle}
        className="group/play relative block aspect-square w-full overflow-hidden rounded-lg"
      >
        <Mosaic mix={mix} />
        <PlayBadge state={state} />
      </button>
      <h3 className="mt-2 truncate font-semibold leading-6">{mix.name}</h3>
      <p className="line-clamp-2 text-fg-muted text-sm leading-5">{mix.text}</p>
    </article>
  );
}

/** Four covers as one, or the first if there are fewer. */
function Mosaic({ mix: { coverUrls, name } }: { mix: Mix }) {
  if (coverUrls.length < 4) return <Cover url={coverUrls[0] ?? null} seed={name} sizes="176px" className="size-full" />;
  return (
    <span className="grid size-full grid-cols-2">
      {coverUrls.map((url) => (
        <Cover key={url} url={url} seed={url} sizes="88px" className="size-full rounded-none" />
      ))}
    </span>
  );
}

function usePlayMix(mix: Mix) {
  const client = useQueryClient();
  const player = usePlayer();
  const context = { kind: 'made-for-you', title: mix.name, href: '/' };
  const playAll = usePlayAll(async () => {
    const tracks = await client.fetchQuery(apiQuery(['/api/made-for-you', mix.id, 'tracks']));
    return { tracks, total: tracks.length };
  }, context);
  const loaded = player.queue.context?.kind === context.kind && player.queue.context.title === mix.name && player.current !== null;
  const state = !loaded ? ('stopped' as const) : player.isPlaying ? ('playing' as const) : ('paused' as const);
  return { state, toggle: () => (loaded ? player.toggle() : void playAll('inOrder')) };
}
