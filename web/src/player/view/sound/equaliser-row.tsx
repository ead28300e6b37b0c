import { BANDS, MAX_BAND, PRESETS, type Preset } from '@/audio/equaliser';
import { t } from '@/i18n/sound';
import { usePrefs } from '@/lib/prefs';
import { Select } from '@/ui/select';
import { Slider } from '@/ui/slider';
import { Switch } from '@/ui/switch';

const PRESET_NAMES = [...(Object.keys(PRESETS) as (keyof typeof PRESETS)[]), 'own'] as const;

const bandName = (hertz: number) =>
  hertz < 1000 ? t('sound.band', { hertz: Math.round(hertz) }) : t('sound.band.kilo', { hertz: hertz / 1000 });

/** The equaliser: on or off, presets, ten bands. Moving a band selects the custom curve. */
export function EqualiserRow() {
  const { equaliser, set } = usePrefs();
  const change = (changes: Partial<typeof equaliser>) => set({ equaliser: { ...equaliser, ...changes } });
  const choose = (preset: Preset) => change({ preset, gains: preset === 'own' ? equaliser.own : PRESETS[preset] });
  const move = (band: number, gain: number) => {
    const gains = equaliser.gains.map((old, i) => (i === band ? gain : old));
    change({ preset: 'own', gains, own: gains });
  };
  return (
    <div className="py-4">
      <Switch
        label={t('sound.equaliser')}
        hint={t('sound.equaliserHint')}
        checked={equaliser.on}
        onChange={({ target }) => change({ on: target.checked })}
      />
      {equaliser.on && (
        <div className="mt-4 grid gap-3">
          <Select<Preset>
            label={t('sound.preset')}
            value={equaliser.preset as Preset}
            onChange={choose}
            options={PRESET_NAMES.map((value) => ({ value, label: t(`sound.preset.${value}`) }))}
            className="justify-self-start"
          />
          <div className="grid gap-x-6 sm:grid-cols-2">
            {BANDS.map((hertz, i) => (
              <Band key={hertz} hertz={hertz} gain={equaliser.gains[i] ?? 0} onChange={(gain) => move(i, gain)} />
            ))}
          </div>
        </div>
      )}
    </div>
  );
}

function Band({ hertz, gain, onChange }: { hertz: number; gain: number; onChange: (gain: number) => void }) {
  const text = t('sound.decibels', { n: gain > 0 ? `+${gain}` : gain });
  return (
    <div className="flex items-center gap-2">
      <span aria-hidden className="tnum w-14 text-fg-muted text-xs">
        {bandName(hertz)}
      </span>
      <Slider
        label={bandName(hertz)}
        value={gain}
        min={-MAX_BAND}
        max={MAX_BAND}
        valueText={text}
        onChange={onChange}
        className="min-w-0 flex-1"
      />
      <output className="tnum w-12 text-right text-fg-muted text-xs">{text}</output>
    </div>
  );
}
