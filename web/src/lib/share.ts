import { create } from 'zustand';
import { copyText } from './copy';

/** What a link can show to people without an account. */
export type Shareable = { kind: 'track' | 'album' | 'playlist' | 'station' | 'mix'; id: string; title: string };

/** What the dialog shares; undefined until it is first opened, null when it is closed. */
export const useShareDialog = create<{ item: Shareable | null | undefined }>(() => ({ item: undefined }));

export const openShare = (item: Shareable) => useShareDialog.setState({ item });
export const closeShare = () => useShareDialog.setState({ item: null });

/** The address of a thing's page in the app, for people with an account. */
export const addressOf = ({ kind, id }: Pick<Shareable, 'kind' | 'id'>) =>
  `${location.origin}/${kind === 'mix' ? 'mixes' : kind === 'station' ? 'radios' : `${kind}s`}/${id}`;

/** Passes a link to the system's share sheet, or copies it. Throws if neither works. */
export async function handOver(title: string, url: string): Promise<'shared' | 'copied' | 'cancelled'> {
  if (navigator.share) {
    try {
      await navigator.share({ title, url });
      return 'shared';
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'cancelled';
    }
  }
  await copyText(url);
  return 'copied';
}
