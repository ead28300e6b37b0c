import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { t } from '@/i18n/t';
import { Cover } from '@/ui/cover';
import { Skeleton } from '@/ui/skeleton';

const row = 'grid gap-4 @2xl:grid-cols-3';

/** Up to three wide cards. */
export const Tiles = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul aria-label={label} className={row}>
    {children}
  </ul>
);

type TileProps = {
  slot: string;
  to: string;
  title: string;
  text: string;
  cover: string | null;
  round?: boolean;
  /** A line above its name. */
  above?: ReactNode;
  /** An action on its cover. */
  action?: ReactNode;
};

export function Tile({ slot, to, title, text, cover, round, above, action }: TileProps) {
  return (
    <li className="min-w-0">
      <article
        data-slot={slot}
        className="relative flex h-24 items-center gap-4 rounded-xl border border-line bg-surface p-3 hover:bg-surface-2"
      >
        <div className="relative z-10 size-18 shrink-0">
          <Cover url={cover} seed={title} sizes="72px" round={round} className={round ? 'size-18' : 'size-18 rounded-md'} />
          {action}
        </div>
        <div className="min-w-0 flex-1">
          {above}
          <h3 className="truncate font-semibold">
            <Link to={to} className="after:absolute after:inset-0 after:rounded-xl hover:underline">
              {title}
            </Link>
          </h3>
          <p className="truncate text-fg-muted text-sm">{text}</p>
        </div>
      </article>
    </li>
  );
}

export const TilesSkeleton = () => (
  <div role="status" aria-label={t('ui.loading')} className={row}>
    {[1, 2, 3].map((n) => (
      <Skeleton key={n} className="h-24 w-full rounded-xl" />
    ))}
  </div>
);
