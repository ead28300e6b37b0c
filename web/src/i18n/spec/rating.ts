/** The stars a person gives to songs. They come with their menu and control (../rating.ts). */
export const rating = {
  'rating.label': 'Your rating',
  'rating.of': 'Your rating of {title}',
  'rating.stars': '{n, plural, one {# star} other {# stars}}',
  'rating.clear': 'Remove the rating',
  'rating.failed': 'The rating was not saved',
  'rating.rate': 'Rate',
} as const;
