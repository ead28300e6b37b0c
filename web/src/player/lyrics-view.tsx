import { useQuery } from '@tanstack/react-query';
import { MicVocal } from 'lucide-react';
import { useMemo, useRef } from 'react';
import type { Lyrics } from '@/api/types';
import { t } from '@/i18n/t';
import { EmptyState } from '@/ui/empty-state';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { lineAt, parseLrc } from './lyrics';
import { useEngine, usePaint } from './use-player';

/** The words of a track; synced ones follow the song and lead to their place in it. */
export function LyricsView({ trackId }: { trackId: string }) {
  const query = useQuery<Lyrics>({ queryKey: ['/api/tracks', trackId, 'lyrics'] });
  return (
    <QueryView
      query={query}
      skeleton={<LyricsSkeleton />}
      isEmpty={(lyrics) => lyrics.kind === null || lyrics.text.trim() === ''}
      empty={<EmptyState icon={MicVocal} level={3} title={t('player.lyricsNone')} text={t('player.lyricsNoneText')} />}
    >
      {({ kind, text }) => (kind === 'synced' ? <SyncedLyrics text={text} /> : <PlainLyrics text={text} />)}
    </QueryView>
  );
}

function PlainLyrics({ text }: { text: string }) {
  return <p className="whitespace-pre-line text-lg leading-relaxed">{text}</p>;
}

function SyncedLyrics({ text }: { text: string }) {
  const engine = useEngine();
  const lines = useMemo(() => parseLrc(text), [text]);
  const list = useRef<HTMLOListElement>(null);
  const shown = useRef(-1);
  usePaint((position) => {
    const now = lineAt(lines, position);
    if (now === shown.current) return;
    mark(list.current, shown.current, now);
    shown.current = now;
  });
  return (
    <ol ref={list} className="relative max-h-[64dvh] space-y-1 overflow-y-auto overscroll-contain lg:max-h-[calc(100dvh-200px)]">
      {lines.map((line, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one text do not move
        <li key={i}>
          <button
            type="button"
            onClick={() => engine.seek(line.at)}
            className="display block w-full rounded-sm py-1.5 text-left text-fg-muted text-lg transition-colors hover:text-fg aria-[current]:text-fg lg:text-xl"
          >
            {line.text || '♪'}
          </button>
        </li>
      ))}
    </ol>
  );
}

/** Moves the mark to the line that is sung and keeps it in view, unless the reader's focus is elsewhere in the list. */
function mark(list: HTMLElement | null, before: number, now: number): void {
  const line = (index: number) => list?.children[index] as HTMLElement | undefined;
  line(before)?.firstElementChild?.removeAttribute('aria-current');
  const sung = line(now);
  if (!list || !sung) return;
  sung.firstElementChild?.setAttribute('aria-current', 'true');
  if (list.querySelector(':focus-visible')) return;
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const top = sung.offsetTop - (list.clientHeight - sung.clientHeight) / 2;
  list.scrollTo({ top, behavior: still ? 'auto' : 'smooth' }); // the list alone: the page stays where it is
}

function LyricsSkeleton() {
  return (
    <div className="space-y-4">
      {['w-3/4', 'w-2/3', 'w-4/5', 'w-1/2', 'w-3/5'].map((width) => (
        <Skeleton key={width} className={`h-6 ${width}`} />
      ))}
    </div>
  );
}
