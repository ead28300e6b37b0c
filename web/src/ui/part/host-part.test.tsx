import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { create } from 'zustand';
import { useToast } from '../toast/toast-store';
import { Hosted, type HostPart, hostPart } from './host-part';

afterEach(() => useToast.setState({ toast: null, open: false }));

const useGreeting = create<{ who: string | null }>(() => ({ who: null }));
const Hello = () => <p>Hello {useGreeting(({ who }) => who)}</p>;

/** A dialog that greets somebody. Its code cannot be fetched for a number of times. */
function world(failures: number) {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  useGreeting.setState({ who: null });
  const fetch = vi.fn(async () => {
    if (fetch.mock.calls.length <= failures) throw new TypeError('Failed to fetch dynamically imported module');
    return Hello;
  });
  const part = hostPart(fetch, useGreeting, () => useGreeting.setState({ who: null }));
  const open = (who: string) => act(async () => useGreeting.setState({ who }));
  return { fetch, part, open };
}

const Host = ({ part }: { part: HostPart }) => <Hosted part={part} open={useGreeting(({ who }) => who !== null)} />;

it('is fetched when it is first opened', async () => {
  const { fetch, part, open } = world(0);
  render(<Host part={part} />);
  expect(fetch).not.toHaveBeenCalled();
  await open('Ana');
  screen.getByText('Hello Ana');
  await open('Leo');
  screen.getByText('Hello Leo');
  expect(fetch).toHaveBeenCalledOnce();
});

it('leaves the page alone while it cannot be fetched, and opens as it was asked to once it can', async () => {
  const { fetch, part, open } = world(2);
  render(
    <>
      <p>The page</p>
      <Host part={part} />
    </>,
  );
  await open('Ana');
  screen.getByText('The page');
  expect(useGreeting.getState().who).toBeNull();
  expect(useToast.getState()).toMatchObject({ open: true, toast: { title: 'Could not be opened', action: { label: 'Try again' } } });
  await open('Leo'); // whoever opens it again tries again, too
  expect(fetch).toHaveBeenCalledTimes(2);
  await act(async () => useToast.getState().toast?.action?.onSelect());
  screen.getByText('Hello Leo');
});
