import { Link } from '@tanstack/react-router';
import type { AITrack } from '@/api/types';
import { t } from '@/i18n/ai-review';
import { percent, time } from '@/lib/format';

const ALL = 10; // the best quality

/** What the server measured: the parts of the quality, and the tracks that it is like. */
export function Findings({ track: { quality, likeness } }: { track: Pick<AITrack, 'quality' | 'likeness'> }) {
  return (
    <>
      {quality.length > 0 && (
        <ul aria-label={t('aiReview.parts')} className="grid gap-x-8 gap-y-1.5 sm:grid-cols-2">
          {quality.map(({ name, value }) => (
            <li key={name} className="grid grid-cols-[7rem_minmax(0,1fr)_auto] items-center gap-2 text-sm">
              <span>{partName(name)}</span>
              <meter aria-label={partName(name)} value={value} className="w-full" />
              <span className="tnum text-fg-muted">{(value * ALL).toFixed(1)}</span>
            </li>
          ))}
        </ul>
      )}
      <Likeness found={likeness} />
    </>
  );
}

/** The tracks that it is like, by its melody or its sound. */
function Likeness({ found }: { found: AITrack['likeness'] }) {
  if (!found?.length) return <p className="text-fg-muted text-sm">{t(found ? 'aiReview.likeness.none' : 'aiReview.likeness.later')}</p>;
  return (
    <section aria-label={t('aiReview.likeness')} className="rounded-md border border-warning p-3">
      <h3 className="font-semibold text-sm text-warning">{t('aiReview.likeness')}</h3>
      <ul className="mt-1 text-sm">
        {found.map(({ trackId, title, kind, share, at, otherAt }) => (
          <li key={trackId}>
            {trackId ? (
              <Link to="/tracks/$trackId" params={{ trackId }} className="hover:underline">
                {title}
              </Link>
            ) : (
              t('aiReview.likeness.deleted')
            )}{' '}
            <span className="tnum text-fg-muted">
              {t(`aiReview.likeness.${kind}`, { percent: percent(100 * share), at: time(at), other: time(otherAt) })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const PARTS = [
  'loudness',
  'peak',
  'balance',
  'stereo',
  'crest',
  'key',
  'rhythm',
  'repetition',
  'contrast',
  'melody',
  'clipping',
  'silence',
  'ending',
] as const;

/** What a part of the quality is called; one that a newer server measures has the server's name. */
function partName(name: string): string {
  const known = PARTS.find((part) => part === name);
  return known ? t(`aiReview.part.${known}`) : name;
}
