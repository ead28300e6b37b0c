import { pagedList } from '@/api/query-client';
import type { Heard } from '@/api/types';

const PAGE = 100;

/** The person's history, latest first, optionally filtered by a text. */
export const historyQuery = (text: string) => pagedList<Heard>(['/api/history', { limit: PAGE, q: text || undefined }]);
