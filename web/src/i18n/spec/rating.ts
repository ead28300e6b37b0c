/** The texts of ratings. ../rating.ts loads them. */
export const rating = {
  'rating.of': 'Your rating of {title}',
  'rating.stars': '{n, plural, one {# star} other {# stars}}',
  'rating.clear': 'Remove rating',
  'rating.failed': 'Could not save the rating',
  'rating.rate': 'Rate',
} as const;
