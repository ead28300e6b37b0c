import { useQuery } from '@tanstack/react-query';
import { messageOf } from '@/api/error';
import { useLike } from '@/api/likes';
import type { TrackDetail } from '@/api/types';
import { t } from '@/i18n/t';
import { toast } from '@/ui/toast-store';
import { useCurrent } from './use-player';

/** Whether the current track is liked, and how to change it. The server's answer counts, and every list shows the same. */
export function useCurrentLike(): { liked: boolean; toggle: () => void } {
  const id = useCurrent()?.track.id;
  const { data } = useQuery<TrackDetail>({ queryKey: ['/api/tracks', id], enabled: id !== undefined });
  const like = useLike();
  const liked = data?.liked ?? false;
  const toggle = async () => {
    if (id === undefined) return;
    try {
      await like.mutateAsync({ id, liked: !liked });
    } catch (error) {
      toast({ tone: 'danger', title: t('player.likeFailed'), description: messageOf(error, t('ui.loadFailedText')) });
    }
  };
  return { liked, toggle: () => void toggle() };
}
