import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** What a table asks the server for: the parameters of its list. */
export type Asked = Record<string, string | number>;

export type Column<T> = {
  /** Also the name by which the server sorts. */
  id: string;
  label: string;
  /** Whether the server sorts by it, and in which direction a first click does. */
  sorts?: 'up' | 'down';
  cell: (item: T) => ReactNode;
  /** What the CSV file holds. */
  text: (item: T) => string | number | boolean | null;
  /** Shown only if people choose it. */
  optional?: boolean;
  /** Whether it takes a line of its own in the cards of narrow screens. */
  isLong?: boolean;
};

/** A choice of the server's, in a parameter of the list. */
export type Filter = { id: string; label: string; options: readonly { value: string; label: string }[] };

/** What became of each item: the answer of the bulk operations. */
export type Outcome = { done: string[]; unchanged: string[]; failed: { id: string; detail: string }[] };

/** Something that can be done to several items at once. */
export type BulkAction = OpeningAction | RunningAction;

type Named = { id: string; label: string; icon: LucideIcon };

/** Opens something with the items, such as an editor. */
type OpeningAction = Named & {
  open: (ids: string[]) => Promise<void>;
  /** How many items it takes. */
  most: number;
};

/** Changes the items. */
export type RunningAction = Named & {
  run: (ids: string[], reason: string) => Promise<Outcome>;
  /** What the notice says. */
  done: (n: number) => string;
  /** What the notice says if nothing changed. */
  unchanged?: string;
  /** Takes it back, for those for which it worked. */
  undo?: (ids: string[]) => Promise<Outcome>;
  /** For what cannot be taken back: what people read before they type the word. */
  warning?: string;
  /** For what gives or takes much, although it can be taken back: what people read, with the names, before they confirm. */
  question?: string;
  /** Asks for a reason first, which may stay empty. */
  reason?: { label: string; max: number };
};
