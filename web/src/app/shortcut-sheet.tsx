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
        {document.querySelector('[data-row]') && (
          <Keys title={t('command.table')} rows={TABLE_KEYS.map(([label, keys]) => [t(label), keys])} />
        )}
        {GROUPS.map((group) => (
          <Keys
            key={group}
            title={t(`command.group.${group}`)}
            rows={allowed.filter((command) => command.group === group).map(({ label, keys }) => [t(label), keys ?? ''])}
          />
        ))}
      </div>
    </Dialog>
  );
}

/** The keys of the table of the page, which binds them itself. */
const TABLE_KEYS = [
  ['command.table.next', 'J'],
  ['command.table.previous', 'K'],
  ['command.table.select', 'X'],
  ['command.table.open', 'Enter'],
  ['command.table.clear', 'Esc'],
] as const;

function Keys({ title, rows }: { title: string; rows: readonly (readonly [label: string, keys: string])[] }) {
  return (
    <section className="mb-5 break-inside-avoid-column">
      <h3 className="mb-1.5 font-semibold text-fg-muted text-sm">{title}</h3>
      <dl>
        {rows.map(([label, keys]) => (
          <div key={label} className="flex min-h-9 items-center justify-between gap-4 border-line border-b last:border-0">
            <dt>{label}</dt>
            <dd>
              <KeyCaps keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
