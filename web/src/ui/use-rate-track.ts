import { messageOf } from '@/api/error';
import { useRate } from '@/api/ratings';
import type { Track } from '@/api/types';
import { t } from '@/i18n/rating';
import { toast } from './toast/toast-store';

/** Rates a track and updates it everywhere at once; a failed request reverts it and shows a toast. */
export function useRateTrack(): (track: Pick<Track, 'id' | 'rating'>, stars: number) => Promise<void> {
  const { mutateAsync } = useRate();
  return async ({ id, rating }, stars) => {
    if (stars === rating) return;
    try {
      await mutateAsync({ id, stars, before: rating });
    } catch (error) {
      toast({ tone: 'danger', title: t('rating.failed'), description: messageOf(error, t('ui.loadFailedText')) });
    }
  };
}
