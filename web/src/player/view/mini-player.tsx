import { useContext, useEffect, useMemo } from 'react';
import { createPortal } from 'react-dom';
import { t } from '@/i18n/now-playing';
import { coverSeedOf } from '@/player/engine/queue/item';
import { Cover } from '@/ui/cover';
import { ClockText } from './clock-text';
import { CurrentLikeButton } from './like-button';
import { LiveBar } from './live-bar';
import { copyStyles, useMini } from './mini-store';
import { Painter } from './painter';
import { SeekBar } from './seek-bar';
import { Transport } from './transport';
import { PlayerHostContext, useCurrent } from './use-player';

/** The player in a small window of its own while that is open. */
export function MiniPlayer() {
  const mini = useMini((state) => state.window);
  const outer = useContext(PlayerHostContext);
  const current = useCurrent();
  // The small window paints with its own frames: the page's frames stop while its tab is hidden.
  const host = useMemo(() => outer && mini && { ...outer, painter: new Painter(outer.engine, mini) }, [outer, mini]);
  useEffect(() => host?.painter.connect(), [host]);
  useEffect(() => followPage(mini), [mini]);
  useEffect(() => () => useMini.getState().window?.close(), []);
  if (!mini || !host || !current) return null;
  const { track, details } = current;
  return createPortal(
    <PlayerHostContext value={host}>
      <main
        aria-label={t('player.region')}
        data-slot="mini-player"
        className="flex min-h-dvh flex-col justify-center gap-1 bg-ambient-1 p-3 text-fg"
      >
        <div className="flex items-center gap-3">
          <Cover
            url={track.coverImageUrl}
            seed={coverSeedOf(current)}
            sizes="56px"
            alt={details.album}
            eager
            className="size-14 rounded-md!"
          />
          <div className="min-w-0 flex-1">
            <p className="truncate font-semibold">{track.title}</p>
            <p className="truncate text-fg-muted text-sm">{track.artist}</p>
          </div>
          <CurrentLikeButton />
        </div>
        <div className="flex items-center gap-2">
          {details.live ? (
            <LiveBar item={current} className="flex-1" />
          ) : (
            <>
              <ClockText show="elapsed" />
              <SeekBar className="flex-1" />
              <ClockText show="total" />
            </>
          )}
        </div>
        <Transport size="md" className="justify-center" />
      </main>
    </PlayerHostContext>,
    mini.document.body,
  );
}

/** Syncs the small window's theme and tint with the page. */
function followPage(mini: Window | null): (() => void) | undefined {
  if (!mini) return;
  const observer = new MutationObserver(() => {
    for (const name of ['data-theme', 'lang', 'style']) {
      mini.document.documentElement.setAttribute(name, document.documentElement.getAttribute(name) ?? '');
    }
  });
  observer.observe(document.documentElement, { attributes: true });
  const sheets = new MutationObserver(() => {
    mini.document.head.replaceChildren();
    copyStyles(document, mini.document);
  });
  sheets.observe(document.head, { childList: true }); // a lazily loaded part of the app adds its stylesheet
  return () => {
    observer.disconnect();
    sheets.disconnect();
  };
}
