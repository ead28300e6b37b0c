import { type MoreTracks, type Playable, type PlayContext, type QueueItem, toDetails, toPlayerItem } from './item';
import { shuffled } from './shuffle';

export type Repeat = 'off' | 'all' | 'one';

/** The position of an upcoming item: in “Next up” or in “Next from …”, with its index in that list. */
export type Place = { list: 'user' | 'context'; index: number };

/** The data of a queue without its commands. */
type State = { readonly [K in keyof Queue as Queue[K] extends (...args: never[]) => unknown ? never : K]: Queue[K] };

const HISTORY_LIMIT = 100;

const nothing: State = {
  current: null,
  user: [],
  context: null,
  items: [],
  order: [],
  at: -1,
  history: [],
  shuffle: false,
  repeat: 'off',
  serial: 0,
};

/**
 * What plays and what follows. Immutable: every command returns a new queue.
 *
 * It has two lists: “Next up” (user), which the listener filled, plays first and is used up; and the context, the album or list from
 * which playback started, which stays and can be walked in both directions.
 */
export class Queue {
  /** The loaded item. */
  readonly current: QueueItem | null;
  /** “Next up”. */
  readonly user: readonly QueueItem[];
  readonly context: PlayContext | null;
  /** The items of the context in their own order. */
  readonly items: readonly QueueItem[];
  /** The same items in playing order. */
  readonly order: readonly QueueItem[];
  /** The last reached index in order; -1 before the first. */
  readonly at: number;
  /** Played items, the latest last. */
  readonly history: readonly QueueItem[];
  readonly shuffle: boolean;
  readonly repeat: Repeat;
  /** The number of the next uid. */
  readonly serial: number;

  constructor(state: Partial<State> = {}) {
    const all = { ...nothing, ...state };
    this.current = all.current;
    this.user = all.user;
    this.context = all.context;
    this.items = all.items;
    this.order = all.order;
    this.at = all.at;
    this.history = all.history;
    this.shuffle = all.shuffle;
    this.repeat = all.repeat;
    this.serial = all.serial;
  }

  /** Starts a context at one of its items. “Next up” stays. The seed determines the order if shuffle is on. */
  play(playables: readonly Playable[], index: number, context: PlayContext | null, seed: number): Queue {
    const [items, serial] = this.#make(playables, 'context');
    const current = items[index];
    if (!current) return this;
    const order = this.shuffle ? startingWith(current, items, seed) : items;
    return this.#with({ ...this.#leave(), current, context, items, order, at: order.indexOf(current), serial });
  }

  /** The queue moved to the next item, or null if nothing follows. An item that ended by itself honours “repeat one”. */
  next(how: 'ended' | 'skipped' = 'skipped'): Queue | null {
    if (how === 'ended' && this.repeat === 'one' && this.current) return this;
    const [head, ...rest] = this.user;
    if (head) return this.#with({ ...this.#leave(), current: head, user: rest });
    const at = this.at + 1 < this.order.length ? this.at + 1 : this.repeat === 'all' ? 0 : -1;
    const current = this.order[at];
    return current ? this.#with({ ...this.#leave(), current, at }) : null;
  }

  /** The queue moved to the previous item, or null at the start. An item of “Next up” returns to its head. */
  previous(): Queue | null {
    if (this.current?.source === 'user') {
      const user = [this.current, ...this.user];
      const current = this.order[this.at] ?? this.history.at(-1);
      if (!current) return null;
      return this.#with({ current, user, history: this.history.filter((item) => item !== current) });
    }
    const at = this.at > 0 ? this.at - 1 : this.repeat === 'all' ? this.order.length - 1 : -1;
    const current = this.order[at];
    return current ? this.#with({ current, at }) : null;
  }

  /** Adds items at the head of “Next up”. */
  insertNext(playables: readonly Playable[]): Queue {
    const [items, serial] = this.#make(playables, 'user');
    return this.#with({ user: [...items, ...this.user], serial }).#filled();
  }

  /** Adds items at the end of “Next up”; requested items go before those of endless playing. */
  append(playables: readonly Playable[]): Queue {
    const [items, serial] = this.#make(playables, 'user');
    const asked = items.every((item) => item.details.endless)
      ? this.user.length
      : this.user.findLastIndex((item) => !item.details.endless) + 1;
    return this.#with({ user: [...this.user.slice(0, asked), ...items, ...this.user.slice(asked)], serial }).#filled();
  }

  /** Inserts items at a position of the upcoming lists. */
  insert(playables: readonly Playable[], to: Place): Queue {
    const [items, serial] = this.#make(playables, to.list);
    return this.#with({ serial }).putBack(items, to).#filled();
  }

  /** Restores removed items at a position. Items that are already there again stay where they are. */
  putBack(items: readonly QueueItem[], { list, index }: Place): Queue {
    const present = new Set([this.current, ...this.user, ...this.order].map((item) => item?.uid));
    const back = items.filter((item) => !present.has(item.uid));
    if (list === 'user') return this.#with({ user: inserted(this.user, back, index) });
    const order = inserted(this.order, back, this.at + 1 + Math.max(0, index));
    return this.#with({ order, items: this.shuffle ? [...this.items, ...back] : order });
  }

