import { withParams } from '@/lib/params';
import type { Query } from './contract';

/** The address of a track's sound, converted or from a later start. */
export const soundAddress = (audioUrl: string, conversion: Query<'/api/tracks/{id}/stream'>) => withParams(audioUrl, conversion);
