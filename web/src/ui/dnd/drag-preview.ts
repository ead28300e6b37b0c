import type { Track } from '@/api/types';
import { t } from '@/i18n/lists';

/** Draws the preview under the pointer: the song's title, or the number of songs. */
export function drawDrag(container: HTMLElement, tracks: readonly Track[]): void {
  const card = document.createElement('div');
  card.className = 'max-w-72 truncate rounded-md bg-surface-3 px-4 py-2.5 font-semibold text-fg text-sm';
  card.textContent = tracks.length === 1 && tracks[0] ? tracks[0].title : t('library.trackCount', { n: tracks.length });
  container.append(card);
}
