/** The texts of AI music. ../ai.ts loads them. */
export const ai = {
  'ai.tab.create': 'Crear',
  'ai.tab.recent': 'Recientes',
  'ai.tab.featured': 'Destacados',
  'ai.tab.trending': 'Trending',
  'ai.count': '{n, plural, one {# AI track} other {# AI tracks}}',
  'ai.none': 'No AI tracks yet',
  'ai.noneText': 'Nothing that you can hear here was made with AI.',
  'ai.first': 'Crear Primera Canción',
  'ai.create.title': 'No music provider is connected',
  'ai.create.text': 'Generating music needs a provider, and this version cannot connect to one.',
} as const;
