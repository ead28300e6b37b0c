/** The strings the specification gives in Spanish. They are marked as such for screen readers, and translated in en.ts. */
export const SPANISH = [
  'ai.tab.create',
  'ai.tab.recent',
  'ai.tab.featured',
  'mixes.tab.explore',
  'mixes.tab.create',
  'mixes.tab.recent',
  'mixes.tab.featured',
  'admin.restricted.title',
  'admin.restricted.text',
  'admin.restricted.noPermission',
  'admin.restricted.signIn',
  'admin.restricted.register',
  'admin.restricted.home',
  'callback.failed',
  'callback.failedText',
  'callback.unsafe',
  'callback.unsafeText',
  'callback.noCode',
  'callback.incomplete',
] as const;

export type SpanishKey = (typeof SPANISH)[number];
