/** Why a recording stopped. full: the browser has no room left for it; the reason is the browser's own text. */
export type Failure = { kind: 'full' | 'other'; reason: string };

export const failureOf = (error: unknown): Failure => ({
  kind: error instanceof Error && error.name === 'QuotaExceededError' ? 'full' : 'other',
  reason: error instanceof Error ? error.message || error.name : String(error),
});
