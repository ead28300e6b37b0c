import { Pause, Play, SkipForward } from 'lucide-react';
import { t } from '@/i18n/on-air';
import { seedOf } from '@/lib/art';
import { Cover } from '@/ui/cover';
import { IconButton } from '@/ui/icon-button';
import { Slider } from '@/ui/slider';
import { Meter } from './meter';
import { Strip } from './strip';
import type { Studio, StudioView } from './studio';

/** The music of the mixer: the current track, its level on air and in the headphones. */
export function MusicStrip({ studio, view }: { studio: Studio; view: StudioView }) {
  const { playing, paused, failed, levels } = view;
  return (
    <Strip title={t('onAir.music')} level={levels.music} onLevel={(level) => studio.setLevel('music', level)}>
      <Meter label={t('onAir.music')} read={() => studio.levels().music} />
      <div className="flex items-center gap-3">
        {playing && <Cover url={playing.coverImageUrl} seed={seedOf(playing)} sizes="56px" className="size-14 rounded-sm" />}
        <div className="min-w-0 flex-1">
          <p className="truncate font-semibold">{playing?.title ?? t('onAir.nothing')}</p>
          <p className="truncate text-fg-muted text-sm">{playing?.artist}</p>
        </div>
        {playing && (
          <IconButton
            icon={paused ? Play : Pause}
            label={t(paused ? 'onAir.resume' : 'onAir.pause')}
            variant="solid"
            onClick={() => void studio.togglePause()}
          />
        )}
        <IconButton
          icon={playing ? SkipForward : Play}
          label={t(playing ? 'onAir.next' : 'onAir.start')}
          variant={playing ? 'ghost' : 'accent'}
          disabled={view.queue.length === 0}
          onClick={() => void studio.next()}
        />
      </div>
      {failed && (
        <p role="alert" className="text-danger text-sm">
          {t('onAir.failed', { title: failed.title })}
        </p>
      )}
      <div className="grid gap-1.5">
        <p className="font-semibold text-sm">{t('onAir.monitor')}</p>
        <Slider
          label={t('onAir.level', { channel: t('onAir.monitor') })}
          value={Math.round(levels.monitor * 100)}
          valueText={`${Math.round(levels.monitor * 100)} %`}
          onChange={(value) => studio.setLevel('monitor', value / 100)}
        />
        <p className="text-fg-muted text-sm">{t('onAir.monitorHint')}</p>
      </div>
    </Strip>
  );
}
