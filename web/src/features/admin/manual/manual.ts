import { lexer, type Token, type Tokens, type TokensList } from 'marked';
import { plain } from '@/lib/plain';
import source from '../../../../../docs/operate.md?raw';

/** A section of the manual, from its heading to the next. */
export type Section = { anchor: string; title: string; depth: number; body: Token[]; text: string };

/** The anchor of a heading, made as code hosting sites make it. */
const anchorOf = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replace(/\s+/g, '-');

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading';

function read(tokens: TokensList): Section[] {
  const sections: Section[] = [];
  for (const token of tokens) {
    if (isHeading(token) && token.depth > 1)
      sections.push({ anchor: anchorOf(token.text), title: token.text, depth: token.depth, body: [], text: '' });
    else sections.at(-1)?.body.push(token);
  }
  return sections.map((section) => ({ ...section, text: plain(section.body.map(({ raw }) => raw).join('')) }));
}

/** The operator's manual, docs/operate.md, as it was when this version was built. */
export const MANUAL: readonly Section[] = read(lexer(source));

/** The sections whose titles or texts have all of the words, those with the words in their titles first. */
export function sectionsAbout(words: string): Section[] {
  const wanted = plain(words).split(/\s+/).filter(Boolean);
  const has = (text: string) => wanted.every((word) => text.includes(word));
  const titled = MANUAL.filter(({ title }) => has(plain(title)));
  const told = MANUAL.filter((section) => !titled.includes(section) && has(`${plain(section.title)} ${section.text}`));
  return [...titled, ...told];
}
