import { cn } from '@/lib/cn';

/** The place of something that is on its way. Give it the size of what will come. */
export function Skeleton({ className }: { className?: string }) {
  return <div data-slot="skeleton" aria-hidden className={cn('shimmer rounded-md', className)} />;
}
