import { cn } from '@/lib/cn';

/** A placeholder for content that is loading. Give it the size of that content. */
export function Skeleton({ className }: { className?: string }) {
  return <div data-slot="skeleton" aria-hidden className={cn('shimmer rounded-md', className)} />;
}
