import { request } from '@/api/client';
import { messageOf } from '@/api/error';
import { t } from '@/i18n/analysis';
import type { PlayerCommands } from '@/player/view/use-player';
import { toast } from '@/ui/toast/toast-store';

const LENGTH = 50;

/** The seed of a mix: the ID of one of these. */
export type MixOf = { track?: string; artist?: string; album?: string; playlist?: string };

/** Plays songs similar to the seed. */
export async function playMix(player: Pick<PlayerCommands, 'play'>, of: MixOf, title: string): Promise<void> {
  try {
    const tracks = await request('/api/mix/instant', { query: { ...of, limit: LENGTH } });
    if (tracks.length === 0) return toast({ title: t('similar.none') });
    player.play(tracks, 0, { kind: 'mix', title: t('similar.mixOf', { title }) });
  } catch (error) {
    toast({ tone: 'danger', title: t('similar.mixFailed'), description: messageOf(error, t('ui.loadFailedText')) });
  }
}
