import { createStore } from 'zustand/vanilla';

/** Episodes in which only the server can seek, by counting frames from the beginning. They are played like a conversion. */
export const serverJumps = createStore<{ byServer: ReadonlySet<string> }>(() => ({ byServer: new Set() }));

export const jumpByServer = (id: string) => serverJumps.setState(({ byServer }) => ({ byServer: new Set(byServer).add(id) }));
