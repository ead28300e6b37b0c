/** localStorage that tolerates being unavailable (private windows, full disks): reads return null and writes are dropped. */
export const storage = {
  get(key: string): string | null {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  set(key: string, value: string): void {
    try {
      localStorage.setItem(key, value);
    } catch (error) {
      console.warn(`${key} was not stored`, error);
    }
  },
  remove(...keys: string[]): void {
    try {
      for (const key of keys) localStorage.removeItem(key);
    } catch (error) {
      console.warn(`${keys.join(', ')} not removed`, error);
    }
  },
};
