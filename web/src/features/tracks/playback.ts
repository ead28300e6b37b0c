import { messageOf } from '@/api/error';
import type { Track } from '@/api/types';
import { language, t } from '@/i18n/t';
import { count } from '@/lib/format';
import type { PlayContext } from '@/player/item';
import { usePlayer } from '@/player/use-player';
import { toast } from '@/ui/toast-store';

/** How many tracks a list hands to the queue. */
export const QUEUE_LIMIT = 2000;
/** Of them, how many may lie before the one that starts, so that «previous» finds its way. */
const BEFORE = 200;

export type PlayState = 'playing' | 'paused' | 'stopped' | 'missing';

/** A missing file never plays, and nothing else is played in its place. */
const isThere = (track: Track) => !track.isMissing;

/** Plays the tracks of one list, and tells what each of them is doing. */
export function usePlayback(tracks: readonly Track[], context: PlayContext) {
  const player = usePlayer();
  const stateOf = (track: Track): PlayState => {
    if (track.isMissing) return 'missing';
    if (!player.isCurrent(track.id)) return 'stopped';
    return player.isPlaying ? 'playing' : 'paused';
  };
  const play = (track: Track) => {
    if (track.isMissing) return toast({ tone: 'danger', title: t('track.missing'), description: t('track.missingText') });
    const at = tracks.indexOf(track);
    const start = Math.max(0, at - BEFORE);
    const items = tracks.slice(start, start + QUEUE_LIMIT).filter(isThere);
    player.play(items, items.indexOf(track), context);
  };
  const toggle = (track: Track) => (player.isCurrent(track.id) && !track.isMissing ? player.toggle() : play(track));
  return { stateOf, play, toggle };
}

/** The tracks of a whole list, as far as a queue holds them. */
export type LoadTracks = () => Promise<{ tracks: readonly Track[]; total: number }>;

/** Plays or shuffles a whole list, of which perhaps only a part is loaded. */
export function usePlayAll(load: LoadTracks, context: PlayContext) {
  const player = usePlayer();
  return async (how: 'inOrder' | 'shuffled') => {
    try {
      const { tracks, total } = await load();
      const items = tracks.filter(isThere);
      if (items.length === 0) return toast({ tone: 'danger', title: t('track.missing'), description: t('track.missingText') });
      player.setShuffle(how === 'shuffled');
      player.play(items, how === 'shuffled' ? Math.floor(Math.random() * items.length) : 0, context);
      if (total > tracks.length) {
        const numbers = { n: count(tracks.length, language()), total: count(total, language()) };
        toast({ title: t('track.partOfList', numbers), description: t('track.partOfListText') });
      }
    } catch (error) {
      toast({ tone: 'danger', title: t('track.listFailed'), description: messageOf(error, t('ui.loadFailedText')) });
    }
  };
}
