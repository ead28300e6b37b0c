const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 30_000;

/**
 * For React.lazy components that the page can do without for a while: retries the import after 1 s, 2 s … 30 s until the server
 * answers, while the rest of the page keeps working.
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
