import { megabytes } from '@/lib/format';

export const MB = 1 << 20;

/** A size in the units of the operator's settings: `5.0 MB`, `2.0 GB`. */
export const settingSize = (bytes: number) => (bytes < 1024 * MB ? megabytes(bytes / MB) : `${(bytes / MB / 1024).toFixed(1)} GB`);
