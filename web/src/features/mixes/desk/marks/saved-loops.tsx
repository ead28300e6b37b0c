import { useState } from 'react';
import { beatAt } from '@/dj/beat/grid';
import type { Deck } from '@/dj/deck/deck';
import { type SavedLoop, sizeLabel } from '@/dj/deck/loop';
import { t } from '@/i18n/desk';
import { longTime } from '@/lib/format';
import { dialogPart } from '@/ui/part/part';
import { Pad } from '../controls';
import { useWatched } from '../use-watched';
import { useHold } from './use-hold';

const MarkDialog = dialogPart(() => import('./mark-dialog').then((m) => m.MarkDialog));

/** The loops that the person saved: a press enters one. */
export function SavedLoops({ deck }: { deck: Deck }) {
  const { savedLoops } = useWatched(deck);
  const [edited, setEdited] = useState<SavedLoop | null>(null);
  if (savedLoops.length === 0) return null;
  return (
    <fieldset className="desk-saved">
      <legend className="sr-only">{t('desk.savedLoops')}</legend>
      {savedLoops.map((loop) => (
        <SavedLoopPad key={`${loop.from}-${loop.to}`} deck={deck} loop={loop} onEdit={setEdited} />
      ))}
      {edited && (
        <MarkDialog
          title={t('desk.savedLoop')}
          name={edited.name}
          at={edited.from}
          onSave={(name) => deck.marks.renameLoop(edited, name)}
          onDelete={() => deck.marks.dropLoop(edited)}
          onClose={() => setEdited(null)}
        />
      )}
    </fieldset>
  );
}

function SavedLoopPad({ deck, loop, onEdit }: { deck: Deck; loop: SavedLoop; onEdit: (loop: SavedLoop) => void }) {
  const { loop: present } = useWatched(deck);
  const isIn = present?.from === loop.from && present.to === loop.to;
  const name = loop.name || longTime(loop.from);
  return (
    <Pad
      pressed={isIn}
      data-set
      data-tooltip={t('desk.markHint')}
      aria-label={t('desk.savedLoopAt', { name, at: longTime(loop.from) })}
      onClick={() => (isIn ? deck.loops.leave() : deck.loops.recall(loop))}
      {...useHold(() => onEdit(loop))}
    >
      {name}
    </Pad>
  );
}

/** What a loop is called when it is saved: its length in beats. */
export function loopName(deck: Deck): string {
  const { loop, track } = deck.get();
  if (!loop || !track?.grid) return '';
  const beats = beatAt(track.grid, loop.to) - beatAt(track.grid, loop.from);
  return t('desk.beats', { size: beats < 1 ? sizeLabel(beats) : String(Math.round(beats * 10) / 10) });
}
