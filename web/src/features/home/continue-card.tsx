import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Track } from '@/api/types';
import { t } from '@/i18n/t';
import { seedOf } from '@/lib/art';
import { isPlayable } from '@/player/engine/queue/item';
import { usePlayer } from '@/player/view/use-player';
import { ArtistLink } from '@/things/page/names';
import { PlayBadge } from '@/things/play/play-button';
import { usePlayback } from '@/things/play/playback';
import { Cover } from '@/ui/cover';
import { recentQuery } from './queries';

/** The last played item, large next to the greeting if there is space; hidden if this browser's player still has it. */
export function ContinueCard() {
  const player = usePlayer();
  const [inPlayer] = useState(player.current !== null);
  const recent = useQuery(recentQuery).data?.filter(isPlayable);
  return !inPlayer && recent?.[0] ? <Card tracks={recent} track={recent[0]} /> : null;
}

function Card({ tracks, track }: { tracks: Track[]; track: Track }) {
  const { stateOf, toggle } = usePlayback(tracks, { kind: 'home', title: t('home.recentlyPlayed'), href: '/' });
  const state = stateOf(track);
  const name = { title: track.title, artist: track.artist || t('track.unknownArtist') };
  return (
    <article className="hidden w-88 shrink-0 items-center gap-5 rounded-xl border border-line bg-(--glass) p-4 @4xl:flex">
      <button
        type="button"
        aria-label={state === 'playing' ? t('track.pauseNamed', name) : t('track.playNamed', name)}
        onClick={() => toggle(track)}
        className="group/play relative shrink-0 rounded-lg"
      >
        <Cover url={track.coverImageUrl} seed={seedOf(track)} sizes="128px" eager className="size-32" />
        <PlayBadge state={state} />
      </button>
      <div className="min-w-0">
        <p className="text-fg-muted text-sm">{t('home.continue')}</p>
        <p className="display mt-1 line-clamp-2 text-lg leading-snug">{track.title}</p>
        <ArtistLink name={track.artist} id={track.artistId} className="block text-fg-muted text-sm" />
      </div>
    </article>
  );
}
