import { type ReactNode, useId } from 'react';
import { useStore } from 'zustand';
import { t } from '@/i18n/sound';
import { type Prefs, usePrefs } from '@/lib/prefs';
import { musicRate, RATES } from '@/player/engine/sound/speed';
import { MAX_CROSSFADE } from '@/player/engine/transitions';
import { PlanLock } from '@/ui/plan/plan-lock';
import { Select } from '@/ui/select';
import { Slider } from '@/ui/slider';
import { EqualiserRow } from './equaliser-row';

/** A setting: label on the left, control on the right, or below it on small screens. */
export function Line({ label, hint, lock, children }: { label: string; hint?: string; lock?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-4">
      <div className="min-w-[min(100%,12rem)] flex-1">
        <div className="font-semibold">{label}</div>
        {hint && <p className="max-w-[60ch] text-fg-muted text-sm">{hint}</p>}
        {lock}
      </div>
      <div className="flex flex-wrap items-center gap-2">{children}</div>
    </div>
  );
}

/** A slider and its value in words. */
function Dial({
  label,
  text,
  ...range
}: {
  label: string;
  text: string;
  value: number;
  min: number;
  max: number;
  step?: number;
  onChange: (value: number) => void;
}) {
  const id = useId();
  return (
    <>
      <Slider label={label} valueText={text} className="w-36" {...range} />
      <output id={id} className="tnum w-20 text-right text-fg-muted text-sm">
        {text}
      </output>
    </>
  );
}

export function QualityRow() {
  const { quality, set } = usePrefs();
  const choices = ['auto', 'low', 'normal', 'high', 'lossless'] as const;
  return (
    <Line label={t('sound.quality')} hint={t('sound.qualityHint')} lock={<PlanLock of="lossless" className="mt-1" />}>
      <Select<Prefs['quality']>
        label={t('sound.quality')}
        value={quality}
        onChange={(next) => set({ quality: next })}
        options={choices.map((value) => ({ value, label: t(`sound.quality.${value}`) }))}
      />
    </Line>
  );
}

export function NormaliseRow() {
  const { normalise, preamp, set } = usePrefs();
  const choices = ['off', 'auto', 'track', 'album'] as const;
  return (
    <>
      <Line label={t('sound.normalise')} hint={t('sound.normaliseHint')}>
        <Select<Prefs['normalise']>
          label={t('sound.normalise')}
          value={normalise}
          onChange={(next) => set({ normalise: next })}
          options={choices.map((value) => ({ value, label: t(`sound.normalise.${value}`) }))}
        />
      </Line>
      {normalise !== 'off' && (
        <Line label={t('sound.preamp')}>
          <Dial
            label={t('sound.preamp')}
            text={t('sound.decibels', { n: preamp })}
            value={preamp}
            min={-15}
            max={15}
            onChange={(next) => set({ preamp: next })}
          />
        </Line>
      )}
    </>
  );
}

export function CrossfadeRow() {
  const { crossfade, set } = usePrefs();
  const text = crossfade === 0 ? t('sound.crossfade.off') : t('sound.crossfade.on', { n: crossfade });
  return (
    <Line label={t('sound.crossfade')} hint={t('sound.crossfadeHint')}>
      <Dial
        label={t('sound.crossfade')}
        text={text}
        value={crossfade}
        min={0}
        max={MAX_CROSSFADE}
        onChange={(seconds) => set({ crossfade: seconds })}
      />
    </Line>
  );
}

function RateSelect({ label, value, onChange }: { label: string; value: number; onChange: (rate: number) => void }) {
  return (
    <Select
      label={label}
      value={String(value)}
      onChange={(rate) => onChange(Number(rate))}
      options={RATES.map((rate) => ({ value: String(rate), label: t('sound.rate', { n: rate }) }))}
    />
  );
}

export function SpokenRateRow() {
  const { rate, set } = usePrefs();
  return (
    <Line label={t('sound.speedSpoken')} hint={t('sound.speedHint')}>
      <RateSelect label={t('sound.speedSpoken')} value={rate} onChange={(next) => set({ rate: next })} />
    </Line>
  );
}

export function MusicRateRow() {
  const { rate } = useStore(musicRate);
  return (
    <Line label={t('sound.speedMusic')}>
      <RateSelect label={t('sound.speedMusic')} value={rate} onChange={(next) => musicRate.setState({ rate: next })} />
    </Line>
  );
}

/** The sound section of Settings. */
export function SoundRows() {
  return (
    <>
      <QualityRow />
      <CrossfadeRow />
      <NormaliseRow />
      <EqualiserRow />
      <SpokenRateRow />
    </>
  );
}
