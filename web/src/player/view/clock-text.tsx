import { useRef } from 'react';
import { cn } from '@/lib/cn';
import { time } from '@/lib/format';
import { usePaint } from './use-player';

/** The elapsed or total time as m:ss, written without React. */
export function ClockText({ show, className }: { show: 'elapsed' | 'total'; className?: string }) {
  const text = useRef<HTMLSpanElement>(null);
  usePaint((position, duration) => {
    const next = time(show === 'elapsed' ? position : duration);
    if (text.current && text.current.textContent !== next) text.current.textContent = next;
  });
  return <span ref={text} className={cn('tnum text-fg-muted text-xs', className)} />;
}
