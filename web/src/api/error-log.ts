import { ERROR_LOG } from '@/lib/constants';

export type LoggedError = { at: string; call: string; message: string };

let entries: LoggedError[] = [];

/** Notes a call that failed, for the diagnostics. Only the address's path is kept: no parameters, no bodies. */
export function logError(method: string, path: string, message: string): void {
  const entry = { at: new Date().toISOString(), call: `${method} ${path.split(/[?#]/)[0]}`, message };
  entries = [...entries, entry].slice(-ERROR_LOG);
}

/** The latest failures, newest last. */
export const loggedErrors = (): readonly LoggedError[] => entries;

export const forgetErrors = () => {
  entries = [];
};
