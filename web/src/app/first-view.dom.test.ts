import { expect, it, vi } from 'vitest';
import { replaceFirstView } from './first-view';

it('the page’s own first view stays while the app loads, and goes with its first screen', async () => {
  document.body.innerHTML = '<div id="first"><main>Welcome</main></div><div id="root"></div>';
  const root = document.getElementById('root') as HTMLElement;
  const first = () => document.getElementById('first');
  replaceFirstView(root);
  root.innerHTML = '<p role="status">Loading…</p>';
  await new Promise((resolve) => queueMicrotask(() => resolve(null)));
  expect(first()).not.toBeNull();
  root.innerHTML = '<div><main>Welcome</main></div>';
  await vi.waitFor(() => expect(first()).toBeNull());
  expect(root.textContent).toBe('Welcome');
});
