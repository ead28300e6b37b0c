import { copyText } from '@/lib/copy';
import type { PlayerItem } from './item';

/** The address that opens the item in the app. */
export const linkTo = ({ id }: PlayerItem) => `${location.origin}/tracks/${id}`;

/** Hands the item to the system's share sheet, or puts its link on the clipboard. Throws when neither works. */
export async function share(item: PlayerItem): Promise<'shared' | 'copied' | 'cancelled'> {
  const url = linkTo(item);
  if (!navigator.share) {
    await copyText(url);
    return 'copied';
  }
  try {
    await navigator.share({ title: item.title, text: `${item.title} – ${item.artist}`, url });
    return 'shared';
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return 'cancelled';
    await copyText(url);
    return 'copied';
  }
}
