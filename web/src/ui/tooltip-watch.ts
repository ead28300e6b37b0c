import { TOOLTIP_DELAY, TOOLTIP_SKIP_DELAY } from '@/lib/constants';

export type Tip = { text: string; box: DOMRect };

/**
 * Calls `show` with the tooltip under the pointer after a delay, or at once if another was open a moment ago or the keyboard moved
 * the focus; calls it with null to hide. Touch shows none. The text is `data-tooltip`; it never says anything that is not elsewhere too.
 */
export function watchTooltips(show: (tip: Tip | null) => void): () => void {
  let target: HTMLElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOpen = false;
  let closedAt = Number.NEGATIVE_INFINITY;
  let byFinger = false; // whether touch moved the focus last

  const close = () => {
    clearTimeout(timer);
    target = null;
    if (!isOpen) return;
    isOpen = false;
    closedAt = performance.now();
    show(null);
  };
  const open = () => {
    if (!target?.isConnected || !target.dataset.tooltip) return;
    isOpen = true;
    show({ text: target.dataset.tooltip, box: target.getBoundingClientRect() });
  };
  const enter = (event: Event, wait: () => number) => {
    const next = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-tooltip]') : null;
    if (next === target) return;
    close();
    target = next;
    if (next) timer = setTimeout(open, wait());
  };

  const listeners: [string, (event: Event) => void][] = [
    [
      'pointerover',
      (event) => {
        if ((event as PointerEvent).pointerType !== 'touch')
          enter(event, () => (performance.now() - closedAt < TOOLTIP_SKIP_DELAY ? 0 : TOOLTIP_DELAY));
      },
    ],
    [
      'focusin',
      (event) => {
        // Touch moves the focus when it opens or closes something, and nothing would ever hide such a tooltip.
        if (!byFinger && (event.target as Element).matches(':focus-visible')) enter(event, () => 0);
      },
    ],
    ['focusout', close],
    [
      'pointerdown',
      (event) => {
        byFinger = (event as PointerEvent).pointerType === 'touch';
        close();
      },
    ],
    ['scroll', close],
    [
      'keydown',
      (event) => {
        byFinger = false;
        if ((event as KeyboardEvent).key === 'Escape') close();
      },
    ],
  ];
  for (const [type, listener] of listeners) document.addEventListener(type, listener, { capture: true, passive: true });
  return () => {
    close();
    for (const [type, listener] of listeners) document.removeEventListener(type, listener, { capture: true });
  };
}
