import { ERROR_LOG } from '@/lib/constants';

export type LoggedError = { at: string; call: string; message: string };

let entries: LoggedError[] = [];

/** Records a failed call for the diagnostics. Only the path of the address is kept: no parameters, no bodies. */
export function logError(method: string, path: string, message: string): void {
  const entry = { at: new Date().toISOString(), call: `${method} ${path.split(/[?#]/)[0]}`, message };
  entries = [...entries, entry].slice(-ERROR_LOG);
}

/** The latest failures, oldest first. */
export const loggedErrors = (): readonly LoggedError[] => entries;

export const forgetErrors = () => {
  entries = [];
};
