import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';
import { Cover } from '@/ui/cover';
import { Skeleton } from '@/ui/skeleton';
import { useLights } from './use-lights';

type HeroProps = {
  coverImageUrl: string | null;
  seed: string;
  round?: boolean;
  /** The kind of thing, shown above its name. */
  kind: ReactNode;
  title: string;
  /** The lines under the name. */
  children: ReactNode;
  actions: ReactNode;
};

const PANEL = 'overflow-hidden rounded-xl border border-line p-5 @2xl:p-7';
const LAYOUT = 'flex flex-col items-center gap-6 text-center @2xl:flex-row @2xl:items-end @2xl:gap-8 @2xl:text-left';
const COVER = 'aspect-square w-[min(62cqw,240px)] shrink-0 @2xl:w-[clamp(168px,24cqw,248px)]';

/** The header of an album's, artist's or song's page, tinted by its cover. */
export function Hero({ coverImageUrl, seed, round = false, kind, title, children, actions }: HeroProps) {
  const lights = useLights(coverImageUrl, seed);
  return (
    <header data-slot="hero" className={cn('ambient bg-surface', PANEL)} style={lights}>
      <div className={LAYOUT}>
        <div className={COVER}>
          <Cover url={coverImageUrl} seed={seed} round={round} eager sizes="(width < 48rem) 62vw, 248px" className="shadow-3" />
        </div>
        <div className="min-w-0">
          <p className="font-semibold text-fg-muted text-sm">{kind}</p>
          <h1 className="display mt-1 text-[clamp(1.75rem,5.4cqw,3.25rem)] leading-[1.04]">{title}</h1>
          <div className="mt-2.5 text-fg-muted">{children}</div>
          <div className="mt-5 flex flex-wrap items-center justify-center gap-2.5 @2xl:justify-start @2xl:@max-4xl:**:data-[slot=button]:px-5">
            {actions}
          </div>
        </div>
      </div>
    </header>
  );
}

/** Icon buttons among the actions of a hero. They wrap together. */
export const HeroIcons = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center justify-center gap-2.5 empty:hidden">{children}</div>
);

export function HeroSkeleton({ round = false }: { round?: boolean }) {
  return (
    <div className={cn('bg-surface', PANEL)}>
      <div className={LAYOUT}>
        <div className={cn(COVER, 'relative')}>
          <Skeleton className={cn('absolute inset-0', round ? 'rounded-full' : 'rounded-lg')} />
        </div>
        <div className="grid w-full max-w-sm justify-items-center gap-3 @2xl:justify-items-start">
          <Skeleton className="h-4 w-20" />
          <Skeleton className="h-10 w-full" />
          <Skeleton className="h-4 w-2/3" />
          <Skeleton className="h-11 w-56 rounded-full" />
        </div>
      </div>
    </div>
  );
}
