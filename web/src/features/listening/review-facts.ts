import type { Listening } from '@/api/types';
import { t } from '@/i18n/history';
import { PRODUCT } from '@/i18n/product';
import { amount, hourName } from './amount';
import { barsOf } from './bars';
import type { ReviewFacts } from './review-picture';

const names = (tops: Listening['topTracks']) => tops.slice(0, 5).map((top) => top.name);

/** The content of a yearly picture. */
export const factsOf = (year: string, data: Listening): ReviewFacts => ({
  title: t('listening.review', { year }),
  time: amount(data.seconds),
  timeLabel: `${t('review.time')} · ${t('history.count', { n: data.plays })}`,
  lists: [
    { title: t('review.topArtists'), names: names(data.topArtists) },
    { title: t('review.topTracks'), names: names(data.topTracks) },
  ],
  footer: PRODUCT.name,
});

/** The picture's text alternative. */
export const altOf = (year: string, data: Listening): string =>
  t('review.alt', {
    year,
    time: amount(data.seconds),
    plays: t('history.count', { n: data.plays }),
    artists: names(data.topArtists).join(', ') || t('review.nothing'),
    tracks: names(data.topTracks).join(', ') || t('review.nothing'),
  });

/** The highlights of a year: genre, month, hour. */
export function highlightsOf(data: Listening): { name: string; value: string }[] {
  const months = barsOf('year', data.days);
  const busiest = months.reduce((best, month) => (month.value > best.value ? month : best), months[0] ?? { label: '', value: 0 });
  const hour = data.hours.indexOf(Math.max(...data.hours));
  return [
    { name: t('review.topGenre'), value: data.topGenres[0]?.name ?? t('review.nothing') },
    { name: t('review.busiest'), value: busiest.label },
    { name: t('review.favouriteHour'), value: t('listening.hour', { from: hourName(hour), to: hourName(hour + 1) }) },
  ];
}
