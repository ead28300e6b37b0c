import { queryOptions } from '@tanstack/react-query';
import type { Listening } from '@/api/types';
import { zone } from './period';

/** The person's figures of some days of their calendar. */
export const listeningQuery = ({ from, to }: { from: string; to: string }) =>
  queryOptions<Listening>({ queryKey: ['/api/listening', { from, to, tz: zone() }] });

/** The years in which they heard something, latest first. */
export const yearsQuery = () => queryOptions<number[]>({ queryKey: ['/api/listening/years', { tz: zone() }] });
