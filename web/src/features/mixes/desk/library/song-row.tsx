// biome-ignore-all lint/a11y/useSemanticElements: a grid of which most rows are not in the page
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus, and names the row
import { ArrowDown, ArrowUp, Check, ListPlus, ListX } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Prepared } from '@/dj/choose/prepared';
import type { DeckTrack } from '@/dj/deck/track';
import type { Desk } from '@/dj/desk';
import { t } from '@/i18n/desk';
import { seedOf } from '@/lib/art';
import { longTime } from '@/lib/format';
import { Cover } from '@/ui/cover';
import { dragTracks } from '@/ui/dnd/dnd';
import { deckLetter } from '../deck/deck-letter';
import { loadTrack } from '../deck/load';
import { useWatched } from '../use-watched';
import { fitText } from './fit-text';
import { offerTrack } from './offer';
import type { Row } from './use-songs';

export type SongRowProps = {
  /** What names the row while the grid has the focus. */
  id: string;
  isChosen: boolean;
  desk: Desk;
  prepared: Prepared;
  leader: DeckTrack | null;
  row: Row;
  wasPlayed: boolean;
  /** Whether its place in the list can be changed. */
  isOrdered: boolean;
};

/** The cells of a song. */
export function SongRow({ id, isChosen, desk, prepared, leader, row, wasPlayed, isOrdered }: SongRowProps) {
  const { track, fit, at } = row;
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => (element.current ? dragTracks(element.current, () => ({ tracks: [track] })) : undefined), [track]);
  const why = fit && leader ? fitText(fit, leader, track) : null;
  return (
    <div
      ref={element}
      id={id}
      role="row"
      aria-selected={isChosen}
      className="desk-row"
      data-played={wasPlayed || undefined}
      data-ordered={isOrdered || undefined}
      onDoubleClick={() => offerTrack(desk, track)}
    >
      <span role="rowheader" className="desk-song">
        <Cover url={track.coverImageUrl} seed={seedOf(track)} sizes="32px" className="size-8 shrink-0 rounded-sm" />
        <span className="min-w-0">
          <span className="desk-song-title">
            {wasPlayed && <Check size={13} aria-label={t('desk.played')} />}
            {track.title}
          </span>
          <span className="desk-song-artist">{why ?? track.artist}</span>
        </span>
      </span>
      <span role="gridcell" className="desk-col-artist" data-tooltip={why ?? undefined}>
        {why ?? track.artist}
      </span>
      <span role="gridcell" className="tnum">
        {track.bpm?.toFixed(1) ?? '–'}
      </span>
      <span role="gridcell">{track.camelot || '–'}</span>
      <span role="gridcell" className="desk-col-energy tnum">
        {track.energy === null ? '–' : Math.round(track.energy * 100)}
      </span>
      <span role="gridcell" className="desk-col-time tnum">
        {fit ? `${fit.score}%` : at ? CLOCK.format(at) : longTime(track.duration)}
      </span>
      <span role="gridcell" className="desk-load">
        <Loads desk={desk} track={track} />
        <Prepare prepared={prepared} track={track} isOrdered={isOrdered} />
      </span>
    </div>
  );
}

const CLOCK = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });

const Loads = ({ desk, track }: { desk: Desk; track: Row['track'] }) =>
  desk.decks.map((deck, i) => (
    <button
      key={deckLetter(i)}
      type="button"
      tabIndex={-1}
      data-deck={i}
      aria-label={t('desk.load', { deck: deckLetter(i), title: track.title })}
      onClick={() => loadTrack(desk, deck, track)}
    >
      {deckLetter(i)}
    </button>
  ));

function Prepare({ prepared, track, isOrdered }: { prepared: Prepared; track: Row['track']; isOrdered: boolean }) {
  useWatched(prepared);
  const { title } = track;
  const isIn = prepared.has(track.id);
  return (
    <>
      {isOrdered && (
        <>
          <button type="button" tabIndex={-1} aria-label={t('desk.up', { title })} onClick={() => prepared.move(track.id, -1)}>
            <ArrowUp size={14} aria-hidden />
          </button>
          <button type="button" tabIndex={-1} aria-label={t('desk.down', { title })} onClick={() => prepared.move(track.id, 1)}>
            <ArrowDown size={14} aria-hidden />
          </button>
        </>
      )}
      <button
        type="button"
        tabIndex={-1}
        aria-label={t(isIn ? 'desk.unprepare' : 'desk.prepare', { title })}
        onClick={() => (isIn ? prepared.remove(track.id) : prepared.add(track))}
      >
        {isIn ? <ListX size={14} aria-hidden /> : <ListPlus size={14} aria-hidden />}
      </button>
    </>
  );
}
