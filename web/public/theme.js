// Runs before the first paint and before the app's code. A file of its own because the page forbids inline scripts.
(() => {
  let prefs = {};
  let access = null;
  let known = false;
  try {
    prefs = JSON.parse(localStorage.getItem('sonora_prefs') || '{}').state ?? {};
    access = localStorage.getItem('access_token');
    known = localStorage.getItem('sonora_me') !== null; // somebody whose cookie may be their session
  } catch {}

  // No other theme flashes.
  let theme = prefs.theme ?? 'system';
  if (theme === 'system') theme = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
  document.documentElement.dataset.theme = theme;

  // What the first screen shows is asked for while the app's code is loading. src/api/early.ts hands the answers over.
  const home = access !== null && location.pathname === '/';
  const recent = '/api/recently-played?limit=6';
  const newest = '/api/tracks?limit=6';
  const landing = access === null && ['/', '/landing'].includes(location.pathname);
  const further = home ? [recent, newest, '/api/library'] : landing ? ['/api/config'] : [];
  const spanish = (prefs.locale ?? navigator.language.toLowerCase().slice(0, 2)) === 'es';
  const headers = { Accept: 'application/json', 'Accept-Language': spanish ? 'es' : 'en', 'X-API-Version': '1.0' };
  if (access !== null) headers.Authorization = `Bearer ${access}`;
  const answers = {};
  for (const path of ['/api/auth/user', ...further]) {
    answers[path] = fetch(path, { headers, credentials: 'include' });
    answers[path].catch(() => {}); // whoever takes it sees the failure
  }
  globalThis.sonoraEarly = { access, answers };

  const preload = (rel, more) => document.head.append(Object.assign(document.createElement('link'), { rel, ...more }));
  if (landing) {
    const files = document.currentScript?.dataset.landing?.split(' ') ?? []; // tools/landing-hint.ts
    for (const href of files) preload('modulepreload', { href });
    // Shows the landing page that is in the page itself (tools/first-view.ts) as soon as its fonts are there. src/app/first-view.ts removes it.
    if (!known) document.documentElement.dataset.first = spanish ? 'es' : 'en';
    document.fonts?.addEventListener('loadingdone', () => document.documentElement.classList.add('has-fonts'), { once: true });
  }
  if (!home) return;

  // The first covers, in the size their cards will ask for.
  const list = (path) => answers[path].then((response) => (response.ok ? response.clone().json() : []));
  Promise.all([list(recent), list(newest)]).then(
    (lists) => {
      const urls = new Set(lists.flat().flatMap(({ coverImageUrl }) => coverImageUrl ?? []));
      for (const url of [...urls].slice(0, 2)) {
        const imageSrcset = [96, 300, 600, 1200].map((size) => `${url}${url.includes('?') ? '&' : '?'}size=${size} ${size}w`).join(', ');
        preload('preload', { as: 'image', imageSrcset, imageSizes: '(width < 40rem) 45vw, 220px', fetchPriority: 'high' });
      }
    },
    () => {}, // the page shows the failure
  );
})();
