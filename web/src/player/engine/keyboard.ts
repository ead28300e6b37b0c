import type { Key } from '@/i18n/spec';
import type { PlayerEngine } from './engine';
import type { Repeat } from './queue/queue';

/** What commands act on: the engine, and two actions that only the screen can do. */
export type CommandHost = { engine: PlayerEngine; toggleLike: () => void; toggleQueue: () => void };

export type PlayerCommand = {
  /** Modifiers and KeyboardEvent.key, as in `Shift+ArrowLeft`; letters in upper case. */
  keys: string;
  /** The label of the command in the catalogue. */
  label: Key;
  /** Whether holding the key repeats it. */
  repeats?: boolean;
  run: (host: CommandHost) => void;
};

const SEEK_STEP = 5; // seconds
const VOLUME_STEP = 0.05;

/** All keyboard commands of the player; the shortcut sheet lists them too. */
export const PLAYER_COMMANDS: readonly PlayerCommand[] = [
  { keys: 'Space', label: 'player.key.toggle', run: ({ engine }) => engine.toggle() },
  { keys: 'ArrowLeft', label: 'player.key.back', repeats: true, run: ({ engine }) => engine.seek(engine.position() - SEEK_STEP) },
  { keys: 'ArrowRight', label: 'player.key.forward', repeats: true, run: ({ engine }) => engine.seek(engine.position() + SEEK_STEP) },
  { keys: 'Shift+ArrowLeft', label: 'player.previous', run: ({ engine }) => engine.previous() },
  { keys: 'Shift+ArrowRight', label: 'player.next', run: ({ engine }) => engine.next() },
  { keys: 'ArrowUp', label: 'player.key.louder', repeats: true, run: ({ engine }) => changeVolume(engine, VOLUME_STEP) },
  { keys: 'ArrowDown', label: 'player.key.quieter', repeats: true, run: ({ engine }) => changeVolume(engine, -VOLUME_STEP) },
  { keys: 'M', label: 'player.mute', run: ({ engine }) => engine.setMuted(!engine.snapshot().muted) },
  { keys: 'S', label: 'player.shuffle', run: ({ engine }) => engine.setShuffle(!engine.snapshot().queue.shuffle) },
  { keys: 'R', label: 'player.repeat', run: ({ engine }) => engine.setRepeat(nextRepeat(engine.snapshot().queue.repeat)) },
  { keys: 'L', label: 'player.like', run: ({ toggleLike }) => toggleLike() },
  { keys: 'Q', label: 'player.queue', run: ({ toggleQueue }) => toggleQueue() },
];

/** off → all → one → off */
export function nextRepeat(repeat: Repeat): Repeat {
  return repeat === 'off' ? 'all' : repeat === 'all' ? 'one' : 'off';
}

function changeVolume(engine: PlayerEngine, by: number): void {
  engine.setVolume(Math.round((engine.snapshot().volume + by) * 100) / 100);
}

/** Binds the commands to the page's keys; returns a function that unbinds them. Keys that an element of the page needs are left alone. */
export function bindKeys(host: CommandHost, target: EventTarget = document): () => void {
  const onKey = (event: Event) => {
    if (!(event instanceof KeyboardEvent) || !host.engine.snapshot().current || isTaken(event)) return;
    const keys = keysOf(event);
    const command = PLAYER_COMMANDS.find((candidate) => candidate.keys === keys);
    if (!command || (event.repeat && !command.repeats)) return;
    event.preventDefault();
    command.run(host);
  };
  target.addEventListener('keydown', onKey);
  return () => target.removeEventListener('keydown', onKey);
}

/** A key press in the notation of the commands. */
export function keysOf({ key, shiftKey }: KeyboardEvent): string {
  const name = key === ' ' ? 'Space' : key.length === 1 ? key.toUpperCase() : key;
  return shiftKey ? `Shift+${name}` : name;
}

const TYPING = 'input, textarea, select, [contenteditable=""], [contenteditable="true"], [role="textbox"], [role="combobox"]';
const FLOATING = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';
const PLAYER_DIALOG = '[data-player-keys]';
const PRESSED_BY_SPACE = 'button, a, summary, audio, video, [role="button"], [role="switch"], [role="checkbox"], [role="tab"]';
const MOVED_BY_ARROWS = 'audio, video, [role="slider"], [role="tab"], [role="radio"], [role="grid"], [role="tree"]';

/** Whether an element of the page needs a key itself. */
export function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return true;
  const target = event.target instanceof Element ? event.target : null;
  const within = (selector: string) => target?.closest(selector) != null;
  if (within(TYPING) || (within(FLOATING) && !within(PLAYER_DIALOG))) return true;
  if (event.key === ' ') return within(PRESSED_BY_SPACE);
  return event.key.startsWith('Arrow') && within(MOVED_BY_ARROWS);
}
