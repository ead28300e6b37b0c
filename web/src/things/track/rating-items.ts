import { Star, StarOff } from 'lucide-react';
import { t } from '@/i18n/rating';
import { MAX_STARS } from '@/lib/constants';
import type { MenuItem } from '@/ui/menu/open-menu';

/** The rating submenu: one to five stars, and none. */
export function ratingItem(now: number, rate: (stars: number) => void): MenuItem {
  const stars = Array.from({ length: MAX_STARS }, (_, i) => MAX_STARS - i);
  return {
    label: t('rating.rate'),
    icon: Star,
    items: [
      ...stars.map((n) => ({
        label: t('rating.stars', { n }),
        icon: Star,
        checked: n === now,
        onSelect: () => rate(n),
      })),
      { label: t('rating.clear'), icon: StarOff, disabled: now === 0, onSelect: () => rate(0) },
    ],
  };
}
