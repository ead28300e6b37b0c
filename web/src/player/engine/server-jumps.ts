import { createStore } from 'zustand/vanilla';

/** Episodes in which only the server finds a moment: it counts the frames from the beginning. They are played as a conversion is. */
export const serverJumps = createStore<{ byServer: ReadonlySet<string> }>(() => ({ byServer: new Set() }));

export const jumpByServer = (id: string) => serverJumps.setState(({ byServer }) => ({ byServer: new Set(byServer).add(id) }));
