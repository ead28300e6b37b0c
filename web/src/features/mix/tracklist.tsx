import { Link } from '@tanstack/react-router';
import { Download, Music2 } from 'lucide-react';
import { useState } from 'react';
import type { MixDetail } from '@/api/types';
import { t } from '@/i18n/mix';
import { longTime } from '@/lib/format';
import { usePaint } from '@/player/view/use-player';
import { Button } from '@/ui/button';
import { entryAt, nameOf } from './tracklist-text';

type TracklistProps = { mix: MixDetail; isCurrent: boolean; onSeek?: (seconds: number) => void; onAdd: () => void };

/** The songs of a mix; each can be played from. */
export function Tracklist({ mix: { id, tracklist, canManage }, isCurrent, onSeek, onAdd }: TracklistProps) {
  const [heard, setHeard] = useState(-1);
  usePaint((position) => setHeard(isCurrent ? entryAt(tracklist, position) : -1));
  return (
    <section aria-labelledby="mix-tracklist">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="mix-tracklist" className="display text-xl">
          {t('mix.tracklist')}
        </h2>
        {tracklist.length > 0 && (
          <Button asChild size="sm" variant="ghost">
            <a href={`/api/mixes/${id}/cue`} download>
              <Download size={16} aria-hidden />
              {t('mix.cue')}
            </a>
          </Button>
        )}
      </div>
      {tracklist.length === 0 && (
        <div className="mt-3 grid justify-items-start gap-3">
          <p className="text-fg-muted">{t('mix.noTracklist')}</p>
          {canManage && (
            <Button variant="secondary" onClick={onAdd}>
              {t('mix.addTracklist')}
            </Button>
          )}
        </div>
      )}
      <ol className="mt-3 divide-y divide-line">
        {tracklist.map(({ seconds, artist, title, trackId }, i) => {
          const name = nameOf({ artist, title });
          const at = longTime(seconds);
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: a song may be in a mix twice
              key={i}
              aria-current={i === heard ? 'true' : undefined}
              className="group/song flex items-center gap-1"
            >
              <button
                type="button"
                disabled={!onSeek}
                aria-label={t('mix.playFrom', { at, name })}
                onClick={() => onSeek?.(seconds)}
                className="flex min-h-12 min-w-0 flex-1 items-center gap-3 rounded-md px-2 py-1.5 text-left enabled:hover:bg-surface-2 group-aria-[current]/song:text-accent-text"
              >
                <span className="tnum w-16 shrink-0 text-fg-muted text-sm group-aria-[current]/song:text-accent-text">{at}</span>
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-semibold leading-6">{title}</span>
                  {artist && <span className="block truncate text-fg-muted text-sm">{artist}</span>}
                </span>
              </button>
              {trackId && (
                <Link
                  to="/tracks/$trackId"
                  params={{ trackId }}
                  aria-label={t('mix.openTrack', { name })}
                  className="grid size-10 shrink-0 place-items-center rounded-full text-fg-muted hit hover:bg-surface-3 hover:text-fg"
                >
                  <Music2 size={18} aria-hidden />
                </Link>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
