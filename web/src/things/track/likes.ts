import { messageOf } from '@/api/error';
import { useLike } from '@/api/likes';
import type { Track } from '@/api/types';
import { t } from '@/i18n/t';
import { toast } from '@/ui/toast/toast-store';

type Likeable = Pick<Track, 'id' | 'liked'>;

/** Likes or unlikes a track, immediately and everywhere. A failed request reverts it and shows a toast; an unlike can be undone. */
export function useToggleLike(): (track: Likeable) => Promise<void> {
  const { mutateAsync } = useLike();
  // Uses promises, not the observer's callbacks: the row may be scrolled away when the response arrives.
  const set = async (id: string, liked: boolean) => {
    try {
      await mutateAsync({ id, liked });
    } catch (error) {
      const title = t(liked ? 'track.likeFailed' : 'track.unlikeFailed');
      toast({ tone: 'danger', title, description: messageOf(error, t('ui.loadFailedText')) });
    }
  };
  return async ({ id, liked }) => {
    if (liked) toast({ title: t('liked.removed'), action: { label: t('liked.undo'), onSelect: () => void set(id, true) } });
    await set(id, !liked);
  };
}
