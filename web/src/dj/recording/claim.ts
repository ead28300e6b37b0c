/**
 * Only one tab handles a recording: the one that makes it, or the first one that finds it after a crash. The browser releases its
 * locks when it closes. Browsers without locks do not protect them.
 */
const lockOf = (id: string) => `sonora_recording_${id}`;

const held = new Map<string, () => void>();

/** Returns whether the recording is this tab's now, or was before. */
export function claim(id: string): Promise<boolean> {
  if (!navigator.locks || held.has(id)) return Promise.resolve(true);
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(lockOf(id), { ifAvailable: true }, (lock) => {
        if (!lock) return resolve(false);
        return new Promise<void>((release) => {
          held.set(id, release);
          resolve(true);
        });
      })
      .catch(reject);
  });
}

export function release(id: string): void {
  held.get(id)?.();
  held.delete(id);
}
