import { messageOf } from '@/api/error';
import { useLike } from '@/api/likes';
import { t } from '@/i18n/t';
import { toast } from '@/ui/toast/toast-store';
import { useCurrentDetail, useCurrentTrackId } from './use-current-detail';

/** Whether the current track is liked, and how to change it. The server's response counts, and every list shows the same. */
export function useCurrentLike(): { liked: boolean; toggle: () => void; likable: boolean } {
  const id = useCurrentTrackId();
  const like = useLike();
  const liked = useCurrentDetail()?.liked ?? false;
  const toggle = async () => {
    if (id === undefined) return;
    try {
      await like.mutateAsync({ id, liked: !liked });
    } catch (error) {
      toast({ tone: 'danger', title: t('player.likeFailed'), description: messageOf(error, t('ui.loadFailedText')) });
    }
  };
  return { liked, toggle: () => void toggle(), likable: id !== undefined };
}
