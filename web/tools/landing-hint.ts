import type { Plugin } from 'vite';

/** Tells public/theme.js which files the landing page needs, so that they load for visitors along with the app's code. */
export function landingHint(): Plugin {
  return {
    name: 'landing-hint',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const files = Object.keys(bundle).filter((name) => /^assets\/(landing|visitors)-[\w-]{8}\.js$/.test(name));
        const script = '<script src="/theme.js"';
        if (files.length !== 2 || !html.includes(script)) throw new Error(`The landing page or theme.js is missing: ${files}`);
        return html.replace(script, `${script} data-landing="${files.map((name) => `/${name}`).join(' ')}"`);
      },
    },
  };
}
