import type { PlainKey } from '@/i18n/operator';

/** What the search of the admin area finds: the place to go to, and what kind of thing it is. */
export type Result = {
  key: string;
  kind: PlainKey;
  title: string;
  detail: string;
  to: string;
  search?: Record<string, string>;
  hash?: string;
};
