import { Star, X } from 'lucide-react';
import { useId, useState } from 'react';
import { useSession } from '@/api/auth/session';
import type { Track } from '@/api/types';
import { t } from '@/i18n/rating';
import { cn } from '@/lib/cn';
import { MAX_STARS } from '@/lib/constants';
import { useRateTrack } from './use-rate-track';

type StarsProps = { track: Pick<Track, 'id' | 'title' | 'rating'>; className?: string };

/** The person's own rating: five stars as one radio group that the arrow keys change, and a button to remove it. */
export function Stars({ track, className }: StarsProps) {
  const rate = useRateTrack();
  const [pointed, setPointed] = useState(0);
  const name = useId();
  const shown = pointed || track.rating;
  if (useSession().status !== 'signedIn') return null;
  return (
    <fieldset
      data-slot="stars"
      className={cn('inline-flex items-center', className)}
      onPointerLeave={() => setPointed(0)}
      onKeyDown={(event) => {
        const digit = Number(event.key);
        const clears = event.key === 'Delete' || event.key === 'Backspace';
        if (!clears && !(event.key !== ' ' && digit >= 0 && digit <= MAX_STARS)) {
          if (event.key.startsWith('Arrow')) event.stopPropagation(); // they belong to the radio buttons, not to the player
          return;
        }
        event.preventDefault();
        event.stopPropagation();
        void rate(track, clears ? 0 : digit);
      }}
    >
      <legend className="sr-only">{t('rating.of', { title: track.title })}</legend>
      {Array.from({ length: MAX_STARS }, (_, i) => i + 1).map((stars) => (
        <label
          key={stars}
          onPointerEnter={(event) => event.pointerType === 'mouse' && setPointed(stars)}
          className="relative grid size-8 cursor-pointer place-items-center rounded-full text-fg-muted has-focus-visible:outline-2 has-focus-visible:outline-focus pointer-coarse:size-11"
        >
          <input
            type="radio"
            name={name}
            aria-label={t('rating.stars', { n: stars })}
            checked={track.rating === stars}
            onChange={() => void rate(track, stars)}
            onClick={() => setPointed(0)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          <Star size={20} aria-hidden className={cn('transition', stars <= shown && 'fill-current text-accent-text')} />
        </label>
      ))}
      <button
        type="button"
        aria-label={t('rating.clear')}
        disabled={track.rating === 0}
        onClick={() => void rate(track, 0)}
        className="grid size-8 place-items-center rounded-full text-fg-muted transition hover:bg-surface-3 hover:text-fg disabled:pointer-events-none disabled:opacity-0 pointer-coarse:size-11"
      >
        <X size={16} aria-hidden />
      </button>
    </fieldset>
  );
}
