import type { Token, Tokens } from 'marked';
import { type ComponentProps, createElement, Fragment, type ReactNode } from 'react';
import { t } from '@/i18n/operator';

/** Shows Markdown as elements, so that no text of it can become markup. */
export function Markdown({ tokens }: { tokens: readonly Token[] }) {
  return createElement(Fragment, null, ...tokens.map(shown));
}

/** The elements of the kinds of Markdown that the manual uses; everything else is shown as it was written. */
function shown(token: Token): ReactNode {
  switch (token.type) {
    case 'space':
      return null;
    case 'paragraph':
      return <p className="mt-3">{inner(token)}</p>;
    case 'list':
      return <List list={token as Tokens.List} />;
    case 'table':
      return <Table table={token as Tokens.Table} />;
    case 'code':
      return <Code text={token.text} />;
    case 'codespan':
      return <code className="break-words rounded-md bg-surface-3 px-1 font-mono text-sm">{token.text}</code>;
    case 'strong':
      return <strong className="font-semibold">{inner(token)}</strong>;
    case 'em':
      return <em>{inner(token)}</em>;
    case 'link':
      return <A href={token.href}>{inner(token)}</A>;
    case 'escape':
      return token.text;
    default:
      return 'tokens' in token && token.tokens ? inner(token) : 'text' in token ? token.text : token.raw;
  }
}

const inner = (token: Token) => <Markdown tokens={('tokens' in token && token.tokens) || []} />;

function Code({ text }: { text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to reach what scrolls
    <figure aria-label={t('operator.example')} tabIndex={0} className="mt-3 overflow-x-auto rounded-md bg-surface-3 p-3">
      <pre className="font-mono text-sm">{text}</pre>
    </figure>
  );
}

function List({ list }: { list: Tokens.List }) {
  return (
    <ul className="mt-3 grid list-disc gap-1.5 pl-5">
      {list.items.map((item) => (
        <li key={item.raw}>
          <Markdown tokens={item.tokens} />
        </li>
      ))}
    </ul>
  );
}

function Table({ table }: { table: Tokens.Table }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to reach what scrolls
    <section aria-label={table.header.map(({ text }) => text).join(', ')} tabIndex={0} className="mt-3 overflow-x-auto">
      <table className="w-full text-left text-sm">
        <thead>
          <tr className="border-line-strong border-b">
            {table.header.map((cell) => (
              <th key={cell.text} scope="col" className="py-2 pr-4 font-semibold">
                <Markdown tokens={cell.tokens} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {table.rows.map((row) => (
            <tr key={row.map(({ text }) => text).join()}>
              {row.map((cell, i) => (
                <td key={table.header[i]?.text} className="py-2 pr-4 align-top">
                  <Markdown tokens={cell.tokens} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Links lead to a section or to another site; files of the source code are not served, so their names stay text. */
function A({ href = '', children }: ComponentProps<'a'>) {
  if (!/^(#|https:)/.test(href)) return children;
  return (
    <a href={href} className="text-accent-text underline" {...(href.startsWith('#') ? {} : { target: '_blank', rel: 'noreferrer' })}>
      {children}
    </a>
  );
}
