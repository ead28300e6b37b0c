import { t } from '@/i18n/commands';
import { Dialog } from '@/ui/dialog';
import { COMMANDS, type CommandGroup } from './commands';
import { KeyCaps } from './key-caps';
import { useCommandContext } from './use-command-context';

const GROUPS: CommandGroup[] = ['do', 'play', 'go'];

/** The list of keyboard shortcuts, from the same table that runs them. */
export function ShortcutSheet({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const context = useCommandContext();
  const allowed = COMMANDS.filter(({ keys, group, when }) => keys && (group !== 'go' || !when || (context !== null && when(context))));
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('command.shortcuts')} description={t('command.shortcutsText')} wide>
      <div className="columns-1 gap-8 md:columns-2">
        {location.pathname.startsWith('/admin') && <TableKeys />}
        {GROUPS.map((group) => (
          <section key={group} className="mb-5 break-inside-avoid-column">
            <h3 className="mb-1.5 font-semibold text-fg-muted text-sm">{t(`command.group.${group}`)}</h3>
            <dl>
              {allowed
                .filter((command) => command.group === group)
                .map(({ id, label, keys }) => (
                  <div key={id} className="flex min-h-9 items-center justify-between gap-4 border-line border-b last:border-0">
                    <dt>{t(label)}</dt>
                    <dd>
                      <KeyCaps keys={keys ?? ''} />
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

/** The keys of the tables in the admin area, which bind them themselves. */
const TABLE_KEYS = [
  ['command.table.next', 'J'],
  ['command.table.previous', 'K'],
  ['command.table.select', 'X'],
  ['command.table.open', 'Enter'],
  ['command.table.clear', 'Esc'],
] as const;

function TableKeys() {
  return (
    <section className="mb-5 break-inside-avoid-column">
      <h3 className="mb-1.5 font-semibold text-fg-muted text-sm">{t('command.table')}</h3>
      <dl>
        {TABLE_KEYS.map(([label, keys]) => (
          <div key={keys} className="flex min-h-9 items-center justify-between gap-4 border-line border-b last:border-0">
            <dt>{t(label)}</dt>
            <dd>
              <KeyCaps keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
