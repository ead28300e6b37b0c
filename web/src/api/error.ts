/** A response that is not a success. The message is `{status}: {body}`, or `{status}: {status text}` if there is no body. */
export class ApiError extends Error {
  /** The server's error message, if it sent one. */
  readonly detail: string | undefined;
  /** What went wrong, for programs, if the server says it. */
  readonly code: string | undefined;
  /** The server's messages per input field, and `non_field_errors`. */
  readonly fieldErrors: Record<string, string[]>;

  constructor(
    readonly status: number,
    readonly body: string,
    statusText: string,
  ) {
    super(`${status}: ${body || statusText}`);
    this.name = 'ApiError';
    const json = parse(body);
    this.detail = typeof json.detail === 'string' ? json.detail : undefined;
    this.code = typeof json.code === 'string' ? json.code : undefined;
    this.fieldErrors = Object.fromEntries(Object.entries(json).filter((e): e is [string, string[]] => isSentences(e[1])));
  }
}

/** There was no response, or not all of it in time. The message says which. */
export class NoResponse extends Error {}

/** The server is away, or in trouble of its own: the same call may succeed later. */
export const isTrouble = (error: unknown) => error instanceof NoResponse || (error instanceof ApiError && error.status >= 500);

function parse(body: string): Record<string, unknown> {
  try {
    const json: unknown = JSON.parse(body);
    return json !== null && typeof json === 'object' ? (json as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

const isSentences = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((v) => typeof v === 'string');

/** Text that a person can read: not JSON, and not the HTML page of a proxy. */
const isPlain = (body: string) => /^\s*[^\s<{[]/.test(body);

/**
 * The message to show for an error: the first of the named fields in the server's response, otherwise the error's own message,
 * otherwise `fallback`. `detail` can be listed like a field.
 */
export function messageOf(error: unknown, fallback: string, fields: readonly string[] = ['detail', 'non_field_errors']): string {
  if (!(error instanceof ApiError)) return (error instanceof Error && error.message) || fallback;
  for (const field of fields) {
    const text = field === 'detail' ? error.detail : error.fieldErrors[field]?.[0];
    if (text) return text;
  }
  return isPlain(error.body) ? error.message : fallback;
}
