/**
 * Removes the landing page that the page itself holds (tools/first-view.ts) in the frame in which the app has something to show in its place:
 * not only that it is loading.
 */
export function replaceFirstView(root: HTMLElement): void {
  const first = document.getElementById('first');
  if (!first) return;
  const observer = new MutationObserver(() => {
    if (!root.querySelector('main, h1, h2')) return;
    observer.disconnect();
    first.remove();
  });
  observer.observe(root, { childList: true, subtree: true });
}
