import type { Station } from '@/api/types';

/** The props of every panel of the broadcast page. */
export type PanelProps = { station: Station };
