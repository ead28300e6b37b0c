import { sectionsAbout } from '../manual/manual';
import type { Result } from './result';

/** How many sections of the manual one search shows. */
const MOST = 5;

/** The sections of the manual that the words find. */
export const findSections = (words: string): Result[] =>
  sectionsAbout(words)
    .slice(0, MOST)
    .map(({ anchor, title }) => ({
      key: `manual ${anchor}`,
      kind: 'operator.kind.manual',
      title,
      detail: '',
      to: '/admin/manual',
      hash: anchor,
    }));
