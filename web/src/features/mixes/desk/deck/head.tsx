import { Upload } from 'lucide-react';
import { useRef } from 'react';
import type { Deck } from '@/dj/deck/deck';
import type { Desk } from '@/dj/desk';
import { t } from '@/i18n/desk';
import { longTime } from '@/lib/format';
import { Spinner } from '@/ui/spinner';
import { useFrame, useWatched, writeText } from '../use-watched';
import { loadFile } from './load';
import { Platter } from './platter';

type HeadProps = { desk: Desk; deck: Deck };

/** What is on the deck, and its figures. */
export function Head({ desk, deck, index }: HeadProps & { index: number }) {
  const { track, isLoading, failed, isHearing, isStalled, isStreamed } = useWatched(deck);
  const said = isLoading
    ? t('desk.loading')
    : failed
      ? t(`desk.failed.${failed.why}`, { title: failed.title })
      : isStalled
        ? t('desk.stalled')
        : isHearing
          ? t('desk.hearing')
          : isStreamed
            ? t('desk.streamed')
            : null;
  return (
    <div className="desk-head">
      <Platter deck={deck} index={index} />
      <div className="desk-about">
        <h3 className="display desk-title">{track?.title ?? t('desk.empty')}</h3>
        <p role="status" className="desk-artist" data-said={said !== null || !track || undefined}>
          {said ?? (track ? track.artist : t('desk.emptyHint'))}
        </p>
        {track ? <Figures deck={deck} /> : <FileButton desk={desk} deck={deck} />}
      </div>
      {isLoading && <Spinner label={t('desk.loading')} />}
      {track && <FileButton desk={desk} deck={deck} small />}
    </div>
  );
}

function FileButton({ desk, deck, small = false }: HeadProps & { small?: boolean }) {
  return (
    <label className="desk-file" data-small={small || undefined} data-tooltip={small ? t('desk.file') : undefined}>
      <Upload size={15} aria-hidden />
      <span className={small ? 'sr-only' : undefined}>{t('desk.file')}</span>
      <input
        type="file"
        accept="audio/*"
        className="sr-only"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) loadFile(desk, deck, file);
          target.value = '';
        }}
      />
    </label>
  );
}

/** Seconds from which what is left has one figure more. */
const HOUR = 3600;

function Figures({ deck }: { deck: Deck }) {
  const { track } = useWatched(deck);
  const bpm = useRef<HTMLElement>(null);
  const left = useRef<HTMLElement>(null);
  useFrame(() => {
    if (bpm.current) writeText(bpm.current, deck.bpm?.toFixed(1) ?? '–');
    if (left.current) writeText(left.current, `-${longTime(Math.max(0, ((track?.duration ?? 0) - deck.heard) / deck.rate))}`);
  });
  return (
    <dl className="desk-figures" data-long={(track?.duration ?? 0) >= HOUR || undefined}>
      <div>
        <dt>{t('desk.bpm')}</dt>
        <dd ref={bpm} className="desk-own">
          {deck.bpm?.toFixed(1) ?? '–'}
        </dd>
      </div>
      <div>
        <dt>{t('desk.key')}</dt>
        <dd>{track?.key || '–'}</dd>
      </div>
      <div>
        <dt>{t('desk.left')}</dt>
        <dd ref={left} />
      </div>
    </dl>
  );
}
