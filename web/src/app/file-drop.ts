import { useEffect, useState } from 'react';
import { openUpload, useUploadDialog } from '@/lib/upload';

/** Passes files dropped anywhere on the app to Upload Music. Returns whether files are over the page now. */
export function useFileDrop(enabled: boolean): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    if (!enabled) return;
    const done = new AbortController();
    const { signal } = done;
    let own = false; // an element of the page is dragged: some browsers treat an image as a file
    const brings = (event: DragEvent) => !own && !useUploadDialog.getState().open && (event.dataTransfer?.types.includes('Files') ?? false);
    window.addEventListener(
      'dragstart',
      () => {
        own = true;
      },
      { signal, capture: true },
    );
    window.addEventListener(
      'dragend',
      () => {
        own = false;
      },
      { signal, capture: true },
    );
    window.addEventListener('dragenter', (event) => brings(event) && setOver(true), { signal });
    window.addEventListener('dragover', (event) => brings(event) && event.preventDefault(), { signal });
    window.addEventListener('dragleave', (event) => event.relatedTarget === null && setOver(false), { signal });
    window.addEventListener(
      'drop',
      (event) => {
        setOver(false);
        if (!brings(event)) return;
        event.preventDefault();
        const files = [...(event.dataTransfer?.files ?? [])];
        openUpload();
        void import('@/features/upload/queue').then(({ addFiles }) => addFiles(files));
      },
      { signal },
    );
    return () => done.abort();
  }, [enabled]);
  return over;
}
