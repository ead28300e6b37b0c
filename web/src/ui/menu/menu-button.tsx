import { type ComponentProps, useRef } from 'react';
import { type MenuItem, openMenu, useOpenMenu } from './open-menu';

/**
 * What makes a button open the app's one shared menu below itself, at its right end unless said. A second press closes it. Nothing
 * of the menu's code is loaded with the page.
 */
export function useMenuButton(label: string, items: () => MenuItem[], align: 'start' | 'end' = 'end') {
  const button = useRef<HTMLButtonElement>(null);
  const isOpen = useOpenMenu(({ open }) => open !== null && open.from === button.current);
  const wasOpen = useRef(false);
  return {
    ref: button,
    'aria-haspopup': 'menu',
    'aria-expanded': isOpen,
    // The press itself closes an open menu, before its click comes.
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
