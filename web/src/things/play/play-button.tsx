import { Pause, Play } from 'lucide-react';
import { cn } from '@/lib/cn';
import type { PlayState } from './playback';

type PlayBadgeProps = { state: PlayState; size?: 'sm' | 'md' };

/**
 * The play button on a cover, drawn inside the button that covers it: visible on hover and focus, always while its item is loaded,
 * and dimmed on touch screens, which cannot hover.
 */
export function PlayBadge({ state, size = 'md' }: PlayBadgeProps) {
  const Icon = state === 'playing' ? Pause : Play;
  const loaded = state === 'playing' || state === 'paused';
  return (
    <span
      aria-hidden
      className={cn(
        'absolute right-[7%] bottom-[7%] grid place-items-center rounded-full shadow-2 transition',
        size === 'md' ? 'size-[clamp(36px,28%,46px)]' : 'size-9',
        loaded
          ? 'bg-accent text-accent-fg'
          : 'scale-90 bg-accent text-accent-fg opacity-0 group-hover/card:scale-100 group-hover/card:opacity-100 group-focus-visible/play:scale-100 group-focus-visible/play:opacity-100 pointer-coarse:scale-90 pointer-coarse:bg-overlay pointer-coarse:text-white pointer-coarse:opacity-100',
      )}
    >
      <Icon className="size-[44%] fill-current" strokeWidth={state === 'playing' ? 1 : 2} />
    </span>
  );
}
