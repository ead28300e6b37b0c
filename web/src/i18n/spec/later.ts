/** The texts of pages that are not part of this version. ../later.ts loads them. */
export const later = {
  'premium.title': 'Everything is included',
  'premium.text': 'Nothing here needs a paid plan.',
} as const;
