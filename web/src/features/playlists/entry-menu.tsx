import { ArrowDown, ArrowUp, ArrowUpDown, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Entry } from '@/api/types';
import { t } from '@/i18n/playlists';
import type { MenuItem } from '@/ui/menu/open-menu';
import { dialogPart } from '@/ui/part/part';
import type { EntryEdits } from './entry-edits';

const PositionDialog = dialogPart(() => import('./position-dialog').then((m) => m.PositionDialog));

/** The menu items of a row in addition to those of every song; they include every drag. */
export function useEntryMenu(
  entries: readonly (Entry | undefined)[],
  edits: EntryEdits | undefined,
): { itemsOf: (entry: Entry, index: number) => MenuItem[]; dialog: ReactNode } {
  const [moving, setMoving] = useState<{ entry: Entry; index: number }>();
  const move = edits?.move;
  const itemsOf = (entry: Entry, index: number): MenuItem[] => {
    if (!edits) return [];
    const order: MenuItem[] = move
      ? [
          { label: t('playlist.moveUp'), icon: ArrowUp, hint: 'Alt ↑', disabled: index === 0, onSelect: () => move([entry], index - 1) },
          {
            label: t('playlist.moveDown'),
            icon: ArrowDown,
            hint: 'Alt ↓',
            disabled: index === entries.length - 1,
            onSelect: () => move([entry], index + 2),
          },
          {
            label: t('playlist.moveTo'),
            icon: ArrowUpDown,
            disabled: entries.length < 2,
            onSelect: () => setMoving({ entry, index }),
          },
        ]
      : [];
    return [...order, { label: t('playlist.remove'), icon: X, hint: 'Del', onSelect: () => edits.remove([entry]) }, 'separator'];
  };
  const dialog = moving && move && (
    <PositionDialog
      title={moving.entry.title}
      position={moving.index + 1}
      total={entries.length}
      onClose={() => setMoving(undefined)}
      onMove={(to) => move([moving.entry], to > moving.index ? to + 1 : to)}
    />
  );
  return { itemsOf, dialog };
}
