import { ListPlus } from 'lucide-react';
import { useState } from 'react';
import { t } from '@/i18n/now-playing';
import { openNewPlaylist } from '@/lib/playlists';
import { useEngine, usePlayerState } from '@/player/view/use-player';
import { IconButton } from '@/ui/icon-button';
import { Tabs } from '@/ui/tabs';
import { QueueHistory } from './queue-history';
import { QueueList } from './queue-list';

/** The queue in both directions: upcoming and played. */
export function QueueView() {
  const [tab, setTab] = useState<'upcoming' | 'history'>('upcoming');
  const tabs = [
    { value: 'upcoming', label: t('player.queue.upcoming') },
    { value: 'history', label: t('player.queue.history') },
  ] as const;
  return (
    <div data-slot="queue-view" className="relative">
      <Tabs label={t('player.queue')} value={tab} onChange={setTab} tabs={tabs}>
        {tab === 'history' ? <QueueHistory /> : <QueueList />}
      </Tabs>
      <SaveQueue />
    </div>
  );
}

/** Saves the current item and the upcoming ones as a playlist. */
function SaveQueue() {
  const engine = useEngine();
  const something = usePlayerState(({ current, queue }) => current !== null && !(current.details.live && queue.upcoming().length === 0));
  const save = () => {
    const { current, queue } = engine.snapshot();
    const items = [...(current ? [current] : []), ...queue.user, ...queue.upcoming()];
    openNewPlaylist(
      items.filter(({ details }) => !details.live && !details.podcastId && !details.mix).map(({ track }) => ({ id: track.id })),
    );
  };
  return something && <IconButton label={t('player.queue.save')} icon={ListPlus} onClick={save} className="absolute top-0 right-0" />;
}
