import type { ComponentProps } from 'react';

/*
 * An ARIA grid of plain elements: its rows are positioned by the scroll position, which a table's rows cannot be. The rows of a list,
 * or the links in the cells of covers, take the focus.
 */

export function GridRow(props: ComponentProps<'div'>) {
  // biome-ignore lint/a11y/useSemanticElements: no table, see above
  // biome-ignore lint/a11y/useFocusableInteractive: who uses it says what takes the focus
  return <div role="row" {...props} />;
}

export function GridCell(props: ComponentProps<'div'>) {
  // biome-ignore lint/a11y/useSemanticElements: no table, see above
  // biome-ignore lint/a11y/useFocusableInteractive: what is in it takes the focus
  return <div role="gridcell" {...props} />;
}
