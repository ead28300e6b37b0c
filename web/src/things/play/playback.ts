import { requestPage } from '@/api/client';
import { messageOf } from '@/api/error';
import type { Track } from '@/api/types';
import { language, t } from '@/i18n/t';
import { count } from '@/lib/format';
import { isPlayable, type PlayContext } from '@/player/engine/queue/item';
import { usePlayer } from '@/player/view/use-player';
import type { Rows } from '@/things/list/selection';
import { toast } from '@/ui/toast/toast-store';

/** The maximum number of tracks passed to the queue. */
export const QUEUE_LIMIT = 2000;
/** How many of them can come before the first played one, so that “previous” works. */
const BEFORE = 200;

export type PlayState = 'playing' | 'paused' | 'stopped' | 'missing';

/** The loaded range around a track without gaps, limited to the size of the queue: the indexes of the first and after the last. */
function around(tracks: Rows<Track>, at: number): [start: number, end: number] {
  let start = at;
  while (start > 0 && start > at - BEFORE && tracks[start - 1]) start--;
  let end = at + 1;
  while (end < tracks.length && end < start + QUEUE_LIMIT && tracks[end]) end++;
  return [start, end];
}

/** Plays the tracks of a list, and reports the state of each. A context with `more` continues after the loaded tracks. */
export function usePlayback(tracks: Rows<Track>, context: PlayContext) {
  const player = usePlayer();
  const stateOf = (track: Track): PlayState => {
    if (track.isMissing) return 'missing';
    if (!player.isCurrent(track.id)) return 'stopped';
    return player.isPlaying ? 'playing' : 'paused';
  };
  const play = (track: Track) => {
    if (track.isMissing) return toast({ tone: 'danger', title: t('track.missing'), description: t('track.missingText') });
    const at = tracks.indexOf(track);
    const [start, end] = around(tracks, at);
    const items = tracks.slice(start, end).filter(isPlayable);
    const more = context.more && { ...context.more, next: end, ownOrderOffset: at };
    player.play(items, items.indexOf(track), more ? { ...context, more } : context);
  };
  const toggle = (track: Track) => (player.isCurrent(track.id) && !track.isMissing ? player.toggle() : play(track));
  return { stateOf, play, toggle };
}

/** The tracks of a whole list, up to the size of the queue. */
export type LoadTracks = () => Promise<{ tracks: readonly Track[]; total: number }>;

/** Plays or shuffles a whole list. With `more` in its context, playback starts with the first page and loads the rest as it plays. */
export function usePlayAll(load: LoadTracks | undefined, context: PlayContext) {
  const player = usePlayer();
  return async (how: 'inOrder' | 'shuffled') => {
    try {
      if (context.more) return await playMore(how === 'shuffled');
      if (!load) return;
      const { tracks, total } = await load();
      const items = tracks.filter(isPlayable);
      if (items.length === 0) return nothingThere();
      player.play(items, how === 'shuffled' ? Math.floor(Math.random() * items.length) : 0, context, how === 'shuffled');
      if (total > tracks.length) {
        const numbers = { n: count(tracks.length, language()), total: count(total, language()) };
        toast({ title: t('track.partOfList', numbers), description: t('track.partOfListText') });
      }
    } catch (error) {
      toast({ tone: 'danger', title: t('track.listFailed'), description: messageOf(error, t('ui.loadFailedText')) });
    }
  };

  async function playMore(shuffled: boolean) {
    const { MORE_AT_ONCE, newSeed, pageOf } = await import('@/player/engine/queue/more');
    const from = { path: context.more?.path ?? '', seed: shuffled ? newSeed() : undefined };
    let { items, total } = await requestPage(pageOf(from, 0));
    let next = items.length;
    while (!items.some(isPlayable) && next < total) {
      ({ items, total } = await requestPage(pageOf(from, next)));
      next += MORE_AT_ONCE;
    }
    const playable = items.filter(isPlayable);
    if (playable.length === 0) return nothingThere();
    player.play(playable, 0, { ...context, more: { ...from, next, done: next >= total } }, shuffled);
  }
}

function nothingThere() {
  toast({ tone: 'danger', title: t('track.missing'), description: t('track.missingText') });
}
