import { type ClassValue, clsx } from 'clsx';

/** Joins class names. Components take `className` for placement (margin, grid cell), not to override their own look. */
export const cn = (...classes: ClassValue[]) => clsx(classes);
