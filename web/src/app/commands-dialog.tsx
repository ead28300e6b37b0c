import { closeCommands, useCommandDialog } from '@/lib/commands';
import { CommandPalette } from './command-palette';
import { ShortcutSheet } from './shortcut-sheet';

/** The command palette or the list of shortcuts. */
export function CommandsDialog() {
  const open = useCommandDialog((state) => state.open);
  const onOpenChange = (next: boolean) => !next && closeCommands();
  return (
    <>
      <CommandPalette open={open === 'palette'} onOpenChange={onOpenChange} />
      <ShortcutSheet open={open === 'shortcuts'} onOpenChange={onOpenChange} />
    </>
  );
}
