import { Radio, Square } from 'lucide-react';
import { t } from '@/i18n/on-air';
import { cn } from '@/lib/cn';
import { Button } from '@/ui/button';
import { Meter } from './meter';
import type { Studio, StudioView } from './studio';

type AirCardProps = { studio: Studio; view: StudioView; onBegin: () => void; className?: string };

/** Whether the DJ is on air, the listeners, and the server's report about the sound. */
export function AirCard({ studio, view, onBegin, className }: AirCardProps) {
  const { air, reason } = view;
  const off = air === 'ready' || air === 'off';
  return (
    <section
      aria-label={t(`onAir.state.${air}`)}
      data-air={air}
      className={cn(
        'flex flex-wrap items-center justify-between gap-5 rounded-xl border bg-surface p-5 md:p-7',
        air === 'live' ? 'border-live' : 'border-line',
        className,
      )}
    >
      <div className="min-w-0 flex-1 basis-64">
        <p role="status" className={cn('display flex items-center gap-3 text-xl', air === 'live' && 'text-live')}>
          {air === 'live' && <span aria-hidden className="size-3 rounded-full bg-live motion-safe:animate-pulse" />}
          {t(`onAir.state.${air}`)}
        </p>
        {reason !== '' && <p className="mt-1 text-danger">{reason}</p>}
        {!off && <Facts view={view} />}
      </div>
      <Meter className="w-full md:w-56" label={t('onAir.out')} read={() => studio.levels().out} />
      {off ? (
        <Button size="lg" onClick={onBegin}>
          <Radio size={20} aria-hidden />
          {t('onAir.begin')}
        </Button>
      ) : (
        <Button size="lg" variant="danger" onClick={() => studio.goOffAir()}>
          <Square size={18} aria-hidden />
          {t('onAir.end')}
        </Button>
      )}
    </section>
  );
}

function Facts({ view: { status } }: { view: StudioView }) {
  if (!status) return null;
  const { state, listeners, buffered, waiting, level } = status;
  return (
    <ul className="tnum mt-2 flex flex-wrap gap-x-5 gap-y-1 text-fg-muted text-sm">
      {state !== 'live' && <li>{t('onAir.waiting')}</li>}
      <li>{listeners > 0 ? t('onAir.listeners', { n: listeners }) : t('onAir.nobody')}</li>
      <li>{t('onAir.delay', { seconds: (buffered + waiting).toFixed(1) })}</li>
      {level !== undefined && <li>{level < -70 ? t('onAir.serverSilent') : t('onAir.serverLevel', { level: level.toFixed(0) })}</li>}
    </ul>
  );
}
