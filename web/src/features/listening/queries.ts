import { queryOptions } from '@tanstack/react-query';
import type { Listening } from '@/api/types';
import { zone } from './period';

/** The person's statistics for a range of days. */
export const listeningQuery = ({ from, to }: { from: string; to: string }) =>
  queryOptions<Listening>({ queryKey: ['/api/listening', { from, to, tz: zone() }] });

/** The years with plays, latest first. */
export const yearsQuery = () => queryOptions<number[]>({ queryKey: ['/api/listening/years', { tz: zone() }] });
