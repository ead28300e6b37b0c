import type { Station } from '@/api/types';

/** What every panel of the broadcast page gets. */
export type PanelProps = { station: Station };
