declare global {
  /** The calls that public/theme.js made while the app's code was loading, by address, and the access token they carried. */
  var sonoraEarly: { access: string | null; answers: Record<string, Promise<Response>> } | undefined;
}

const FRESH = 10_000; // ms after the page began to load

/** The response to a call that was made with this access token while the app's code was loading. Each is given once. */
export function early(address: string, access: string | null): Promise<Response> | undefined {
  const asked = globalThis.sonoraEarly;
  if (!asked || asked.access !== access || performance.now() > FRESH) return undefined;
  const answer = asked.answers[address];
  delete asked.answers[address];
  return answer;
}

/** Whether all of these calls succeed within so many milliseconds. */
export async function earlySucceed(limit: number): Promise<boolean> {
  const answers = Object.values(globalThis.sonoraEarly?.answers ?? {});
  if (answers.length === 0) return false;
  const all = Promise.all(answers).then(
    (responses) => responses.every(({ ok }) => ok),
    () => false,
  );
  return Promise.race([all, new Promise<false>((resolve) => setTimeout(resolve, limit, false))]);
}
