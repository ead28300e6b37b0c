import { create } from 'zustand';

/** Episodes in which only the server finds a moment: it counts the frames from the beginning. They are played as a conversion is. */
export const useJumps = create<{ byServer: ReadonlySet<string> }>(() => ({ byServer: new Set() }));

export const jumpByServer = (id: string) => useJumps.setState(({ byServer }) => ({ byServer: new Set(byServer).add(id) }));
