import { useEffect, useRef, useState } from 'react';
import { CURVES, sideOf } from '@/dj/curves';
import type { Desk } from '@/dj/desk';
import type { Microphone } from '@/dj/microphone';
import { type Headphones, levelOf } from '@/dj/mixer';
import { phaseOff } from '@/dj/sync';
import { t } from '@/i18n/desk';
import { Select } from '@/ui/select';
import { toast } from '@/ui/toast/toast-store';
import { Fader, Knob, Pad } from './controls';
import { MicrophoneRow } from './microphone-row';
import { useFrame, useWatched } from './use-watched';

const SIDES = { a: 'desk.a', center: 'desk.center', b: 'desk.b' } as const;

/** What the decks share: master, phase, crossfader and headphones. */
export function MixerPanel({ desk, microphone }: { desk: Desk; microphone: Microphone }) {
  const { crossfader, curve, master } = useWatched(desk);
  const side = t(SIDES[sideOf(crossfader)]);
  return (
    <div className="desk-center">
      <Knob big label={t('desk.master')} value={master} rest={80} onChange={(value) => desk.setMaster(value)} />
      <MasterMeter desk={desk} />
      <Phase desk={desk} />
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
          {CURVES.map((name) => (
            <Pad key={name} pressed={name === curve} onClick={() => desk.setCurve(name)}>
              {t(`desk.curve.${name}`)}
            </Pad>
          ))}
        </fieldset>
      </div>
      <div className="desk-headphones">
        <HeadphoneRow desk={desk} />
        <MicrophoneRow microphone={microphone} />
      </div>
    </div>
  );
}

const samples = new Float32Array(1024);

function MasterMeter({ desk }: { desk: Desk }) {
  const bar = useRef<HTMLSpanElement>(null);
  const shown = useRef(-60);
  useFrame(() => {
    shown.current = Math.max(levelOf(desk.mixer.meter, samples), shown.current - 1.5);
    bar.current?.style.setProperty('--level', `${((shown.current + 60) / 60) * 100}%`);
  });
  return <span ref={bar} aria-hidden className="desk-meter desk-meter-across" />;
}

/** How far the beats of the second deck are off those of the first: in the middle they fall together. */
function Phase({ desk }: { desk: Desk }) {
  const mark = useRef<HTMLSpanElement>(null);
  useFrame(() => {
    const [a, b] = desk.decks.map((deck) => ({ grid: deck.get().track?.grid, position: deck.heard, isPlaying: deck.get().isPlaying }));
    const off = a?.grid && b?.grid && a.isPlaying && b.isPlaying ? phaseOff({ ...a, grid: a.grid }, { ...b, grid: b.grid }) : null;
    if (!mark.current) return;
    mark.current.hidden = off === null;
    mark.current.style.left = `${((off ?? 0) + 0.5) * 100}%`;
    mark.current.toggleAttribute('data-on', Math.abs(off ?? 1) < 0.02);
  });
  return (
    <div className="desk-phase">
      <span className="desk-phase-way" aria-hidden>
        <span ref={mark} className="desk-phase-mark" hidden />
      </span>
      <span className="desk-label">{t('desk.phase')}</span>
    </div>
  );
}

const keyOf = (choice: Headphones) => (choice.kind === 'output' ? choice.deviceId : choice.kind);

function HeadphoneRow({ desk }: { desk: Desk }) {
  const { headphones, headphoneLevel } = useWatched(desk);
  const outputs = useOutputs();
  const choose = (key: string) => {
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
          ...outputs.map(({ deviceId, label }) => ({ value: deviceId, label })),
        ]}
      />
      {headphones.kind !== 'off' && (
        <Fader
          across
          label={t('desk.headphoneLevel')}
          value={headphoneLevel}
          rest={80}
          onChange={(value) => desk.setHeadphoneLevel(value)}
        />
      )}
    </>
  );
}

/** The outputs that the browser names: without a permission it names none. */
function useOutputs(): MediaDeviceInfo[] {
  const [outputs, setOutputs] = useState<MediaDeviceInfo[]>([]);
  useEffect(() => {
    const devices = navigator.mediaDevices;
    if (!devices?.enumerateDevices || !('setSinkId' in HTMLMediaElement.prototype)) return;
    const read = () =>
      void devices.enumerateDevices().then(
        (all) =>
          setOutputs(all.filter(({ kind, deviceId, label }) => kind === 'audiooutput' && deviceId && label && deviceId !== 'default')),
        () => setOutputs([]),
      );
    read();
    devices.addEventListener('devicechange', read);
    return () => devices.removeEventListener('devicechange', read);
  }, []);
  return outputs;
}
