import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { MixComment, MixDetail } from '@/api/types';
import { barsIn, barsOf, paintBars } from '@/audio/peaks';
import { t } from '@/i18n/mix';
import { longTime } from '@/lib/format';
import { useShownTheme } from '@/lib/prefs';
import { usePaint } from '@/player/view/use-player';
import { waveQuery } from './queries';
import './mix-wave.css';

type MixWaveProps = {
  mix: MixDetail;
  comments: readonly MixComment[];
  isCurrent: boolean;
  /** Plays from a position, in seconds. */
  onSeek: (seconds: number) => void;
};

/** The whole mix, with its songs and comments; a slider that plays from wherever it is put. */
export function MixWave({ mix, comments, isCurrent, onSeek }: MixWaveProps) {
  const { data: peaks, error } = useQuery(waveQuery(mix));
  const box = useRef<HTMLDivElement>(null);
  const slider = useRef<HTMLInputElement>(null);
  const byKey = useRef(false);
  const theme = useShownTheme();
  const length = Math.max(1, mix.duration);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme has other colours
  useEffect(() => {
    const element = box.current;
    if (!element || !peaks) return;
    const draw = () => {
      for (const canvas of element.querySelectorAll('canvas')) {
        const { clientWidth: width, clientHeight: height } = canvas;
        const style = getComputedStyle(canvas);
        const colour = (band: string) => style.getPropertyValue(`--wave-${band}`).trim();
        paintBars(canvas, barsOf(peaks, barsIn(width)), { low: colour('low'), mid: colour('mid'), high: colour('high') }, width, height);
      }
    };
    const observer = new ResizeObserver(draw);
    observer.observe(element);
    draw();
    return () => observer.disconnect();
  }, [peaks, theme]);

  const put = (seconds: number) => {
    box.current?.style.setProperty('--played', String(seconds / length));
    slider.current?.setAttribute('aria-valuetext', t('mix.positionOf', { at: longTime(seconds), length: longTime(length) }));
  };
  usePaint((seconds) => {
    if (!isCurrent || !slider.current) return;
    slider.current.value = String(Math.floor(seconds));
    put(seconds);
  });
  const share = (seconds: number) => ({ left: `${(100 * seconds) / length}%` });
  return (
    <>
      <div ref={box} data-slot="mix-wave" data-plain={peaks ? undefined : ''} className="mix-wave">
        {peaks && (
          <>
            <canvas aria-hidden />
            <canvas aria-hidden className="mix-wave-played" />
          </>
        )}
        {mix.tracklist.map(
          ({ seconds }) => seconds > 0 && <span key={seconds} aria-hidden className="mix-wave-song" style={share(seconds)} />,
        )}
        {comments.map(({ id, seconds }) => (
          <span key={id} aria-hidden className="mix-wave-comment" style={share(seconds)} />
        ))}
        <input
          ref={slider}
          type="range"
          min={0}
          max={Math.floor(length)}
          step={1}
          defaultValue={0}
          aria-label={t('mix.position')}
          aria-valuetext={t('mix.positionOf', { at: longTime(0), length: longTime(length) })}
          onPointerDown={() => {
            byKey.current = false;
          }}
          onKeyDown={({ key, currentTarget }) => {
            byKey.current = true;
            if (key === 'Enter') onSeek(currentTarget.valueAsNumber);
          }}
          onInput={({ currentTarget }) => {
            put(currentTarget.valueAsNumber);
            // Moving by keys does not replace what plays: Enter does.
            if (isCurrent || !byKey.current) onSeek(currentTarget.valueAsNumber);
          }}
        />
      </div>
      {error && <p className="mt-2 text-fg-muted text-sm">{t('mix.waveWaiting')}</p>}
    </>
  );
}
