// Runs before the first paint, so that no other theme flashes. A file of its own because the page forbids inline scripts.
(() => {
  let theme = 'dark';
  try {
    theme = JSON.parse(localStorage.getItem('sonora_prefs') || '{}').state?.theme ?? 'dark';
  } catch {}
  if (theme === 'system') theme = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
  document.documentElement.dataset.theme = theme;
})();
