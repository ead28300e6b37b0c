import { Suspense, useEffect } from 'react';
import { t } from '@/i18n/sound';
import { lazily } from '@/lib/until-loaded';
import { loweredQuality } from '@/player/engine/sound/lowered-quality';
import { toast } from '@/ui/toast/toast-store';
import { useSoundMenu } from './use-sound-menu';

const SoundMenu = lazily(() => import('./sound-menu').then((m) => m.SoundMenu));

/** The sound settings, available on every page; their code loads on demand. Also shows a toast when the quality is reduced. */
export function SoundMenuHost() {
  const wanted = useSoundMenu((state) => state.open !== undefined);
  useEffect(
    () =>
      loweredQuality.subscribe(({ step }) => {
        if (step) toast({ title: t('sound.slower'), description: t('sound.slowerText', { quality: t(`sound.quality.${step}`) }) });
      }),
    [],
  );
  if (!wanted) return null;
  return (
    <Suspense>
      <SoundMenu />
    </Suspense>
  );
}
