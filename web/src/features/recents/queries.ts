import { pagedList } from '@/api/query-client';

const PAGE = 100;

/** The person's history, latest first, optionally filtered by a text. */
export const historyQuery = (text: string) => pagedList(['/api/history', { limit: PAGE, q: text || undefined }]);
