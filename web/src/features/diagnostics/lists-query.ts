import { queryOptions } from '@tanstack/react-query';
import { t } from '@/i18n/auth';
import { LegacyClient, type LegacyList } from './legacy';

export const LISTS: readonly LegacyList[] = ['tracks', 'radios', 'mixes', 'playlists'];

/** Which legacy path of a list responded with how many entries, or why none did. */
export type ListAnswer = { name: LegacyList; text: string };

export const listsQuery = queryOptions({ queryKey: ['older lists'], queryFn: () => Promise.all(LISTS.map(ask)) });

const ask = async (name: LegacyList): Promise<ListAnswer> => {
  const text = await new LegacyClient().list(name).then(
    ({ path, items }) => t('dev.listFound', { path, n: items.length }),
    (error: Error) => error.message,
  );
  return { name, text };
};
