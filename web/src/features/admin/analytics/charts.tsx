import type { Analytics } from '@/api/types';
import { language, t } from '@/i18n/operator';
import { bytes, costTotal, count } from '@/lib/format';
import { type Bar, BarChart } from '@/ui/chart';

type Step = Analytics['steps'][number];

/** The figures over time, each as a chart with its table. */
export function Charts({ data: { step: length, steps } }: { data: Analytics }) {
  const fine = (n: number) => n.toLocaleString(language(), { maximumFractionDigits: 1 });
  const whole = (n: number) => count(n, language());
  const measured = steps.filter(({ storage }) => storage);
  const charts: [title: string, of: (step: Step) => number, format: (n: number) => string, steps: Step[]][] = [
    [t('analytics.plays'), ({ figures }) => figures.plays, whole, steps],
    [t('analytics.people'), ({ figures }) => figures.people, whole, steps],
    [t('analytics.hours'), ({ figures }) => figures.seconds / 3600, fine, steps],
    [t('analytics.listeners'), ({ listeners }) => listeners, fine, steps],
    [t('analytics.cost'), ({ figures }) => figures.aiCost, costTotal, steps],
    [t('analytics.storage'), ({ storage }) => total(storage), bytes, measured],
  ];
  return (
    <div className="mt-6 grid gap-4 @4xl:grid-cols-2">
      {charts.map(([title, of, format, shown]) => (
        <BarChart
          key={title}
          title={title}
          bars={shown.map((step) => bar(length, step, of(step)))}
          format={format}
          columns={{ label: t('analytics.when'), value: t('analytics.value') }}
          words={{ asTable: t('analytics.asTable'), asChart: t('analytics.asChart') }}
          ticks={5}
        />
      ))}
    </div>
  );
}

const total = (storage: Step['storage']) => Object.values(storage ?? {}).reduce((sum, size) => sum + size, 0);

const TICKS: Record<Analytics['step'], Intl.DateTimeFormatOptions> = {
  hour: { hour: 'numeric' },
  day: { day: 'numeric', month: 'short' },
  week: { day: 'numeric', month: 'short' },
  month: { month: 'short', year: '2-digit' },
};

function bar(step: Analytics['step'], { at }: Step, value: number): Bar {
  const begin = new Date(at);
  const label =
    step === 'hour'
      ? begin.toLocaleString(language(), { dateStyle: 'medium', timeStyle: 'short' })
      : begin.toLocaleDateString(language(), step === 'month' ? { month: 'long', year: 'numeric' } : { dateStyle: 'long' });
  return { key: at, tick: begin.toLocaleString(language(), TICKS[step]), label, value };
}
