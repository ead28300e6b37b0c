import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Tip, watchTooltips } from './tooltip-watch';

/** Shows the `data-tooltip` of any element inside, so that rows and buttons need no tooltip component. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  const [tip, setTip] = useState<Tip | null>(null);
  useEffect(() => watchTooltips(setTip), []);
  return (
    <>
      {children}
      {tip && <Bubble {...tip} />}
    </>
  );
}

const GAP = 8;

function Bubble({ text, box }: Tip) {
  const bubble = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!bubble.current) return;
    const { offsetWidth: width, offsetHeight: height, style } = bubble.current;
    const left = box.left + box.width / 2 - width / 2;
    const above = box.top - height - GAP;
    style.left = `${Math.max(GAP, Math.min(left, innerWidth - width - GAP))}px`;
    style.top = `${above >= GAP ? above : box.bottom + GAP}px`;
  }, [box]);
  return (
    <div
      ref={bubble}
      role="tooltip"
      className="pointer-events-none fixed z-(--z-tooltip) animate-fade-in rounded-sm border border-line bg-surface-3 px-2.5 py-1.5 text-fg text-xs shadow-2"
    >
      {text}
    </div>
  );
}
