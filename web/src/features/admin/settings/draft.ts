import { useState } from 'react';
import type { Field, Name, Settings } from './fields';
import { fieldOf } from './fields';

/** What people entered, by setting: a text, a switch, or null for a secret that is to be removed. */
export type Entered = { [N in Name]?: string | boolean | null };

/** One difference between the saved settings and what people entered. */
export type Change = { name: Name; before: unknown; after: unknown };

/** The saved setting as people edit it. */
export function shown({ kind }: Field, saved: unknown): string | boolean {
  if (kind === 'template') return ''; // a saved one would be a page of asterisks
  return Array.isArray(saved) ? saved.join('\n') : typeof saved === 'boolean' ? saved : String(saved);
}

/** The setting that an entry means. */
function read({ kind }: Field, entry: string | boolean | null): unknown {
  if (typeof entry !== 'string') return entry;
  if (kind === 'number') return entry.trim() === '' ? Number.NaN : Number(entry);
  if (kind === 'list')
    return entry
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
  return entry.trim();
}

export const isSecret = ({ kind }: Field) => kind === 'secret' || kind === 'secret-url' || kind === 'template';

/** The differences that are worth saving. An empty secret stays as it is. */
export function changesIn(entered: Entered, settings: Settings): Change[] {
  return (Object.keys(entered) as Name[]).flatMap((name) => {
    const field = fieldOf(name);
    const after = read(field, entered[name] ?? null);
    const before = settings[name];
    if (JSON.stringify(after) === JSON.stringify(before) || (isSecret(field) && after === '')) return [];
    return [{ name, before, after }];
  });
}

/** What stands for the characters of a key that are not shown. */
const HIDDEN = /\*{4}|•/;

/** What the browser can tell without the server: the masked text of a key is not the key. */
export function mistakesIn(changes: readonly Change[]): { [N in Name]?: 'adminSettings.needsNumber' | 'adminSettings.wholeKey' } {
  const wrong: ReturnType<typeof mistakesIn> = {};
  for (const { name, after } of changes) {
    if (Number.isNaN(after)) wrong[name] = 'adminSettings.needsNumber';
    if (isSecret(fieldOf(name)) && typeof after === 'string' && HIDDEN.test(after)) wrong[name] = 'adminSettings.wholeKey';
  }
  return wrong;
}

export type Draft = {
  /** The saved settings that the changes began with. */
  settings: Settings;
  changes: readonly Change[];
  entered: Entered;
  errors: { [name: string]: string | undefined };
  enter: (name: Name, entry: string | boolean | null | undefined) => void;
};

/** Whether the server cannot decrypt the saved value, which counts as not set, and nobody entered another one. */
export const isLost = (name: Name, { settings, entered }: Draft) => settings.unreadable.includes(name) && entered[name] === undefined;

/**
 * The changes of all tabs until they are saved. They belong to the settings that they began with: what another person saves meanwhile
 * does not slip in below them.
 */
export function useDraft(latest: Settings) {
  const [entered, setEntered] = useState<Entered>({});
  const [errors, setErrors] = useState<Draft['errors']>({});
  const [base, setBase] = useState(latest);
  const changes = changesIn(entered, base);
  if (changes.length === 0 && base !== latest) {
    setBase(latest);
    setEntered({}); // entries that change nothing now might change the latest settings
  }
  const draft: Draft = {
    settings: base,
    changes,
    entered,
    errors,
    enter: (name, entry) => {
      setEntered((all) => ({ ...all, [name]: entry }));
      setErrors((all) => ({ ...all, [name]: undefined }));
    },
  };
  return {
    draft,
    setErrors,
    /** Goes on with what is saved now. */
    rebase: setBase,
    discard: () => {
      setEntered({});
      setErrors({});
    },
    enterAll: (more: Entered) => setEntered((all) => ({ ...all, ...more })),
  };
}
