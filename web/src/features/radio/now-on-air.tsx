import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { Station } from '@/api/types';
import { t } from '@/i18n/radio';
import { seedOf } from '@/lib/art';
import { time } from '@/lib/format';
import { Badge } from '@/ui/badge';
import { Cover } from '@/ui/cover';
import { Panel } from './panel';
import { TrackActions } from './track-actions';

/** What a station is playing, with actions for it. */
export function NowOnAir({ station }: { station: Station }) {
  const { now, show, dj, isLive } = station;
  if (!isLive) return null;
  const hosts = [show, dj && t('station.with', { name: dj })].filter(Boolean).join(' · ');
  return (
    <Panel title={t('station.nowTitle')} more={hosts && <p className="truncate text-fg-muted text-sm">{hosts}</p>}>
      {now && (now.title || now.artist) ? (
        <div data-slot="now-on-air" className="flex items-center gap-4 rounded-xl border border-line bg-surface p-3">
          <Cover
            url={now.coverUrl}
            seed={seedOf({ album: now.track?.album, title: now.title })}
            sizes="80px"
            className="size-20 shrink-0 rounded-md"
          />
          <div className="min-w-0 flex-1">
            <p className="truncate font-semibold text-lg leading-7">
              {now.trackId ? (
                <Link to="/tracks/$trackId" params={{ trackId: now.trackId }} className="hover:underline">
                  {now.title}
                </Link>
              ) : (
                now.title
              )}
            </p>
            <p className="truncate text-fg-muted">{now.artist}</p>
            <div className="mt-1.5 flex min-h-5 items-center gap-3">
              {(now.source === 'request' || now.source === 'live') && <Badge tone="outline">{t(`station.source.${now.source}`)}</Badge>}
              {now.seconds !== null && <Progress began={now.began} seconds={now.seconds} />}
            </div>
          </div>
          <TrackActions track={now.track} />
        </div>
      ) : (
        <p className="text-fg-muted">{t('station.nowUnknown')}</p>
      )}
    </Panel>
  );
}

/** The progress of the current song, written without React. */
function Progress({ began, seconds }: { began: string; seconds: number }) {
  const line = useRef<HTMLSpanElement>(null);
  const text = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const look = () => {
      const passed = Math.min(seconds, Math.max(0, (Date.now() - Date.parse(began)) / 1000));
      if (line.current) line.current.style.scale = `${(passed / seconds).toFixed(4)} 1`;
      if (text.current) text.current.textContent = `${time(passed)} / ${time(seconds)}`;
    };
    look();
    const timer = setInterval(look, 1000);
    return () => clearInterval(timer);
  }, [began, seconds]);
  return (
    <>
      <span aria-hidden className="h-1 min-w-10 flex-1 overflow-hidden rounded-full bg-line-strong">
        <span ref={line} className="block h-full origin-left bg-accent" />
      </span>
      <span ref={text} className="tnum shrink-0 text-fg-muted text-xs" />
    </>
  );
}
