import { entriesAt } from '@/api/playlists';
import type { Entry, Playlist } from '@/api/types';
import { t } from '@/i18n/playlists';
import { isPlayable, type PlayContext } from '@/player/engine/queue/item';
import { usePlayer } from '@/player/view/use-player';
import { type LoadTracks, type PlayState, QUEUE_LIMIT } from '@/things/play/playback';
import { toast } from '@/ui/toast/toast-store';

/** The queue's source label and where it loads further songs: a smart playlist has no order except that of its rules. */
export const contextOf = ({ id, name, kind }: Pick<Playlist, 'id' | 'name' | 'kind'>): PlayContext => ({
  kind: 'playlist',
  title: name,
  href: `/playlists/${id}`,
  ...(kind === 'list' && { more: { path: `/api/playlists/${id}/tracks` } }),
});

/** How many entries can come before the first played one. */
const BEFORE = 200;

/** The loaded range around an entry without gaps, limited to the size of the queue: its start and end. */
function around(entries: readonly (Entry | undefined)[], at: number): [start: number, end: number] {
  let start = at;
  while (start > 0 && start > at - BEFORE && entries[start - 1]) start--;
  let end = at + 1;
  while (end < entries.length && end < start + QUEUE_LIMIT && entries[end]) end++;
  return [start, end];
}

/** Plays a playlist from one of its rows: the loaded entries around it first, the rest as the queue runs out. */
export function useEntryPlay(entries: readonly (Entry | undefined)[], context: PlayContext) {
  const player = usePlayer();
  const stateOf = (entry: Entry): PlayState => {
    if (!isPlayable(entry)) return 'missing';
    if (!player.isCurrent(entry.id)) return 'stopped';
    return player.isPlaying ? 'playing' : 'paused';
  };
  const play = (entry: Entry) => {
    if (!isPlayable(entry)) return toast({ tone: 'danger', title: t('track.missing'), description: t('track.missingText') });
    const at = entries.indexOf(entry);
    const [start, end] = around(entries, at);
    const items = entries.slice(start, end).filter(isPlayable);
    const more = context.more && { ...context.more, next: end, ownOrderOffset: at };
    player.play(items, items.indexOf(entry), more ? { ...context, more } : context);
  };
  const toggle = (entry: Entry) => (player.isCurrent(entry.id) && isPlayable(entry) ? player.toggle() : play(entry));
  return { stateOf, play, toggle };
}

/** The first entries, to play the playlist from its start. */
export const loadEntries =
  (id: string): LoadTracks =>
  async () => {
    const { items, total } = await entriesAt(id, 0, 1000);
    if (total > items.length) items.push(...(await entriesAt(id, items.length, QUEUE_LIMIT - items.length)).items);
    return { tracks: items.map((entry) => ({ ...entry, isMissing: !isPlayable(entry) })), total };
  };
