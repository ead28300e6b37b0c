import { ListMusic, MicVocal } from 'lucide-react';
import { t } from '@/i18n/now-playing';
import { usePrefs } from '@/lib/prefs';
import { IconButton } from '@/ui/icon-button';
import { Announcer } from './announcer';
import { CastButton } from './cast-button';
import { DevicesButton } from './devices-button';
import { MiniButton } from './mini-button';
import { MiniPlayer } from './mini-player';
import { showNowPlaying } from './now-playing/show-now-playing';
import { useToggleQueue } from './queue/use-toggle-queue';
import { isShareable, ShareButton } from './share-button';
import { SoundButton } from './sound/sound-button';
import { SoundMenuHost } from './sound/sound-menu-host';
import { useCurrent } from './use-player';
import { Volume } from './volume';

/** The controls at the end of the bar on wide screens, and the player's effects outside the bar. */
export function PlayerExtras() {
  const current = useCurrent();
  const toggleQueue = useToggleQueue();
  const panelOpen = usePrefs((prefs) => prefs.panelOpen);
  return (
    <>
      <Announcer />
      <MiniPlayer />
      <SoundMenuHost />
      <div className="hidden items-center gap-1 lg:flex">
        <IconButton label={t('player.tab.lyrics')} icon={MicVocal} onClick={() => void showNowPlaying('lyrics')} />
        <IconButton label={t('player.queue')} icon={ListMusic} aria-pressed={panelOpen} onClick={toggleQueue} />
        <span className="contents max-xl:hidden">
          {current && isShareable(current) && <ShareButton item={current} />}
          <MiniButton />
        </span>
        <DevicesButton />
        <CastButton />
        <SoundButton />
        <Volume />
      </div>
    </>
  );
}
