const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 30_000;

/**
 * For React.lazy, of a part the page can do without for a while: as long as the server does not answer it is asked
 * for again, after 1 s, 2 s … 30 s, and the rest of the page goes on.
 */
export function untilLoaded<T>(load: () => Promise<T>): () => Promise<T> {
  return async () => {
    for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      try {
        return await load();
      } catch (error) {
        console.warn(`a part of the page is asked for again in ${pause / 1000} s`, error);
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
  };
}
