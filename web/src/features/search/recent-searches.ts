import { create } from 'zustand';
import { useSession } from '@/api/auth/session';
import { PRODUCT } from '@/i18n/product';
import { storage } from '@/lib/storage';

const KEY = `${PRODUCT.slug}_recent_searches`;
const MAX_SEARCHES = 8;
/** For how many accounts a browser stores them. */
const PEOPLE = 5;

/** By account; the one that searched last comes last. */
type Kept = Record<string, string[]>;

const useKept = create<{ kept: Kept }>()(() => ({ kept: read() }));

/** Reads the stored searches, as after a reload. */
export const resetRecentSearches = () => useKept.setState({ kept: read() });

function read(): Kept {
  try {
    const stored: unknown = JSON.parse(storage.get(KEY) ?? '{}');
    if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return {};
    const lists = Object.entries(stored).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));
    return Object.fromEntries(
      lists.map(([account, queries]) => [account, queries.filter((query) => typeof query === 'string').slice(0, MAX_SEARCHES)]),
    );
  } catch {
    return {};
  }
}

function keep(account: string, queries: string[]) {
  const others = Object.entries(useKept.getState().kept).filter(([id]) => id !== account);
  const kept = Object.fromEntries([...others, [account, queries] as const].filter(([, list]) => list.length > 0).slice(-PEOPLE));
  if (Object.keys(kept).length > 0) storage.set(KEY, JSON.stringify(kept));
  else storage.remove(KEY);
  useKept.setState({ kept });
}

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
const NONE: string[] = [];

/** The recent searches of the signed-in person in this browser, latest first. */
export function useRecentSearches() {
  const account = useSession().user?.id ?? '';
  const queries = useKept(({ kept }) => kept[account] ?? NONE);
  return {
    queries,
    remember: (query: string) => {
      const text = query.trim();
      if (text === '' || account === '' || text === queries[0]) return;
      keep(account, [text, ...queries.filter((other) => !same(other, text))].slice(0, MAX_SEARCHES));
    },
    forget: (query: string) =>
      keep(
        account,
        queries.filter((other) => !same(other, query)),
      ),
    forgetAll: () => keep(account, []),
  };
}
