import type { AutomixPair } from '@/api/types';
import { t } from '@/i18n/desk';
import { deckLetter } from '../deck/deck-letter';
import type { Wanted } from './from-composer';

/** What is on a deck, and why it is not the new piece that was wanted. */
export type Filled = { title: string; from: 'library' | 'composer' | 'sample'; trouble?: string };

/** Says what is being composed for a deck. */
export const wantedText = ({ style, bpm, key }: Wanted, deck: number): string =>
  t('desk.ai.composing', { letter: deckLetter(deck), style, bpm, key });

/** Says what is on the decks, and why it is not what was wanted. */
export function filledText({ decks, understood }: AutomixPair, fillings: readonly Filled[]): string {
  const [a, b] = fillings.map(({ title }) => title) as [string, string];
  const trouble = fillings.find((filling) => filling.trouble)?.trouble;
  const isNew = fillings.some(({ from }) => from === 'composer');
  if (!trouble && !isNew) return pairText(understood, a, b);
  const said = fillings.map(({ title, from }, i) => {
    const { style = '', bpm = 0, key = '' } = decks[i]?.wanted ?? {};
    return t(`desk.ai.on.${from}`, { letter: deckLetter(i), title, style, bpm, key });
  });
  if (trouble) said.unshift(t('desk.ai.notComposed', { why: trouble }));
  else said.push(t('desk.ai.kept'));
  return said.join(' ');
}

/** Says of the two songs on the decks how far they fit the description, and what of it the library lacks or was not understood. */
export function pairText(understood: AutomixPair['understood'], a: string, b: string): string {
  const ignored = understood?.ignored ?? [];
  const said = [t(outcomeOf(understood), { a, b })];
  for (const genre of understood?.missingGenres ?? []) said.push(t('desk.ai.missing', { genre }));
  if (ignored.length > 0) said.push(t('desk.ai.ignored', { words: ignored.join(', ') }));
  return said.join(' ');
}

function outcomeOf(understood: AutomixPair['understood']) {
  if (!understood || !isWish(understood)) return 'desk.ai.paired';
  return understood.relaxed.length + understood.missingGenres.length > 0 ? 'desk.ai.nearest' : 'desk.ai.chose';
}

/** Whether a description says anything about the songs themselves. */
const isWish = (of: NonNullable<AutomixPair['understood']>) =>
  [of.genres, of.artists, of.withoutGenres, of.withoutArtists, of.keys].some((names) => names.length > 0) ||
  [of.bpmFrom, of.bpmTo, of.energyFrom, of.energyTo].some((limit) => limit !== null);
