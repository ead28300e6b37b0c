/** The letter of a deck, by its number from 0. */
export const deckLetter = (index: number) => 'ABCD'[index] ?? '';
