import { Link } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import type { Mix } from '@/api/types';
import { t } from '@/i18n/mixes';
import { cn } from '@/lib/cn';
import { span } from '@/lib/format';
import { usePlayer } from '@/player/view/use-player';
import { PlayBadge } from '@/things/play/play-button';
import { Cover } from '@/ui/cover';
import { earlyText, useEarlyLock } from './early-access';
import { isOwnSound } from './own-sound';

/** A DJ mix as a square card: its cover plays and pauses it if it can be played here. */
export function MixCard({ mix }: { mix: Mix }) {
  const { state, toggle } = usePlayMix(mix);
  const locked = useEarlyLock(mix);
  const playable = isOwnSound(mix.audioUrl) && locked === null;
  return (
    <article data-slot="mix-card" data-state={state} className="group/card min-w-0">
      <div className="relative">
        <div className="overflow-hidden rounded-lg">
          <Cover url={coverOf(mix)} seed={mix.title} sizes="(width < 40rem) 45vw, 200px" />
        </div>
        {playable && (
          <button
            type="button"
            data-result
            aria-label={t(state === 'playing' ? 'mix.pause' : 'mix.play', { title: mix.title })}
            onClick={toggle}
            className="group/play absolute inset-0 rounded-lg"
          >
            <PlayBadge state={state} />
          </button>
        )}
      </div>
      <h3 className={cn('mt-2 truncate font-semibold leading-6', state !== 'stopped' && 'text-accent-text')}>
        <Link
          to="/mixes/$id"
          params={{ id: mix.id }}
          tabIndex={playable ? undefined : -1}
          data-result={playable ? undefined : ''}
          className="hover:underline"
        >
          {mix.title}
        </Link>
      </h3>
      <div className="flex items-baseline justify-between gap-2 text-fg-muted text-sm">
        <span className="min-w-0 truncate">{djOf(mix)}</span>
        {mix.duration > 0 && <span className="tnum shrink-0">{span(mix.duration)}</span>}
      </div>
      {locked === null ? (
        <p className="text-fg-muted text-xs">{t('mixes.plays', { n: mix.plays })}</p>
      ) : (
        <p className="flex items-center gap-1 text-fg-muted text-xs">
          <Lock size={12} aria-hidden className="shrink-0" />
          {earlyText(locked)}
        </p>
      )}
    </article>
  );
}

/** The picture of a mix, and who made it; either has two names. */
export const coverOf = (mix: Partial<Pick<Mix, 'coverImageUrl' | 'coverUrl'>>) => mix.coverImageUrl ?? mix.coverUrl ?? null;
export const djOf = (mix: Partial<Pick<Mix, 'djName' | 'artist'>>) => mix.djName || mix.artist || '';

type Played = Pick<Mix, 'id' | 'title' | 'djName' | 'audioUrl' | 'coverImageUrl' | 'duration'>;

/** Whether a mix is playing here, and how to start and pause it and play it from a moment. */
export function usePlayMix(mix: Played) {
  const player = usePlayer();
  const loaded = player.isCurrent(mix.id);
  const state = !loaded ? ('stopped' as const) : player.isPlaying ? ('playing' as const) : ('paused' as const);
  const play = () => player.play([mixItem(mix)], 0, mixContext(mix));
  const playFrom = (seconds: number) => {
    if (!loaded) play();
    player.seek(seconds);
    player.resume();
  };
  return { state, toggle: () => (loaded ? player.toggle() : play()), playFrom };
}

/** Where a mix comes from, for the player. */
export const mixContext = ({ id, title }: Pick<Mix, 'id' | 'title'>) => ({ kind: 'mix', title, href: `/mixes/${id}` });

/** A mix as a player item. */
export const mixItem = ({ id, title, djName, audioUrl, coverImageUrl, duration }: Played) => ({
  id,
  title,
  artist: djName,
  audioUrl,
  coverImageUrl,
  duration,
  mix: 'published' as const,
});
