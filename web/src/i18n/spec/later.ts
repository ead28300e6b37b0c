/** The texts of pages that are not part of this version. ../later.ts loads them. */
export const later = {
  'later.search': 'Search your music',
  'later.newest': 'Play new music',
  'ai.tab.create': 'Crear',
  'ai.tab.recent': 'Recientes',
  'ai.tab.featured': 'Destacados',
  'ai.tab.trending': 'Trending',
  'ai.create.title': 'No music provider is connected',
  'ai.create.text': 'Generating music needs a provider, and this version cannot connect to one.',
  'ai.recent.title': 'No AI tracks',
  'ai.recent.text': 'Nothing in this library was made with AI.',
  'premium.title': 'Everything is included',
  'premium.text': 'Nothing here needs a paid plan.',
} as const;
