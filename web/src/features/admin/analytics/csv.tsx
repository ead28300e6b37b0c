import { Download } from 'lucide-react';
import type { Query } from '@/api/contract';
import { BACKEND } from '@/lib/constants';
import { withParams } from '@/lib/params';
import { Button } from '@/ui/button';
import { type Range, zone } from './range';

const FILE = '/api/admin/analytics/file';
type Asked = Query<typeof FILE>;

/** A link that downloads a table of the period. */
export function CSV({ range: { from, to }, table, label }: { range: Range; table: Asked['table']; label: string }) {
  const query: Asked = { table, from, to, tz: zone() };
  return (
    <Button asChild variant="secondary">
      <a href={BACKEND + withParams(FILE, query)} download={`sonora-${table}-${from}-${to}.csv`}>
        <Download size={16} aria-hidden />
        {label}
      </a>
    </Button>
  );
}
