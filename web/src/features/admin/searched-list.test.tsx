import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentProps, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { SearchedList } from './searched-list';

type Query = ComponentProps<typeof SearchedList<string>>['query'];

/** A list of which one page is loaded. With a failing server the second page never comes. */
function List({ second, onFetch }: { second: string[] | null; onFetch: () => void }) {
  const [state, setState] = useState({ pages: [['Ámbar']], failed: false });
  const query = {
    data: { pages: state.pages.map((items) => ({ items })), pageParams: [] },
    isPending: false,
    error: null,
    hasNextPage: state.pages.length === 1,
    isFetchingNextPage: false,
    isFetchNextPageError: state.failed,
    fetchNextPage: async () => {
      onFetch();
      setState(({ pages }) => (second ? { pages: [...pages, second], failed: false } : { pages, failed: true }));
    },
  } as unknown as Query;
  const row = (name: string) => (
    <tr key={name}>
      <td>{name}</td>
    </tr>
  );
  return <SearchedList query={query} search="Find" textsOf={(name) => [name]} label="All" columns={['Name']} empty={null} row={row} />;
}

it('finds what is on a page that was not loaded', async () => {
  const fetched = vi.fn();
  render(<List second={['Brisa']} onFetch={fetched} />);
  expect(fetched).not.toHaveBeenCalled();
  await userEvent.type(screen.getByLabelText('Find'), 'bri');
  expect(await screen.findByText('Brisa')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Find'), 'zzz');
  expect(screen.getByText('Nothing found.')).toBeTruthy();
  expect(fetched).toHaveBeenCalledTimes(1);
});

it('does not claim that there is nothing while a page is missing', async () => {
  const fetched = vi.fn();
  render(<List second={null} onFetch={fetched} />);
  await userEvent.type(screen.getByLabelText('Find'), 'bri');
  expect(await screen.findByText('Nothing found among the items loaded so far.')).toBeTruthy();
  expect(screen.queryByText('Nothing found.')).toBeNull();
  expect(fetched).toHaveBeenCalledTimes(1);
});
