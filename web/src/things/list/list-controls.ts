/** What a page may tell its list. */
export type ListControls = {
  /** Scrolls to a row and gives it the focus. */
  jump: (index: number) => void;
};
