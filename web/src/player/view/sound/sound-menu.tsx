import { isIOS } from '@/audio/graph';
import { t } from '@/i18n/sound';
import { isSpoken } from '@/player/engine/sound/speed';
import { useCurrent } from '@/player/view/use-player';
import { Dialog } from '@/ui/dialog';
import { EqualiserRow } from './equaliser-row';
import { SleepRow } from './sleep-row';
import { CrossfadeRow, MusicRateRow, NormaliseRow, QualityRow, SpokenRateRow } from './sound-controls';
import { useSoundMenu } from './use-sound-menu';

/** The sound settings over any page: sleep timer, speed, quality, crossfade, loudness, equaliser. */
export function SoundMenu() {
  const { open, show } = useSoundMenu();
  const current = useCurrent();
  const spoken = current !== null && isSpoken(current);
  const lacksAudioGraph = isIOS(navigator);
  return (
    <Dialog open={open === true} onOpenChange={show} title={t('sound.title')}>
      <div data-slot="sound-menu" className="-my-2 divide-y divide-line">
        {spoken && !current?.details.live && <SpokenRateRow />}
        <SleepRow />
        <QualityRow />
        {lacksAudioGraph ? (
          <p className="py-4 text-fg-muted text-sm">{t('sound.unavailable')}</p>
        ) : (
          <>
            <CrossfadeRow />
            <NormaliseRow />
            <EqualiserRow />
          </>
        )}
        {!spoken && !current?.details.live && <MusicRateRow />}
      </div>
    </Dialog>
  );
}
