import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import type { Top } from '@/api/types';
import { language, t } from '@/i18n/history';
import { seedOf } from '@/lib/art';
import { count } from '@/lib/format';
import { Button } from '@/ui/button';
import { Cover } from '@/ui/cover';
import { amount } from './amount';

const FEW = 5;

type TopListProps = {
  title: string;
  tops: readonly Top[];
  /** The page of an entry; undefined for none. */
  href?: (top: Top) => string;
  /** Artists have round images. */
  round?: boolean;
  /** Genres have no image. */
  plain?: boolean;
};

/** The most played entries with their times; a few, or all. */
export function TopList({ title, tops, href, round, plain }: TopListProps) {
  const [all, setAll] = useState(false);
  const id = useId();
  const most = tops[0]?.seconds ?? 1;
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-xl border border-line bg-surface p-5">
      <h2 id={id} className="display mb-3 text-lg">
        {title}
      </h2>
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-1">
        {(all ? tops : tops.slice(0, FEW)).map((top, i) => (
          <li key={top.id ?? top.name} className="flex items-center gap-3 py-1.5">
            <span className="tnum w-6 shrink-0 text-right text-fg-muted text-sm">{i + 1}</span>
            {!plain && (
              <Cover
                url={pictureOf(top, round)}
                seed={seedOf({ album: top.album, title: top.name })}
                sizes="44px"
                round={round}
                className="size-11 shrink-0 rounded-sm"
              />
            )}
            <div className="min-w-0 flex-1">
              {href ? (
                <Link to={href(top)} className="block truncate font-semibold hover:underline">
                  {top.name}
                </Link>
              ) : (
                <span className="block truncate font-semibold">{top.name}</span>
              )}
              {top.artist && <p className="truncate text-fg-muted text-sm">{top.artist}</p>}
              <span aria-hidden className="mt-1 block h-1 rounded-full bg-accent" style={{ width: `${(top.seconds / most) * 100}%` }} />
            </div>
            <p className="tnum shrink-0 text-right text-sm">
              {amount(top.seconds)}
              <span className="block text-fg-muted">{t('history.count', { n: top.plays })}</span>
            </p>
          </li>
        ))}
      </ol>
      {tops.length > FEW && (
        <Button variant="ghost" size="sm" aria-expanded={all} className="mt-2" onClick={() => setAll(!all)}>
          {all ? t('listening.showFewer') : t('listening.showAll', { n: count(tops.length, language()) })}
        </Button>
      )}
    </section>
  );
}

const pictureOf = (top: Top, round = false) => (round && top.id ? `/api/artists/${top.id}/cover` : top.coverImageUrl);
