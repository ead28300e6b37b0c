import { Ellipsis, FileX2, Pause, Play } from 'lucide-react';
import type { MouseEvent, Ref } from 'react';
import type { Track } from '@/api/types';
import { t } from '@/i18n/t';
import { seedOf } from '@/lib/art';
import { cn } from '@/lib/cn';
import { time } from '@/lib/format';
import { PlayingBars } from '@/player/view/playing-bars';
import { GridCell, GridRow } from '@/things/list/grid';
import { AlbumLink, ArtistLink } from '@/things/page/names';
import type { PlayState } from '@/things/play/playback';
import { usePrepare } from '@/things/play/use-prepare';
import { Badge } from '@/ui/badge';
import { Cover } from '@/ui/cover';
import type { Drag } from '@/ui/dnd/drag';
import { IconButton } from '@/ui/icon-button';
import type { MenuAsked } from '@/ui/menu/open-menu';
import { Like } from './like-button';
import { SoundCells } from './sound-cells';
import { useRowDrag } from './use-row-drag';

/** Pixels. */
export const ROW_HEIGHT = 56;

export type RowLook = {
  /** The first column: the cover in lists of many albums, the number on an album's page. */
  lead: 'cover' | 'number';
  /** On an album's page, the artist is only shown if it differs. */
  albumArtist?: string;
  /** Whether to show columns for tempo, key, loudness and energy if there is space. */
  sound?: boolean;
};

type RowActions = {
  onPlay: (track: Track) => void;
  onToggle: (track: Track) => void;
  onLike: (track: Track) => void;
  onMenu: (event: MenuAsked, track: Track) => void;
};

/** What a row knows about the selection. */
type RowSelection = {
  selected: boolean;
  /** Whether anything is selected. */
  selecting: boolean;
  onSelect: (how: 'toggle' | 'extend') => void;
};

type TrackRowProps = RowLook &
  RowActions & {
    track: Track;
    /** Starts at 0. */
    index: number;
    state: PlayState;
    /** The row that the Tab key reaches; its controls follow. */
    active: boolean;
    highlighted: boolean;
    selection?: RowSelection;
    /** What a drag of the row carries. */
    drag?: () => Drag;
    ref?: Ref<HTMLDivElement>;
  };

/** A track in a dense list: a grid row that plays on double click, on a tap, and on Enter (its list handles the keys). */
export function TrackRow({
  track,
  index,
  state,
  active,
  highlighted,
  selection,
  drag,
  lead,
  albumArtist,
  sound,
  ref,
  ...actions
}: TrackRowProps) {
  const { onPlay, onToggle, onLike, onMenu } = actions;
  const tabIndex = active ? 0 : -1;
  const box = useRowDrag(drag, onMenu && ((asked) => onMenu(asked, track)));
  return (
    <GridRow
      ref={(row) => {
        box.current = row;
        if (typeof ref === 'function') ref(row);
      }}
      data-slot="track-row"
      data-result
      data-state={state}
      aria-rowindex={index + 1}
      aria-selected={highlighted || selection?.selected}
      tabIndex={tabIndex}
      onClick={(event) => {
        if (isControl(event)) return;
        if (selection && (event.ctrlKey || event.metaKey)) selection.onSelect('toggle');
        else if (selection && event.shiftKey) selection.onSelect('extend');
        else if (isTap(event)) selection?.selecting ? selection.onSelect('toggle') : onToggle(track);
      }}
      onDoubleClick={(event) => !isControl(event) && !event.ctrlKey && !event.metaKey && !event.shiftKey && onPlay(track)}
      onContextMenu={(event) => onMenu(event, track)}
      className={cn(
        'group/row flex h-full select-none items-center gap-3 rounded-md px-2 transition -outline-offset-2 hover:bg-surface-2',
        highlighted && 'bg-surface-2 framed',
        selection?.selected && 'bg-surface-3 hover:bg-surface-3',
      )}
    >
      {selection && <SelectCell title={track.title} selection={selection} tabIndex={tabIndex} />}
      <GridCell className="shrink-0">
        {lead === 'cover' ? (
          <CoverLead track={track} state={state} tabIndex={tabIndex} onToggle={onToggle} />
        ) : (
          <NumberLead track={track} state={state} tabIndex={tabIndex} onToggle={onToggle} />
        )}
      </GridCell>
      <NamesCell track={track} state={state} lead={lead} albumArtist={albumArtist} tabIndex={tabIndex} />
      {lead === 'cover' && (
        <GridCell className={cn('@3xl:flex hidden min-w-0 text-fg-muted text-sm', sound ? 'w-[20%]' : 'w-[32%]')}>
          <AlbumLink name={track.album} id={track.albumId} tabIndex={tabIndex} className="min-w-0" />
        </GridCell>
      )}
      {sound && <SoundCells track={track} />}
      <GridCell className="-mr-1 shrink-0">
        <Like
          track={track}
          onToggle={onLike}
          tabIndex={tabIndex}
          className={cn(
            !track.liked &&
              '@xl:opacity-0 @xl:group-focus-visible/row:opacity-100 group-has-focus-visible/row:opacity-100 @xl:group-hover/row:opacity-100 pointer-coarse:opacity-100',
          )}
        />
      </GridCell>
      <GridCell className="tnum @md:block hidden w-12 shrink-0 text-right text-fg-muted text-sm">{time(track.duration)}</GridCell>
      <GridCell className="shrink-0">
        <IconButton
          icon={Ellipsis}
          label={t('track.more', { title: track.title })}
          tooltip={false}
          tabIndex={tabIndex}
          size="sm"
          aria-haspopup="menu"
          onClick={(event) => onMenu(event, track)}
        />
      </GridCell>
    </GridRow>
  );
}

