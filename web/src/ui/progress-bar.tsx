import { cn } from '@/lib/cn';

type ProgressBarProps = {
  label: string;
  /** Progress towards `max`; undefined while it is unknown. */
  value?: number;
  max?: number;
  className?: string;
};

/** A progress bar: the browser's own element with our style. */
export const ProgressBar = ({ label, value, max, className }: ProgressBarProps) => (
  <progress
    aria-label={label}
    className={cn(
      'block h-1.5 w-full appearance-none overflow-hidden rounded-full [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-surface-3 [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-accent',
      className,
    )}
    max={max}
    value={value}
  />
);
