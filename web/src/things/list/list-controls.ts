/** What a page can tell its list. */
export type ListControls = {
  /** Scrolls to a row and focuses it. */
  jump: (index: number) => void;
};
