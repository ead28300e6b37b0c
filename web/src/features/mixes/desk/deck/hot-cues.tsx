import { Bookmark } from 'lucide-react';
import { type CSSProperties, useState } from 'react';
import type { Deck } from '@/dj/deck/deck';
import { NO_LABEL, type PointKind } from '@/dj/deck/hot-cues';
import { t } from '@/i18n/desk';
import { longTime } from '@/lib/format';
import { dialogPart, part } from '@/ui/part/part';
import { keyOfCue } from '../control/key-map';
import { Hold, Pad } from '../controls';
import { loopName, SavedLoops } from '../marks/saved-loops';
import { useHold } from '../marks/use-hold';
import { useWatched } from '../use-watched';
import '../marks/marks.css';

const MarkDialog = dialogPart(() => import('../marks/mark-dialog').then((m) => m.MarkDialog));
const GridPanel = part(() => import('../marks/grid-panel').then((m) => m.GridPanel));

/** Eight places to jump to, saved loops, and the beat grid: what a person marks in a track. */
export function HotCues({ deck, index }: { deck: Deck; index: number }) {
  const { track, hotCues, cueLabels, loop } = useWatched(deck);
  const empty = track ? null : t('desk.why.empty');
  const [isClearing, setClearing] = useState(false);
  const [edited, setEdited] = useState<number | null>(null);
  const [editsGrid, setEditsGrid] = useState(false);
  const at = edited === null ? null : hotCues[edited];
  const { name, color } = cueLabels[edited ?? 0] ?? NO_LABEL;
  return (
    <>
      <fieldset className="desk-cues">
        <legend className="sr-only">{t('desk.hotCues')}</legend>
        {hotCues.map((_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the places stay
          <HotCue key={i} deck={deck} deckIndex={index} index={i} isClearing={isClearing} onEdit={setEdited} />
        ))}
        <Pad
          className="desk-wide"
          data-tooltip={t('desk.smartHint')}
          why={empty ?? (track?.cues.length || track?.sections.length ? null : t('desk.why.noPoints'))}
          onClick={() => deck.hotCues.fill(pointName)}
        >
          {t('desk.smart')}
        </Pad>
        <Pad
          className="desk-wide"
          pressed={isClearing}
          data-tooltip={t('desk.clearHint')}
          why={empty}
          onClick={() => setClearing(!isClearing)}
        >
          {t('desk.clear')}
        </Pad>
        <Pad
          className="desk-wide"
          aria-label={t('desk.saveLoop')}
          data-tooltip={t('desk.saveLoop')}
          why={empty ?? (deck.marks.canSaveLoop ? null : t(loop ? 'desk.why.loopKept' : 'desk.why.loopOff'))}
          onClick={() => deck.marks.saveLoop(loopName(deck))}
        >
          <Bookmark size={13} aria-hidden />
          {t('desk.loopShort')}
        </Pad>
        <Pad className="desk-wide" aria-expanded={editsGrid} why={empty} onClick={() => setEditsGrid(!editsGrid)}>
          {t('desk.grid')}
        </Pad>
      </fieldset>
      <SavedLoops deck={deck} />
      {editsGrid && track && <GridPanel key={track.id ?? track.title} deck={deck} onClose={() => setEditsGrid(false)} />}
      {edited !== null && at != null && (
        <MarkDialog
          title={t('desk.hotCue', { n: edited + 1 })}
          name={name}
          color={color}
          at={at}
          onHere={() => deck.hotCues.set(edited, deck.snapped(deck.position))}
          onSave={(name, color) => deck.hotCues.label(edited, { name, color })}
          onDelete={() => deck.hotCues.clear(edited)}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}

/** What a point of the analysis is called. */
const pointName = (kind: PointKind) =>
  kind === 'start' || kind === 'end' || kind === 'mix-in' || kind === 'mix-out' ? t(`desk.point.${kind}`) : t(`desk.section.${kind}`);

type HotCueProps = { deck: Deck; deckIndex: number; index: number; isClearing: boolean; onEdit: (index: number) => void };

function HotCue({ deck, deckIndex, index, isClearing, onEdit }: HotCueProps) {
  const { track, hotCues, cueLabels } = useWatched(deck);
  const at = hotCues[index] ?? null;
  const { name, color } = cueLabels[index] ?? NO_LABEL;
  const n = index + 1;
  const hold = useHold(at === null ? null : () => onEdit(index));
  return (
    <Hold
      className="desk-pad"
      data-key={keyOfCue(index, deckIndex)}
      data-set={at !== null || undefined}
      data-clearing={(isClearing && at !== null) || undefined}
      data-tooltip={at === null ? undefined : t('desk.markHint')}
      style={color ? ({ '--cue': color } as CSSProperties) : undefined}
      why={track ? null : t('desk.why.empty')}
      aria-label={at === null ? t('desk.hotCue', { n }) : t(name ? 'desk.hotCueNamed' : 'desk.hotCueAt', { n, name, at: longTime(at) })}
      onHold={() => (isClearing ? deck.hotCues.clear(index) : deck.hotCues.press(index))}
      onLetGo={() => deck.hotCues.release()}
      {...hold}
    >
      {at === null ? n : <span className="desk-cue-name">{name || longTime(at)}</span>}
    </Hold>
  );
}
