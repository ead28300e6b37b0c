import { Ellipsis, X } from 'lucide-react';
import type { MouseEvent } from 'react';
import type { Heard, Track } from '@/api/types';
import { t } from '@/i18n/history';
import { seedOf } from '@/lib/art';
import { cn } from '@/lib/cn';
import { ArtistLink } from '@/things/page/names';
import { PlayBadge } from '@/things/play/play-button';
import type { PlayState } from '@/things/play/playback';
import { Cover } from '@/ui/cover';
import { IconButton } from '@/ui/icon-button';
import { clock } from './day-rows';

/** Pixels. */
export const ROW_HEIGHT = 60;

type HeardRowProps = {
  entry: Heard;
  state: PlayState;
  onToggle: (track: Track) => void;
  onMenu: (event: MouseEvent<HTMLElement>, track: Track) => void;
  onRemove: (entry: Heard) => void;
};

/** A play: when, what, and a button to play it again. */
export function HeardRow({ entry, state, onToggle, onMenu, onRemove }: HeardRowProps) {
  const { track, playedAt } = entry;
  const name = { title: track.title, artist: track.artist || t('track.unknownArtist') };
  const missing = state === 'missing';
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button at the end opens the same menu by keyboard
    <div
      data-slot="heard"
      data-state={state}
      onContextMenu={(event) => onMenu(event, track)}
      className="group/card flex h-full items-center gap-3 rounded-md px-2 hover:bg-surface-2"
    >
      <button
        type="button"
        disabled={missing}
        aria-label={state === 'playing' ? t('track.pauseNamed', name) : t('track.playNamed', name)}
        onClick={() => onToggle(track)}
        className="group/play relative size-11 shrink-0 rounded-sm"
      >
        <Cover url={track.coverImageUrl} seed={seedOf(track)} sizes="44px" className={cn('size-11 rounded-sm', missing && 'faded')} />
        {!missing && <PlayBadge state={state} size="sm" />}
      </button>
      <div className="min-w-0 flex-1">
        <p className={cn('truncate font-semibold', state !== 'stopped' && !missing && 'text-accent-text', missing && 'text-fg-muted')}>
          {track.title}
        </p>
        <p className="truncate text-fg-muted text-sm">
          {missing ? t('track.missing') : <ArtistLink name={track.artist} id={track.artistId} />}
        </p>
      </div>
      <time dateTime={playedAt} className="tnum shrink-0 text-fg-muted text-sm">
        {clock(playedAt)}
      </time>
      <IconButton
        icon={Ellipsis}
        size="sm"
        tooltip={false}
        label={t('track.more', { title: track.title })}
        aria-haspopup="menu"
        onClick={(event) => onMenu(event, track)}
      />
      <IconButton icon={X} size="sm" label={t('history.remove', { title: track.title })} onClick={() => onRemove(entry)} />
    </div>
  );
}
