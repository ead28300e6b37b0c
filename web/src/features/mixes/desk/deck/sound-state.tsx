import { useEffect, useSyncExternalStore } from 'react';
import type { Desk } from '@/dj/desk';
import { t } from '@/i18n/desk';
import { toast } from '@/ui/toast/toast-store';
import { Pad } from '../controls';

/** Says when the browser has stopped the sound, and offers to start it again. Also watches the outputs. */
export function SoundState({ desk }: { desk: Desk }) {
  const { context } = desk;
  const isPlaying = useSyncExternalStore(desk.watchDecks, desk.isPlaying);
  const state = useSyncExternalStore(
    (changed) => {
      context.addEventListener('statechange', changed);
      return () => context.removeEventListener('statechange', changed);
    },
    () => context.state,
  );
  useOutputs(desk);
  if (state === 'running' || !isPlaying) return null;
  return (
    <div role="alert" className="desk-air">
      <span className="desk-air-state">{t('desk.suspended')}</span>
      <Pad onClick={() => void (context as AudioContext).resume().catch(() => toast({ title: t('desk.suspended') }))}>
        {t('desk.resume')}
      </Pad>
    </div>
  );
}

/** Tells when an output was unplugged; the browser then plays the master on the default one. The headphones tell it themselves. */
function useOutputs(desk: Desk) {
  useEffect(() => {
    const devices = navigator.mediaDevices;
    if (!devices?.enumerateDevices) return;
    let known = 0;
    const read = () =>
      void devices.enumerateDevices().then(
        (all) => {
          const outputs = all.filter(({ kind }) => kind === 'audiooutput').length;
          if (outputs < known && desk.get().headphones.kind !== 'output') toast({ title: t('desk.masterGone') });
          known = outputs;
        },
        () => undefined, // the browser does not tell what there is
      );
    read();
    devices.addEventListener('devicechange', read);
    return () => devices.removeEventListener('devicechange', read);
  }, [desk]);
}
