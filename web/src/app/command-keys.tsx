import { useEffect } from 'react';
import { useCommandDialog } from '@/lib/commands';
import { isTaken, keysOf } from '@/player/engine/keyboard';
import { COMMANDS, type Command, type CommandContext, runCommand } from './commands';
import { useCommandContext } from './use-command-context';

/** Milliseconds within which the second of two presses counts. */
const SECOND = 1500;

const OWN = COMMANDS.filter(({ id, keys }) => keys !== undefined && !id.startsWith('player.'));
const LEADS = new Set(OWN.flatMap(({ keys }) => (keys?.includes(' ') ? [keys.split(' ')[0]] : [])));

/** Binds the shortcuts of commands, separate from the player's own. Returns a function that unbinds them. */
export function bindCommandKeys(context: () => CommandContext | null, target: EventTarget = document): () => void {
  let lead = '';
  let at = 0;
  const onKey = (event: Event) => {
    const who = context();
    if (!(event instanceof KeyboardEvent) || !who) return;
    const command = pick(event);
    if (!command) return;
    event.preventDefault();
    if (command !== 'lead') void runCommand(command, who);
  };
  const pick = (event: KeyboardEvent): Command | 'lead' | undefined => {
    if (isPaletteKey(event)) return isFree() ? OWN.find(({ id }) => id === 'palette') : undefined;
    if (isTaken(event) || event.repeat) return undefined;
    // Punctuation is on different keys in other layouts, with or without Shift.
    const key = /^[^\p{L}\p{N} ]$/u.test(event.key) ? event.key : keysOf(event);
    const before = event.timeStamp - at < SECOND ? lead : '';
    lead = '';
    const second = before && OWN.find(({ keys }) => keys === `${before} ${key}`);
    if (second) return second;
    if (LEADS.has(key)) {
      [lead, at] = [key, event.timeStamp];
      return 'lead';
    }
    return OWN.find(({ keys }) => keys === key);
  };
  // Handled before the player's keys: `G L` opens the library and is not a like.
  target.addEventListener('keydown', onKey, { capture: true });
  return () => target.removeEventListener('keydown', onKey, { capture: true });
}

const isPaletteKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'k';

const OTHER_DIALOG = ['[role="dialog"]:not([data-player-keys] *)', '[role="alertdialog"]']
  .map((dialog) => `${dialog}:not([data-state="closed"])`)
  .join();

/** Whether no other dialog is open, except one that is closing and the list of shortcuts, which closes. */
const isFree = () => {
  const { open } = useCommandDialog.getState();
  return open === 'shortcuts' || (!open && !document.querySelector(OTHER_DIALOG));
};

/** Binds the shortcuts while it is mounted. */
export function CommandKeys() {
  const context = useCommandContext();
  useEffect(() => bindCommandKeys(() => context), [context]);
  return null;
}
