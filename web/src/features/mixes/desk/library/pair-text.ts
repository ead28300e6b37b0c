import type { AutomixPair } from '@/api/types';
import { t } from '@/i18n/desk';

/** Says of the two songs on the decks how far they fit the description, and what of it was not understood. */
export function pairText(understood: AutomixPair['understood'], a: string, b: string): string {
  const ignored = understood?.ignored ?? [];
  const said = t(outcomeOf(understood), { a, b });
  return ignored.length > 0 ? `${said} ${t('desk.ai.ignored', { words: ignored.join(', ') })}` : said;
}

function outcomeOf(understood: AutomixPair['understood']) {
  if (!understood || !isWish(understood)) return 'desk.ai.paired';
  return understood.relaxed.length > 0 ? 'desk.ai.nearest' : 'desk.ai.chose';
}

/** Whether a description says anything about the songs themselves. */
const isWish = (of: NonNullable<AutomixPair['understood']>) =>
  [of.genres, of.artists, of.withoutGenres, of.withoutArtists, of.keys].some((names) => names.length > 0) ||
  [of.bpmFrom, of.bpmTo, of.energyFrom, of.energyTo].some((limit) => limit !== null);
