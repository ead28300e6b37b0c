import { useQueryClient } from '@tanstack/react-query';
import { request } from '@/api/client';
import { likesChanged, patchTrack } from '@/api/likes';
import { sendRating } from '@/api/ratings';
import type { Track } from '@/api/types';
import { language, t } from '@/i18n/browse';
import { count } from '@/lib/format';
import { toast } from '@/ui/toast/toast-store';

/** How many changes run in parallel. */
const PARALLEL = 4;

type Change = { title: (n: number) => string; to: Partial<Track>; send: (track: Track) => Promise<unknown> };

const sendLike = (liked: boolean) => (track: Track) => request(`/api/tracks/${track.id}/like`, { method: liked ? 'POST' : 'DELETE' });

/** Changes many tracks alike, immediately on screen. Failed changes are reverted, and successful ones can be undone. */
export function useBulk() {
  const client = useQueryClient();

  async function change(tracks: readonly Track[], { title, to, send }: Change): Promise<Track[]> {
    for (const track of tracks) patchTrack(client, track.id, to);
    const done: Track[] = [];
    const left = [...tracks];
    const work = async () => {
      for (let track = left.shift(); track; track = left.shift()) {
        try {
          await send(track);
          done.push(track);
        } catch {
          patchTrack(client, track.id, before(track, to));
        }
      }
    };
    await Promise.all(Array.from({ length: PARALLEL }, work));
    await likesChanged(client);
    if (done.length < tracks.length) {
      const numbers = { done: count(done.length, language()), all: count(tracks.length, language()) };
      toast({ tone: 'danger', title: t('select.someFailed'), description: t('select.someFailedText', numbers) });
    } else toast({ title: title(done.length), action: { label: t('select.undo'), onSelect: () => void undo(done, to) } });
    return done;
  }

  /** Restores each track's previous value. */
  async function undo(tracks: readonly Track[], to: Partial<Track>) {
    for (const track of tracks) {
      patchTrack(client, track.id, before(track, to));
      await (to.liked === undefined ? sendRating(track.id, track.rating) : sendLike(track.liked)(track)).catch(() =>
        patchTrack(client, track.id, to),
      );
    }
    await likesChanged(client);
  }

  return {
    like: (tracks: readonly Track[], liked: boolean) =>
      change(
        tracks.filter((track) => track.liked !== liked),
        { title: (n) => t(liked ? 'select.liked' : 'select.unliked', { n }), to: { liked }, send: sendLike(liked) },
      ),
    rate: (tracks: readonly Track[], stars: number) =>
      change(
        tracks.filter((track) => track.rating !== stars),
        { title: (n) => t('select.rated', { n }), to: { rating: stars }, send: (track) => sendRating(track.id, stars) },
      ),
  };
}

/** The value of a track before such a change. */
const before = (track: Track, to: Partial<Track>): Partial<Track> =>
  to.liked === undefined ? { rating: track.rating } : { liked: track.liked };