  /** Removes an item. The loaded item stays. */
  remove(uid: string): Queue {
    if (uid === this.current?.uid) return this;
    const without = (list: readonly QueueItem[]) => list.filter((item) => item.uid !== uid);
    const index = this.order.findIndex((item) => item.uid === uid);
    return this.#with({
      user: without(this.user),
      items: without(this.items),
      order: without(this.order),
      at: index >= 0 && index <= this.at ? this.at - 1 : this.at,
    });
  }

  /** Moves an upcoming item to another position of the upcoming lists. */
  move(uid: string, to: Place): Queue {
    const item = [...this.user, ...this.upcoming()].find((candidate) => candidate.uid === uid);
    if (!item) return this;
    const moved: QueueItem = { ...item, source: to.list };
    if (to.list === 'user') {
      const rest = this.remove(uid);
      return rest.#with({ user: inserted(rest.user, [moved], to.index) });
    }
    const user = this.user.filter((candidate) => candidate.uid !== uid);
    const order = inserted(
      this.order.filter((candidate) => candidate.uid !== uid),
      [moved],
      this.at + 1 + Math.max(0, to.index),
    );
    const known = this.items.some((candidate) => candidate.uid === uid);
    const shuffledItems = known ? this.items.map((candidate) => (candidate.uid === uid ? moved : candidate)) : [...this.items, moved];
    return this.#with({ user, order, items: this.shuffle ? shuffledItems : order });
  }

  /** Clears one of the upcoming lists. */
  clear(list: Place['list']): Queue {
    if (list === 'user') return this.#with({ user: [] });
    const order = this.order.slice(0, this.at + 1);
    const kept = new Set(order);
    return this.#with({ order, items: this.items.filter((item) => kept.has(item)) });
  }

  /** Moves to an item of the lists or of the history. The rest of “Next up” stays. */
  jump(uid: string): Queue {
    const at = this.order.findIndex((item) => item.uid === uid);
    const current = this.order[at] ?? [...this.user, ...this.history].find((item) => item.uid === uid);
    if (!current || current === this.current) return this;
    return this.#with({
      history: this.#leave().history.filter((item) => item !== current),
      current,
      user: this.user.filter((item) => item !== current),
      at: at >= 0 ? at : this.at,
    });
  }

  /** Turns shuffle on, starting with the current item, or restores the context's own order. */
  withShuffle(shuffle: boolean, seed: number): Queue {
    const here = this.order[this.at];
    const order = !shuffle ? this.items : here ? startingWith(here, this.items, seed) : shuffled(this.items, seed);
    return this.#with({ shuffle, order, at: here ? order.indexOf(here) : -1 });
  }

  /** Extends the context with these items; more says where it continues. */
  extended(playables: readonly Playable[], more: MoreTracks): Queue {
    if (!this.context) return this;
    const [items, serial] = this.#make(playables, 'context');
    return this.#with({ items: [...this.items, ...items], order: [...this.order, ...items], context: { ...this.context, more }, serial });
  }

  /** Replaces the upcoming items of the context. */
  continuedWith(playables: readonly Playable[], more: MoreTracks): Queue {
    const order = this.order.slice(0, this.at + 1);
    return this.#with({ order, items: order }).extended(playables, more);
  }

  withRepeat(repeat: Repeat): Queue {
    return this.#with({ repeat });
  }

  /** “Next from …”: the upcoming items of the context. */
  upcoming(): readonly QueueItem[] {
    return this.order.slice(this.at + 1);
  }

  #with(changes: Partial<State>): Queue {
    return new Queue({ ...this, ...changes });
  }

  #make(playables: readonly Playable[], source: QueueItem['source']): [QueueItem[], number] {
    const items = playables.map((playable, i) => ({
      uid: `q${this.serial + i}`,
      track: toPlayerItem(playable),
      details: toDetails(playable),
      source,
    }));
    return [items, this.serial + items.length];
  }

  /** The history with the current item added. */
  #leave(): Pick<State, 'history'> {
    if (!this.current) return { history: this.history };
    const { current } = this;
    return { history: [...this.history.filter((item) => item.uid !== current.uid), current].slice(-HISTORY_LIMIT) };
  }

  /** Loads the first item if nothing is loaded. */
  #filled(): Queue {
    return this.current ? this : (this.next() ?? this);
  }
}

function startingWith(first: QueueItem, items: readonly QueueItem[], seed: number): QueueItem[] {
  return [
    first,
    ...shuffled(
      items.filter((item) => item !== first),
      seed,
    ),
  ];
}

function inserted<T>(list: readonly T[], items: readonly T[], index: number): T[] {
  const place = Math.min(Math.max(0, index), list.length);
  return [...list.slice(0, place), ...items, ...list.slice(place)];
}
