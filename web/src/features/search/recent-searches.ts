import { create } from 'zustand';
import { PRODUCT } from '@/lib/constants';
import { storage } from '@/lib/storage';

const KEY = `${PRODUCT.slug}_recent_searches`;
const MOST = 8;

type RecentSearches = {
  /** The latest first. */
  queries: string[];
  remember: (query: string) => void;
  forget: (query: string) => void;
  forgetAll: () => void;
};

/** What was searched for in this browser. */
export const useRecentSearches = create<RecentSearches>()((set, get) => {
  const store = (queries: string[]) => {
    storage.set(KEY, JSON.stringify(queries));
    set({ queries });
  };
  const without = (query: string) => get().queries.filter((other) => other.toLowerCase() !== query.toLowerCase());
  return {
    queries: read(),
    remember: (query) => query.trim() !== '' && store([query.trim(), ...without(query.trim())].slice(0, MOST)),
    forget: (query) => store(without(query)),
    forgetAll: () => store([]),
  };
});

function read(): string[] {
  try {
    const stored: unknown = JSON.parse(storage.get(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((query) => typeof query === 'string').slice(0, MOST) : [];
  } catch {
    return [];
  }
}
