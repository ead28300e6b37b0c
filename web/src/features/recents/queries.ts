import { pagedList } from '@/api/query-client';
import type { Heard } from '@/api/types';

const PAGE = 100;

/** What the person heard, latest first; only what a text finds. */
export const historyQuery = (text: string) => pagedList<Heard>(['/api/history', { limit: PAGE, q: text || undefined }]);
