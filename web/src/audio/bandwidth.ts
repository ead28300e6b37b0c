const LARGE = 60_000; // bytes from which a transfer says something about the connection
const RECENT = 6;

type Connection = { downlink?: number; saveData?: boolean };

const connection = () => (navigator as Navigator & { connection?: Connection }).connection;

export const savesData = () => connection()?.saveData === true;

/** Measures the speed of transfers. */
export class Bandwidth {
  readonly #speeds: number[] = [];
  #observer: PerformanceObserver | null = null;

  start(): () => void {
    if (typeof PerformanceObserver === 'undefined') return () => {};
    this.#observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) this.note(entry as PerformanceResourceTiming);
    });
    this.#observer.observe({ type: 'resource', buffered: true });
    return () => this.#observer?.disconnect();
  }

  note({
    transferSize,
    responseStart,
    responseEnd,
  }: Pick<PerformanceResourceTiming, 'transferSize' | 'responseStart' | 'responseEnd'>): void {
    if (transferSize < LARGE || responseEnd <= responseStart) return;
    this.#speeds.push((transferSize * 8) / (responseEnd - responseStart)); // bits in a millisecond are kbit/s
    if (this.#speeds.length > RECENT) this.#speeds.shift();
  }

  /** kbit/s; null if unknown. A browser reads music no faster than it plays it, so the fastest transfer counts. */
  get kilobits(): number | null {
    if (this.#speeds.length > 0) return Math.max(...this.#speeds);
    const { downlink } = connection() ?? {};
    return downlink ? downlink * 1000 : null;
  }
}
