import { CircleArrowDown, Ellipsis, Heart, HeartOff, ListEnd, ListPlus, ListStart, type LucideIcon, Pencil, Play, X } from 'lucide-react';
import type { Track } from '@/api/types';
import { t } from '@/i18n/browse';
import { canDownload } from '@/lib/offline';
import { openAddToPlaylist } from '@/lib/playlists';
import { isPlayable, type PlayContext } from '@/player/engine/queue/item';
import { usePlayer } from '@/player/view/use-player';
import type { Selection } from '@/things/list/selection';
import { Button } from '@/ui/button';
import { IconButton } from '@/ui/icon-button';
import { useMenuButton } from '@/ui/menu/menu-button';
import type { MenuItem } from '@/ui/menu/open-menu';
import { toast } from '@/ui/toast/toast-store';
import { useStartDownload } from '../download/use-start-download';
import { useBulk } from './bulk';
import { editTags, useMayEdit } from './editing';
import { ratingItem } from './rating-items';

/** A list's own action for its selected tracks, such as removing them from a playlist. */
export type BulkAction = { label: string; icon: LucideIcon; run: () => void };

type BulkBarProps = { selection: Pick<Selection<Track>, 'items' | 'clear'>; context: PlayContext; actions?: BulkAction[] };

/** The actions for all selected songs, above the player bar. */
export function BulkBar({ selection, context, actions = [] }: BulkBarProps) {
  const player = usePlayer();
  const mayEdit = useMayEdit();
  const download = useStartDownload();
  const { like, rate } = useBulk();
  const tracks = selection.items;
  const n = tracks.length;
  const playable = tracks.filter(isPlayable);
  const allLiked = tracks.every((track) => track.liked);

  const queue = (how: 'playNext' | 'addToQueue') => {
    player[how](playable);
    toast({ title: t(how === 'playNext' ? 'select.queuedNext' : 'select.queued', { n: playable.length }) });
    selection.clear();
  };
  const items: (MenuItem | false)[] = [
    { label: t('select.playNext'), icon: ListStart, disabled: playable.length === 0, onSelect: () => queue('playNext') },
    { label: t('select.addToQueue'), icon: ListEnd, disabled: playable.length === 0, onSelect: () => queue('addToQueue') },
    'separator',
    {
      label: t(allLiked ? 'select.unlike' : 'select.like'),
      icon: allLiked ? HeartOff : Heart,
      onSelect: () => void like(tracks, !allLiked),
    },
    ratingItem(sameRating(tracks), (stars) => void rate(tracks, stars)),
    tracks.every(mayEdit) && { label: t('select.editTags'), icon: Pencil, onSelect: () => editTags(tracks) },
    canDownload() && {
      label: t('track.download'),
      icon: CircleArrowDown,
      disabled: playable.length === 0,
      onSelect: () =>
        void download(
          playable.map(({ id, title, album, coverImageUrl }) => ({ kind: 'track', id, title, album, coverUrl: coverImageUrl })),
        ),
    },
    ...actions.map(({ label, icon, run }) => ({ label, icon, onSelect: run })),
  ];
  const menu = useMenuButton(t('select.more'), () => items.filter((item) => item !== false));
  return (
    <div
      role="toolbar"
      aria-label={t('select.bar')}
      className="sticky bottom-[calc(var(--bars-h,0px)+12px)] z-10 mx-auto mt-4 flex w-fit max-w-full animate-pop-in items-center gap-1 rounded-full border border-line-strong bg-surface-2 p-1.5 pl-4 shadow-3"
    >
      <span aria-live="polite" className="tnum mr-1 whitespace-nowrap font-semibold text-sm">
        {t('select.count', { n })}
      </span>
      <Button
        size="sm"
        disabled={playable.length === 0}
        onClick={() => {
          player.play(playable, 0, { kind: context.kind, title: context.title, href: context.href }, false);
          selection.clear();
        }}
      >
        <Play size={16} className="fill-current" aria-hidden />
        {t('select.play')}
      </Button>
      <IconButton icon={ListPlus} label={t('select.addToPlaylist')} onClick={() => openAddToPlaylist(tracks)} />
      <IconButton icon={Ellipsis} label={t('select.more')} tooltip={false} {...menu} />
      <IconButton icon={X} label={t('select.clear')} onClick={selection.clear} />
    </div>
  );
}

/** The rating they all share; 0 if they differ. */
function sameRating(tracks: readonly Track[]): number {
  const first = tracks[0]?.rating ?? 0;
  return tracks.every((track) => track.rating === first) ? first : 0;
}
