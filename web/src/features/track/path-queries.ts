import { queryOptions } from '@tanstack/react-query';
import { apiQuery } from '@/api/query-client';

export const pathQuery = (from: string, to: string, limit: number) => apiQuery(['/api/mix/path', { from, to, limit }]);

export const findQuery = (q: string) =>
  queryOptions({ ...apiQuery(['/api/search', { q, limit: 8 }]), enabled: q.trim() !== '', placeholderData: (old) => old });
