import { queryOptions, useMutation } from '@tanstack/react-query';
import { request } from '@/api/client';
import { messageOf } from '@/api/error';
import { address } from '@/api/query-client';
import type { Track } from '@/api/types';
import { t } from '@/i18n/analysis';
import { usePlayer } from '@/player/use-player';
import { toast } from '@/ui/toast-store';

export const similarQuery = (id: string) => queryOptions<Track[]>({ queryKey: ['/api/tracks', id, 'similar', { limit: 10 }] });

type MixOf = { track?: string; artist?: string; album?: string; playlist?: string };

/** Plays songs that sound like what it is of. */
export function useInstantMix() {
  const player = usePlayer();
  return useMutation({
    mutationFn: ({ of }: { of: MixOf; title: string }) => request<Track[]>(address(['/api/mix/instant', { ...of, limit: 50 }])),
    onSuccess: (tracks, { title }) => {
      if (tracks.length === 0) return void toast({ title: t('similar.none') });
      player.play(tracks, 0, { kind: 'mix', title: t('similar.mixOf', { title }) });
    },
    onError: (error) =>
      void toast({ tone: 'danger', title: t('similar.mixFailed'), description: messageOf(error, t('ui.loadFailedText')) }),
  });
}
