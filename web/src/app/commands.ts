import { request } from '@/api/client';
import { startScan } from '@/api/queries';
import type { User } from '@/api/types';
import { type PlainKey, setLocale, t } from '@/i18n/commands';
import type { LocaleName } from '@/i18n/t';
import { closeCommands, openPalette, openShortcuts } from '@/lib/commands';
import { openNewPlaylist } from '@/lib/playlists';
import { usePrefs } from '@/lib/prefs';
import { openUpload } from '@/lib/upload';
import type { PlayerEngine } from '@/player/engine/engine';
import { PLAYER_COMMANDS } from '@/player/engine/keyboard';
import { setSleep, sleepTimer } from '@/player/engine/sound/sleep-timer';
import { toast } from '@/ui/toast/toast-store';

/** What commands act on. */
export type CommandContext = {
  engine: PlayerEngine;
  user: User;
  /** Whether the person may use the admin area. */
  operates: boolean;
  /** Navigates to a page. */
  go: (path: string) => void;
  /** Focuses the page's search box, or opens the search. */
  focusSearch: () => void;
  toggleLike: () => void;
  toggleQueue: () => void;
  signOut: () => void;
};

export type CommandGroup = 'go' | 'play' | 'do';

export type Command = {
  id: string;
  label: PlainKey;
  /** A key such as `Shift+ArrowLeft`, or two keys in sequence such as `G H`. */
  keys?: string;
  group: CommandGroup;
  run: (context: CommandContext) => unknown;
  /** Whether the command is available now; if omitted, it always is. */
  when?: (context: CommandContext) => boolean;
};

const page = (id: string, path: string, keys?: string, when?: Command['when']): Command => ({
  id: `go.${id}`,
  label: `command.go.${id}` as PlainKey,
  keys,
  group: 'go',
  when,
  run: ({ go }) => go(path),
});

const isLoaded = ({ engine }: CommandContext) => engine.snapshot().current !== null;

const PLAYING: Command[] = PLAYER_COMMANDS.map(({ keys, label, run }) => ({
  id: `player.${keys}`,
  label: label as PlainKey,
  keys,
  group: 'play',
  when: isLoaded,
  run: (context) => run(context),
}));

const inMinutes = (minutes: 15 | 30 | 60): Command => ({
  id: `sleep.${minutes}`,
  label: `command.sleep${minutes}`,
  group: 'play',
  when: isLoaded,
  run: () => setSleep({ kind: 'clock', at: Date.now() + minutes * 60_000 }),
});

const THEMES = (['dark', 'light', 'system'] as const).map(
  (theme): Command => ({
    id: `theme.${theme}`,
    label: `command.theme.${theme}`,
    group: 'do',
    when: () => usePrefs.getState().theme !== theme,
    run: () => usePrefs.getState().set({ theme }),
  }),
);

const LANGUAGES = (['en', 'es'] as const).map(
  (locale): Command => ({
    id: `language.${locale}`,
    label: `command.language.${locale}`,
    group: 'do',
    when: () => usePrefs.getState().locale !== locale,
    run: () => speak(locale),
  }),
);

/** Changes the language of the screens and of emails. */
async function speak(locale: LocaleName) {
  await setLocale(locale);
  usePrefs.getState().set({ locale });
  await request('/api/account/language', { method: 'PUT', body: { language: locale === 'spec' ? '' : locale } });
}

const isAdmin = ({ operates }: CommandContext) => operates;

async function scan() {
  await startScan();
  toast({ title: t('command.scanStarted') });
}

const queued = ({ engine }: CommandContext) => {
  const { user, order } = engine.snapshot().queue;
  return [...user, ...order].map(({ track }) => ({ id: track.id }));
};

/** All commands: the palette and the list of shortcuts show them, the keys run them. */
export const COMMANDS: readonly Command[] = [
  page('home', '/', 'G H'),
  page('search', '/search', 'G S'),
  page('library', '/library', 'G L'),
  page('playlists', '/playlists', 'G P'),
  page('liked', '/liked', 'G F'),
  page('recents', '/recents', 'G E'),
  page('radio', '/radios', 'G R'),
  page('mixes', '/mixes', 'G M'),
  page('create', '/create', 'G C'),
  page('uploads', '/uploads', 'G U'),
  page('downloads', '/downloads', 'G D'),
  page('listening', '/listening', 'G I'),
  page('shares', '/shares', 'G K'),
  page('whatsNew', '/whats-new', 'G N'),
  page('updates', '/updates', 'G B'),
  page('profile', '/profile', 'G O'),
  page('settings', '/settings', 'G T'),
  page('admin', '/admin', 'G A', isAdmin),
  ...PLAYING,
  inMinutes(15),
  inMinutes(30),
  inMinutes(60),
  { id: 'sleep.track', label: 'command.sleepTrack', group: 'play', when: isLoaded, run: () => setSleep({ kind: 'track' }) },
  {
    id: 'sleep.off',
    label: 'command.sleepOff',
    group: 'play',
    when: () => sleepTimer.getState().sleep !== null,
    run: () => setSleep(null),
  },
  { id: 'queue.save', label: 'command.saveQueue', group: 'play', when: isLoaded, run: (context) => openNewPlaylist(queued(context)) },
  { id: 'queue.clear', label: 'command.clearQueue', group: 'play', when: isLoaded, run: ({ engine }) => engine.reset() },
  { id: 'palette', label: 'command.palette', keys: 'Ctrl+K', group: 'do', run: openPalette },
  { id: 'shortcuts', label: 'command.shortcuts', keys: '?', group: 'do', run: openShortcuts },
  { id: 'search', label: 'nav.search', keys: '/', group: 'do', run: ({ focusSearch }) => focusSearch() },
  { id: 'playlist.new', label: 'command.newPlaylist', group: 'do', run: () => openNewPlaylist() },
  { id: 'upload', label: 'command.upload', group: 'do', run: () => openUpload() },
  ...THEMES,
  ...LANGUAGES,
  { id: 'scan', label: 'command.scan', group: 'do', when: isAdmin, run: scan },
  { id: 'signOut', label: 'command.signOut', group: 'do', run: ({ signOut }) => signOut() },
];

/** Runs a command. Shows a toast if it fails, and does not throw. */
export async function runCommand(command: Command, context: CommandContext): Promise<void> {
  closeCommands();
  try {
    await command.run(context);
  } catch (error) {
    toast({ tone: 'danger', title: t('command.notDone'), description: error instanceof Error ? error.message : undefined });
  }
}

const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** The available commands that match a text; those that start with it come first. */
export function findCommands(text: string, context: CommandContext): Command[] {
  const possible = COMMANDS.filter(({ id, when }) => id !== 'palette' && (when?.(context) ?? true));
  const words = fold(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return possible;
  const rank = (label: string) => (label.startsWith(words.join(' ')) ? 0 : words.every((word) => ` ${label}`.includes(` ${word}`)) ? 1 : 2);
  return possible
    .map((command) => ({ command, label: fold(t(command.label)) }))
    .filter(({ label }) => words.every((word) => label.includes(word)))
    .sort((a, b) => rank(a.label) - rank(b.label))
    .map(({ command }) => command);
}
