import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

type EmptyStateProps = {
  icon: LucideIcon;
  title: string;
  text?: ReactNode;
  /** The next step: a button or link. */
  action?: ReactNode;
  /** The heading level of the title. */
  level?: 1 | 2 | 3;
  /** A single row, for a section among others. */
  compact?: boolean;
};

/** Says what is missing, why, and what to do next. */
export function EmptyState({ icon: Icon, title, text, action, level = 2, compact = false }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  if (compact) {
    return (
      <div data-slot="empty" className="flex flex-wrap items-center gap-x-5 gap-y-4 rounded-xl border border-line bg-surface px-5 py-5">
        <span className="grid size-12 shrink-0 place-items-center rounded-full bg-surface-3 text-accent-text">
          <Icon size={20} aria-hidden />
        </span>
        <div className="min-w-[min(100%,16rem)] flex-1">
          <Heading className="display text-base">{title}</Heading>
          {text && <div className="mt-0.5 text-fg-muted text-sm">{text}</div>}
        </div>
        {action}
      </div>
    );
  }
  return (
    <div data-slot="empty" className="flex flex-col items-center rounded-xl border border-line border-dashed px-6 py-12 text-center">
      <span className="grid size-14 place-items-center rounded-full bg-surface-2 text-accent-text">
        <Icon size={24} aria-hidden />
      </span>
      <Heading className="display mt-4 text-lg">{title}</Heading>
      {text && <div className="mt-1.5 max-w-[52ch] text-balance text-fg-muted">{text}</div>}
      {action && <div className="mt-6 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  );
}
