import { useQueryClient } from '@tanstack/react-query';
import { Pause, Play } from 'lucide-react';
import { messageOf } from '@/api/error';
import { stationQuery } from '@/api/stations';
import { t } from '@/i18n/radio';
import { usePlayer } from '@/player/view/use-player';
import { stationContext, stationItem } from '@/things/station/play-station';
import { IconButton } from '@/ui/icon-button';
import { toast } from '@/ui/toast/toast-store';

/** Plays the station as listeners hear it. */
export function PlayButton({ id, name }: { id: string; name: string }) {
  const player = usePlayer();
  const client = useQueryClient();
  const isPlaying = player.isCurrent(id) && player.isPlaying;
  const play = async () => {
    if (player.isCurrent(id)) return player.toggle();
    try {
      const station = await client.fetchQuery(stationQuery(id));
      player.play([stationItem(station)], 0, stationContext(station));
    } catch (error) {
      toast({ tone: 'danger', title: t('ui.loadFailed'), description: messageOf(error, t('ui.loadFailedText')) });
    }
  };
  return (
    <IconButton
      icon={isPlaying ? Pause : Play}
      label={t(isPlaying ? 'station.pause' : 'station.play', { name })}
      size="sm"
      onClick={() => void play()}
    />
  );
}
