import { useEffect, useRef } from 'react';
import { cn } from '@/lib/cn';

/** dBFS at the left end. */
const FLOOR = -48;
const FALL = 0.9; // decay factor per frame
const SPOKEN_MS = 1000;

const share = (level: number) => Math.max(0, 1 - (20 * Math.log10(Math.max(level, 1e-6))) / FLOOR);

/** A level meter, painted without React. Screen readers hear the level once a second. */
export function Meter({ label, read, className }: { label: string; read: () => number; className?: string }) {
  const meter = useRef<HTMLDivElement>(null);
  const latest = useRef(read);
  latest.current = read;
  useEffect(() => {
    let shown = 0;
    let told = 0;
    let loudest = 0; // since the last announcement
    let frame = requestAnimationFrame(function paint(now) {
      const level = latest.current();
      shown = Math.max(share(level), shown * FALL);
      loudest = Math.max(loudest, level);
      const element = meter.current;
      element?.style.setProperty('--share', `${(100 * shown).toFixed(1)}%`);
      if (element && now - told > SPOKEN_MS) {
        told = now;
        element.setAttribute('aria-valuenow', Math.max(FLOOR, 20 * Math.log10(Math.max(loudest, 1e-6))).toFixed(0));
        loudest = 0;
      }
      frame = requestAnimationFrame(paint);
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <div className={cn('grid gap-1.5', className)}>
      <span aria-hidden className="font-semibold text-fg-muted text-xs">
        {label}
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: the browser's own meter is drawn differently by every browser */}
      <div
        ref={meter}
        role="meter"
        aria-label={label}
        aria-valuemin={FLOOR}
        aria-valuemax={0}
        aria-valuenow={FLOOR}
        className="h-3 overflow-hidden rounded-full bg-surface-3"
      >
        {/* The full scale is drawn and cut off above the level, so that a colour always means the same level. */}
        <div className="h-full bg-(image:--meter) [clip-path:inset(0_calc(100%_-_var(--share,0%))_0_0)]" />
      </div>
    </div>
  );
}
