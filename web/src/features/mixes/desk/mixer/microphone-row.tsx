import { Mic, MicOff } from 'lucide-react';
import { useEffect } from 'react';
import { UNITY } from '@/dj/mixer/curves';
import type { Microphone } from '@/dj/mixer/microphone';
import { t } from '@/i18n/desk';
import { Fader, Pad } from '../controls';
import { useWatched } from '../use-watched';

/** The microphone: on or off, its level, and whether the music gives way to it. It is off once the desk is left. */
export function MicrophoneRow({ microphone }: { microphone: Microphone }) {
  const { phase, level, ducks } = useWatched(microphone);
  useEffect(() => () => microphone.close(), [microphone]);
  const isOpen = phase === 'open';
  return (
    <div className="desk-microphone">
      <Pad pressed={isOpen} disabled={phase === 'opening'} onClick={() => (isOpen ? microphone.close() : void microphone.open())}>
        {isOpen ? <Mic size={14} aria-hidden /> : <MicOff size={14} aria-hidden />}
        {t('desk.mic')}
      </Pad>
      {isOpen && (
        <>
          <Pad pressed={ducks} data-tooltip={t('desk.mic.duckHint')} onClick={() => microphone.setDucks(!ducks)}>
            {t('desk.mic.duck')}
          </Pad>
          <Fader across label={t('desk.mic.level')} value={level} rest={UNITY.voice} onChange={(value) => microphone.setLevel(value)} />
        </>
      )}
      {(phase === 'denied' || phase === 'missing') && (
        <p role="alert" className="desk-note">
          {t(`desk.mic.${phase}`)}
        </p>
      )}
    </div>
  );
}
