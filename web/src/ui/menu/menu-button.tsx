import { type ComponentProps, useRef } from 'react';
import { type MenuItem, openMenu, useOpenMenu } from './open-menu';

/**
 * Props that make a button open the app's shared menu below itself, by default aligned to its right edge. A second press closes it.
 * The menu's code is not loaded with the page.
 */
export function useMenuButton(label: string, items: () => MenuItem[], align: 'start' | 'end' = 'end') {
  const button = useRef<HTMLButtonElement>(null);
  const isOpen = useOpenMenu(({ open }) => open !== null && open.from === button.current);
  const wasOpen = useRef(false);
  return {
    ref: button,
    'aria-haspopup': 'menu',
    'aria-expanded': isOpen,
    // The press itself closes an open menu before its click arrives.
    onPointerDown: () => {
      wasOpen.current = isOpen;
    },
    onClick: (event) => {
      if (!wasOpen.current) openMenu(event, label, items(), align);
      wasOpen.current = false;
    },
    onKeyDown: (event) => {
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      event.stopPropagation();
      event.currentTarget.click();
    },
  } satisfies ComponentProps<'button'>;
}
