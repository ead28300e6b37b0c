import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Plugin, runnerImport } from 'vite';

const path = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** Renders the landing page. The app's modules read the browser's language, and set the document's, when they load. */
async function landing(): Promise<Record<'en' | 'es', string>> {
  const before = Object.getOwnPropertyDescriptors(globalThis);
  const browser = { navigator: { language: 'en' }, document: { documentElement: {} } };
  for (const [name, value] of Object.entries(browser)) Object.defineProperty(globalThis, name, { value, configurable: true });
  try {
    const { module } = await runnerImport<typeof import('../src/app/landing-markup')>(path('../src/app/landing-markup.tsx'), {
      configFile: false,
      root: path('..'),
      resolve: { alias: { '@': path('../src') } },
    });
    return module.landingMarkup;
  } finally {
    for (const name of Object.keys(browser)) {
      const was = before[name as keyof typeof before];
      if (was) Object.defineProperty(globalThis, name, was);
      else Reflect.deleteProperty(globalThis, name);
    }
  }
}

/**
 * Puts into the page what a browser shows before the app's code has loaded: the landing page's first screen, which public/theme.js shows
 * to visitors until src/app/first-view.ts removes it, and the icon, which would cost a request.
 */
export function firstView(): Plugin {
  return {
    name: 'first-view',
    apply: 'build',
    async transformIndexHtml(html) {
      const root = '<div id="root"></div>';
      const icon = 'href="/icon.svg"';
      if (!html.includes(root) || !html.includes(icon)) throw new Error('The page has no root or no icon.');
      const { en, es } = await landing();
      const svg = encodeURIComponent(readFileSync(path('../public/icon.svg'), 'utf8').trim());
      return html
        .replace(icon, `href="data:image/svg+xml,${svg}"`)
        .replace(root, `<div id="first"><div lang="en">${en}</div><div lang="es">${es}</div></div>\n    ${root}`);
    },
  };
}