/** The checkbox of a row. It is hidden until the row is pointed at or something is selected. */
function SelectCell({ title, selection, tabIndex }: { title: string; selection: RowSelection; tabIndex: number }) {
  const { selected, selecting, onSelect } = selection;
  return (
    <GridCell className={cn('-mr-1 grid size-6 shrink-0 place-items-center', !selecting && '@max-xl:hidden')}>
      <input
        type="checkbox"
        tabIndex={tabIndex}
        checked={selected}
        aria-label={t('select.row', { title })}
        onChange={({ nativeEvent }) => onSelect((nativeEvent as MouseEvent['nativeEvent']).shiftKey ? 'extend' : 'toggle')}
        className={cn(
          'size-5 cursor-pointer accent-(--accent) transition',
          !selecting &&
            'opacity-0 focus-visible:opacity-100 group-focus-visible/row:opacity-100 group-has-focus-visible/row:opacity-100 group-hover/row:opacity-100',
        )}
      />
    </GridCell>
  );
}

type NamesCellProps = Pick<TrackRowProps, 'track' | 'state' | 'lead' | 'albumArtist'> & { tabIndex: number };

/** The title, and below it the artist or that the file is missing. */
function NamesCell({ track, state, lead, albumArtist, tabIndex }: NamesCellProps) {
  const loaded = state === 'playing' || state === 'paused';
  const onlyTitle = lead === 'number' && track.artist === albumArtist;
  return (
    <GridCell className="min-w-0 flex-1">
      <div className="flex items-center gap-2">
        <span className={cn('truncate font-semibold', loaded && 'text-accent-text', state === 'missing' && 'text-fg-muted')}>
          {track.title}
        </span>
        {track.isAiGenerated && <Badge tone="ai">{t('track.ai')}</Badge>}
        {lead === 'cover' && state === 'playing' && <PlayingBars />}
      </div>
      {state === 'missing' ? (
        <p className="flex items-center gap-1.5 truncate text-fg-muted text-sm">
          <FileX2 size={14} aria-hidden /> {t('track.missing')}
        </p>
      ) : (
        !onlyTitle && (
          <p className="flex min-w-0 text-fg-muted text-sm">
            <ArtistLink
              name={track.artist}
              id={track.artistId}
              tabIndex={tabIndex}
              className="min-w-0 pointer-coarse:pointer-events-none"
            />
          </p>
        )
      )}
    </GridCell>
  );
}

type LeadProps = Pick<TrackRowProps, 'track' | 'state' | 'onToggle'> & { tabIndex: number };

function CoverLead(props: LeadProps) {
  const { track, state } = props;
  const loaded = state === 'playing' || state === 'paused';
  return (
    <div className="relative size-10">
      <Cover url={track.coverImageUrl} seed={seedOf(track)} sizes="40px" className={cn('rounded-sm', state === 'missing' && 'faded')} />
      {state !== 'missing' && (
        <Toggle
          {...props}
          className={cn(
            'absolute inset-0 rounded-sm bg-overlay text-white opacity-0 focus-visible:opacity-100 group-hover/row:opacity-100',
            loaded && 'opacity-100',
          )}
        />
      )}
    </div>
  );
}

function NumberLead(props: LeadProps) {
  const { track, state } = props;
  const still = state === 'stopped' || state === 'missing';
  return (
    <div className="relative grid size-10 place-items-center">
      <span
        className={cn(
          'tnum text-fg-muted text-sm',
          state !== 'missing' && 'group-hover/row:opacity-0 group-focus-visible/row:opacity-0 group-has-focus-visible/row:opacity-0',
          !still && 'text-accent-text',
        )}
      >
        {state === 'playing' ? <PlayingBars /> : track.number || '–'}
      </span>
      {state !== 'missing' && (
        <Toggle
          {...props}
          className="absolute inset-0 rounded-full opacity-0 group-focus-visible/row:opacity-100 group-has-focus-visible/row:opacity-100 group-hover/row:opacity-100"
        />
      )}
    </div>
  );
}

function Toggle({ track, state, tabIndex, onToggle, className }: LeadProps & { className: string }) {
  const Icon = state === 'playing' ? Pause : Play;
  const name = { title: track.title, artist: track.artist || t('track.unknownArtist') };
  const prepare = usePrepare(track);
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      onPointerDown={prepare}
      aria-label={state === 'playing' ? t('track.pauseNamed', name) : t('track.playNamed', name)}
      onClick={(event) => {
        event.stopPropagation();
        onToggle(track);
      }}
      className={cn('grid place-items-center', className)}
    >
      <Icon size={18} className="fill-current" aria-hidden />
    </button>
  );
}

const isControl = ({ target }: MouseEvent<HTMLElement>) => target instanceof Element && target.closest('a, button, input') !== null;

/** A tap plays; with a mouse, a click selects and a double click plays. */
const isTap = (event: MouseEvent<HTMLElement>) => (event.nativeEvent as PointerEvent).pointerType === 'touch' && !isControl(event);
