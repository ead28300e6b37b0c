import { useQuery } from '@tanstack/react-query';
import { ArrowDownUp, MicVocal } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { apiQuery } from '@/api/query-client';
import { t } from '@/i18n/now-playing';
import { useEngine, usePaint } from '@/player/view/use-player';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { type LyricLine, lineAt, parseLrc } from './lyrics';

/** The lyrics of a track; synced lines follow the song and seek to their position, unless a station plays it. */
export function LyricsView({ trackId, follows = true }: { trackId: string; follows?: boolean }) {
  const query = useQuery(apiQuery(['/api/tracks', trackId, 'lyrics']));
  return (
    <QueryView
      query={query}
      skeleton={<LyricsSkeleton />}
      isEmpty={(lyrics) => lyrics.kind === null || lyrics.text.trim() === ''}
      empty={<EmptyState icon={MicVocal} level={3} title={t('player.lyricsNone')} text={t('player.lyricsNoneText')} />}
    >
      {({ kind, text }) =>
        kind === 'synced' && follows ? <SyncedLyrics text={text} /> : <PlainLyrics text={kind === 'synced' ? wordsOf(text) : text} />
      }
    </QueryView>
  );
}

const wordsOf = (lrc: string) =>
  parseLrc(lrc)
    .map((line) => line.text)
    .join('\n');

function PlainLyrics({ text }: { text: string }) {
  return <p className="whitespace-pre-line pb-8 font-medium text-xl leading-relaxed">{text}</p>;
}

function SyncedLyrics({ text }: { text: string }) {
  const lines = useMemo(() => parseLrc(text), [text]);
  const list = useRef<HTMLOListElement>(null);
  const sung = useRef(-1);
  const { following, follow } = useFollowing(list, sung);
  usePaint((position) => {
    const now = lineAt(lines, position);
    if (now === sung.current) return;
    mark(list.current, sung.current, now);
    sung.current = now;
    if (following) keepInView(list.current, now);
  });
  return (
    <div className="relative" data-slot="lyrics">
      <Lines lines={lines} ref={list} />
      {!following && (
        <div className="pointer-events-none absolute inset-x-0 bottom-4 grid place-items-center">
          <Button size="sm" data-tooltip={t('player.lyricsFollowHint')} onClick={follow} className="pointer-events-auto shadow-2">
            <ArrowDownUp size={16} aria-hidden />
            {t('player.lyricsFollow')}
          </Button>
        </div>
      )}
    </div>
  );
}

function Lines({ lines, ref }: { lines: readonly LyricLine[]; ref: RefObject<HTMLOListElement | null> }) {
  const engine = useEngine();
  return (
    <ol
      ref={ref}
      aria-label={t('player.lyricsLines')}
      onKeyDown={walk}
      className="relative max-h-[70dvh] overflow-y-auto overscroll-contain py-2 lg:max-h-[calc(100dvh-190px)]"
    >
      {lines.map((line, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one text do not move
        <li key={i}>
          <button
            type="button"
            tabIndex={i === 0 ? 0 : -1}
            onClick={() => engine.seek(line.at)}
            className="display block w-full rounded-sm px-1 py-2 text-left text-fg-muted text-xl leading-tight transition hover:text-fg aria-[current]:text-fg lg:text-2xl"
          >
            {line.text || '♪'}
          </button>
        </li>
      ))}
    </ol>
  );
}

/** The view follows the song until the person scrolls away, and again on request. */
function useFollowing(list: RefObject<HTMLElement | null>, sung: RefObject<number>) {
  const [following, setFollowing] = useState(true);
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const leave = () => setFollowing(false);
    const onKey = ({ key }: { key: string }) => WALKS.has(key) && leave();
    const stop = new AbortController();
    const options = { signal: stop.signal, passive: true };
    element.addEventListener('wheel', leave, options);
    element.addEventListener('touchmove', leave, options);
    element.addEventListener('keydown', onKey, options);
    // The scroll bar is outside the lines.
    element.addEventListener('pointerdown', ({ target }) => target === element && leave(), options);
    return () => stop.abort();
  }, [list]);
  const follow = useCallback(() => {
    setFollowing(true);
    keepInView(list.current, sung.current);
  }, [list, sung]);
  return { following, follow };
}

const WALKS = new Set(['ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown']);

/** The arrow keys walk the lines; the Tab key reaches one of them. */
function walk(event: KeyboardEvent<HTMLOListElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  const targets: Record<string, number> = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: buttons.length - 1 };
  const target = targets[event.key];
  if (target === undefined) return;
  event.preventDefault();
  const button = buttons[Math.min(buttons.length - 1, Math.max(0, target))];
  reach(event.currentTarget, button);
  button?.focus();
}

/** Makes a line the one the Tab key reaches. */
function reach(list: HTMLElement, button: Element | null | undefined): void {
  if (!button) return;
  for (const other of list.querySelectorAll('[tabindex="0"]')) other.setAttribute('tabindex', '-1');
  button.setAttribute('tabindex', '0');
}

/** Highlights the current line. */
function mark(list: HTMLElement | null, before: number, now: number): void {
  const button = (index: number) => list?.children[index]?.firstElementChild;
  button(before)?.removeAttribute('aria-current');
  button(now)?.setAttribute('aria-current', 'true');
  if (list && !list.contains(document.activeElement)) reach(list, button(now));
}

/** Scrolls the current line to the middle. Only the list scrolls, not the page. */
function keepInView(list: HTMLElement | null, now: number): void {
  const sung = list?.children[now] as HTMLElement | undefined;
  if (!list || !sung) return;
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const top = sung.offsetTop - (list.clientHeight - sung.clientHeight) / 2;
  list.scrollTo({ top, behavior: still ? 'auto' : 'smooth' });
}

function LyricsSkeleton() {
  return (
    <div className="grid gap-4">
      {['w-3/4', 'w-2/3', 'w-4/5', 'w-1/2', 'w-3/5'].map((width) => (
        <Skeleton key={width} className={`h-6 ${width}`} />
      ))}
    </div>
  );
}
