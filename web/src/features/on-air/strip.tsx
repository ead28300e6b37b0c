import { type ReactNode, useId } from 'react';
import { t } from '@/i18n/on-air';
import { Slider } from '@/ui/slider';

type StripProps = { title: string; level: number; onLevel: (level: number) => void; children: ReactNode };

/** A channel of the mixer: its name, its fader and its controls. */
export function Strip({ title, level, onLevel, children }: StripProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-4 rounded-xl border border-line bg-surface p-5">
      <h2 id={id} className="display text-lg">
        {title}
      </h2>
      <Slider
        label={t('onAir.level', { channel: title })}
        value={Math.round(level * 100)}
        max={125}
        valueText={`${Math.round(level * 100)} %`}
        onChange={(value) => onLevel(value / 100)}
      />
      {children}
    </section>
  );
}
