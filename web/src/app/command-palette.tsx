import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Command as List } from 'cmdk';
import { ArrowRight, type LucideIcon, Play, Search, Zap } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { searchQuery } from '@/features/search/queries';
import { t } from '@/i18n/commands';
import { closeCommands, MODIFIER } from '@/lib/commands';
import { useSettled } from '@/lib/settled';
import { Cover } from '@/ui/cover';
import { Overlay, returnFocus } from '@/ui/dialog';
import { Spinner } from '@/ui/spinner';
import { toast } from '@/ui/toast/toast-store';
import { type Command, type CommandContext, type CommandGroup, findCommands, runCommand } from './commands';
import { KeyCaps } from './key-caps';
import { type Entry, entriesOf } from './palette-entries';
import { useCommandContext } from './use-command-context';
import './command-palette.css';

/** Milliseconds of typing pause before the search starts. */
const PAUSE = 120;
const MAX_FOUND = 5;
/** How many commands are listed before the library's results. */
const MAX_COMMANDS = 5;
const GROUPS: CommandGroup[] = ['play', 'do', 'go'];
const ICONS: Record<CommandGroup, LucideIcon> = { play: Play, do: Zap, go: ArrowRight };

type PaletteProps = { open: boolean; onOpenChange: (open: boolean) => void };

/** One box to search as you type, navigate and run commands. */
export function CommandPalette({ open, onOpenChange }: PaletteProps) {
  const context = useCommandContext();
  if (!context) return null;
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Overlay />
        <Radix.Content
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            returnFocus();
          }}
          className="palette fixed inset-x-3 z-(--z-dialog) mx-auto flex max-w-2xl animate-pop-in flex-col overflow-hidden rounded-xl border border-line bg-surface shadow-3 data-[state=closed]:animate-fade-out"
        >
          <Radix.Title className="sr-only">{t('command.title')}</Radix.Title>
          <Palette context={context} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Palette({ context }: { context: CommandContext }) {
  const client = useQueryClient();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState('');
  const q = text.trim();
  const settled = useSettled(q, PAUSE);
  const results = useQuery(searchQuery(settled, MAX_FOUND));
  const stale = settled !== q || results.isPlaceholderData || results.isPending;
  const found = q === '' || !results.data ? [] : entriesOf(results.data, settled, context, client);
  const commands = findCommands(q, context);
  const first = commands[0] ? `do:${commands[0].id}` : found[0]?.entries[0]?.id;
  // While results are loading only the link to all results can be selected; once they arrive, Enter applies to the first line again.
  useEffect(() => {
    if (!stale && first) setChosen(first);
  }, [stale, first]);

  const run = async (action: (() => unknown) | undefined) => {
    if (!action) return;
    closeCommands();
    try {
      await action();
    } catch (error) {
      toast({ tone: 'danger', title: t('command.notDone'), description: error instanceof Error ? error.message : undefined });
    }
  };
  const play = ({ play, open }: Entry) => void run(play ?? open);
  const showAll = () => void run(() => context.go(`/search?q=${encodeURIComponent(q)}`));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    const entry = stale ? undefined : found.flatMap(({ entries }) => entries).find(({ id }) => id === chosen);
    if (!entry) return;
    event.preventDefault();
    void run(entry.open ?? entry.play);
  };

  return (
    <List
      label={t('command.label')}
      shouldFilter={false}
      loop
      vimBindings={false}
      value={chosen}
      onValueChange={setChosen}
      onKeyDown={onKeyDown}
    >
      <div className="flex items-center gap-3 border-line border-b pr-4 pl-5">
        <Search size={20} aria-hidden className="shrink-0 text-fg-muted" />
        <List.Input
          autoFocus
          value={text}
          onValueChange={setText}
          maxLength={200}
          placeholder={t('command.placeholder')}
          className="palette-text h-14 min-w-0 flex-1 text-base outline-none placeholder:text-fg-muted"
        />
        {q !== '' && stale && !results.isError && <Spinner size={18} label={t('command.searching')} />}
      </div>
      <List.List className="palette-list overflow-y-auto overscroll-contain p-2">
        {q === '' ? (
          GROUPS.map((group) => (
            <Commands
              key={group}
              heading={t(`command.group.${group}`)}
              commands={commands.filter((c) => c.group === group)}
              context={context}
            />
          ))
        ) : (
          <>
            <Commands heading={t('command.group.do')} commands={commands.slice(0, MAX_COMMANDS)} context={context} />
            {found.map(({ label, entries }) => (
              <Group key={label} heading={t(label)}>
                {entries.map((entry) => (
                  <EntryLine key={entry.id} entry={entry} stale={stale} onSelect={() => play(entry)} />
                ))}
              </Group>
            ))}
            <Group heading={t('nav.search')}>
              <Line value="all" icon={Search} onSelect={showAll}>
                <span className="truncate">{t('command.all', { query: q })}</span>
              </Line>
            </Group>
          </>
        )}
      </List.List>
      <p role="status" className="border-line border-t px-5 py-2.5 text-fg-muted text-xs">
        {footText({ q, stale, failed: results.isError, nothing: found.length + commands.length === 0 })}
      </p>
    </List>
  );
}

function footText({ q, stale, failed, nothing }: { q: string; stale: boolean; failed: boolean; nothing: boolean }): string {
  if (failed && q !== '') return t('command.failed');
  if (q !== '' && !stale && nothing) return t('command.nothing', { query: q });
  return t('command.hint', { keys: `${MODIFIER} Enter` });
}

function Commands({ heading, commands, context }: { heading: string; commands: readonly Command[]; context: CommandContext }) {
  if (commands.length === 0) return null;
  return (
    <Group heading={heading}>
      {commands.map((command) => (
        <Line key={command.id} value={`do:${command.id}`} icon={ICONS[command.group]} onSelect={() => void runCommand(command, context)}>
          <span className="min-w-0 flex-1 truncate">{t(command.label)}</span>
          {command.keys && (
            <span className="palette-keys">
              <KeyCaps keys={command.keys} />
            </span>
          )}
        </Line>
      ))}
    </Group>
  );
}

function EntryLine({ entry, stale, onSelect }: { entry: Entry; stale: boolean; onSelect: () => void }) {
  return (
    <Line value={entry.id} icon={entry.icon} picture={entry.picture} disabled={stale} onSelect={onSelect}>
      <span className="min-w-0 flex-1">
        <span className="block truncate">{entry.title}</span>
        {entry.detail && <span className="block truncate text-fg-muted text-sm">{entry.detail}</span>}
      </span>
    </Line>
  );
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <List.Group heading={heading} className="palette-group mb-1">
      {children}
    </List.Group>
  );
}

type LineProps = {
  value: string;
  icon: LucideIcon;
  picture?: Entry['picture'];
  disabled?: boolean;
  onSelect: () => void;
  children: ReactNode;
};

function Line({ value, icon: Icon, picture, disabled, onSelect, children }: LineProps) {
  return (
    <List.Item
      value={value}
      disabled={disabled}
      onSelect={onSelect}
      className="palette-line flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 py-1.5"
    >
      {picture ? (
        <Cover {...picture} sizes="36px" className="size-9 shrink-0 rounded-sm" />
      ) : (
        <span aria-hidden className="grid size-9 shrink-0 place-items-center text-fg-muted">
          <Icon size={18} />
        </span>
      )}
      {children}
    </List.Item>
  );
}
