import { useCallback, useEffect, useState } from 'react';
import type { Desk } from '@/dj/desk';
import { CURVES, sideOf, UNITY } from '@/dj/mixer/curves';
import type { Microphone } from '@/dj/mixer/microphone';
import type { Headphones } from '@/dj/mixer/mixer';
import { type Outputs, outputsOf, unhide, whenGone } from '@/dj/mixer/outputs';
import { t } from '@/i18n/desk';
import { Select } from '@/ui/select';
import { toast } from '@/ui/toast/toast-store';
import { Fader, Knob, Pad } from '../controls';
import { useWatched } from '../use-watched';
import { Meter } from './meter';
import { MicrophoneRow } from './microphone-row';
import { Phase } from './phase';
import './mixer.css';

const SIDES = { a: 'desk.a', center: 'desk.center', b: 'desk.b' } as const;

/** What the decks share: master, phase, crossfader and headphones. */
export function MixerPanel({ desk, microphone }: { desk: Desk; microphone: Microphone }) {
  const { crossfader, curve, master } = useWatched(desk);
  const side = t(SIDES[sideOf(crossfader)]);
  return (
    <div className="desk-center">
      <Knob big label={t('desk.master')} value={master} rest={UNITY.master} onChange={(value) => desk.setMaster(value)} />
      <Meter across meter={() => desk.mixer.meter} />
      <Phase desk={desk} />
      <div className="desk-headphones">
        <HeadphoneRow desk={desk} microphone={microphone} />
        <MicrophoneRow microphone={microphone} />
      </div>
      <div className="desk-cross">
        <Fader
          across
          label={t('desk.crossfader')}
          value={crossfader}
          rest={50}
          valueText={side}
          onChange={(value) => desk.setCrossfader(value)}
        />
        <output className="desk-side" data-side={sideOf(crossfader)}>
          {side}
        </output>
        <fieldset className="desk-curves">
          <legend className="sr-only">{t('desk.curve')}</legend>
          {CURVES.map((name) => {
            const text = t(`desk.curve.${name}.text`);
            return (
              <Pad key={name} pressed={name === curve} aria-description={text} data-tooltip={text} onClick={() => desk.setCurve(name)}>
                {t(`desk.curve.${name}`)}
              </Pad>
            );
          })}
        </fieldset>
      </div>
    </div>
  );
}

const keyOf = (choice: Headphones) => (choice.kind === 'output' ? choice.deviceId : choice.kind);

/** The choice that asks the browser to name the outputs. */
const ASK = 'ask';

function HeadphoneRow({ desk, microphone }: { desk: Desk; microphone: Microphone }) {
  const { headphones, headphoneLevel, cueMix } = useWatched(desk);
  const { named, areHidden, read } = useOutputs(useWatched(microphone).phase);
  useEffect(() => {
    if (headphones.kind !== 'output') return;
    return whenGone(navigator.mediaDevices, headphones.deviceId, () => {
      void desk.setHeadphones({ kind: 'off' });
      toast({ title: t('desk.outputGone') });
    });
  }, [desk, headphones]);
  const choose = (key: string) => {
    if (key === ASK) return void unhide(navigator.mediaDevices).then(read, () => toast({ title: t('desk.outputsHidden') }));
    const choice: Headphones = key === 'off' || key === 'split' ? { kind: key } : { kind: 'output', deviceId: key };
    desk.setHeadphones(choice).catch(() => toast({ title: t('desk.outputRefused') }));
  };
  return (
    <>
      <Select
        label={t('desk.headphones')}
        value={keyOf(headphones)}
        onChange={choose}
        options={[
          { value: 'off', label: t('desk.headphones.off') },
          { value: 'split', label: t('desk.headphones.split') },
          ...named.map(({ deviceId, label }) => ({ value: deviceId, label })),
          ...(areHidden ? [{ value: ASK, label: t('desk.headphones.ask') }] : []),
        ]}
      />
      {headphones.kind !== 'off' && (
        <div className="desk-headphone-knobs">
          <Knob label={t('desk.headphoneLevel')} value={headphoneLevel} rest={80} onChange={(value) => desk.setHeadphoneLevel(value)} />
          <Knob label={t('desk.cueMix')} value={cueMix} rest={0} onChange={(value) => desk.setCueMix(value)} />
        </div>
      )}
    </>
  );
}

const NONE: Outputs = { named: [], areHidden: false };

/** The outputs, read again when devices change, and when the microphone was allowed. */
function useOutputs(microphone: string): Outputs & { read: () => void } {
  const [outputs, setOutputs] = useState(NONE);
  const read = useCallback(() => {
    const devices = navigator.mediaDevices;
    if (!devices?.enumerateDevices || !('setSinkId' in HTMLMediaElement.prototype)) return;
    outputsOf(devices).then(setOutputs, () => setOutputs(NONE));
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an open microphone is an allowed one
  useEffect(read, [read, microphone]);
  useEffect(() => {
    navigator.mediaDevices?.addEventListener('devicechange', read);
    return () => navigator.mediaDevices?.removeEventListener('devicechange', read);
  }, [read]);
  return { ...outputs, read };
}
