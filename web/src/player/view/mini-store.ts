import { create } from 'zustand';

declare global {
  interface Window {
    documentPictureInPicture?: { requestWindow(size: { width: number; height: number }): Promise<Window> };
  }
}

/** The picture-in-picture window while it is open. */
export const useMini = create<{ window: Window | null }>(() => ({ window: null }));

/** Whether the browser supports such windows. */
export const hasMini = () => window.documentPictureInPicture !== undefined;

/** Opens the mini player, within a click. It gets the page's styles, theme and tint. */
export async function openMini(): Promise<void> {
  const mini = await window.documentPictureInPicture?.requestWindow({ width: 340, height: 152 });
  if (!mini) return;
  copyStyles(document, mini.document);
  mini.document.title = document.title;
  mini.addEventListener('pagehide', () => useMini.setState({ window: null }), { once: true });
  useMini.setState({ window: mini });
}

/** Closes it. */
export function closeMini(): void {
  useMini.getState().window?.close();
  useMini.setState({ window: null });
}

/** Copies the stylesheets, theme, language and inline tokens of a document to another. */
export function copyStyles(from: Document, to: Document): void {
  for (const sheet of from.querySelectorAll('link[rel="stylesheet"], style')) to.head.append(to.importNode(sheet, true));
  const [source, target] = [from.documentElement, to.documentElement];
  for (const name of ['data-theme', 'lang', 'style']) {
    const value = source.getAttribute(name);
    if (value !== null) target.setAttribute(name, value);
  }
}
