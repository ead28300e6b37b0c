import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { useReach } from '@/api/reach';
import { Dialog } from '../dialog';

type Given = { name: string; onClose: () => void };

const Save = ({ name, onClose }: Given) => (
  <Dialog open onOpenChange={onClose} title={name}>
    {null}
  </Dialog>
);

/** A server that is away for a number of requests, and the module afresh: it keeps what it fetched. */
async function world(failures: number) {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const fetch = vi.fn(async () => {
    if (fetch.mock.calls.length <= failures) throw new Error('Unable to preload CSS for /assets/save.css');
    return Save;
  });
  return { fetch, ...(await import('./part')) };
}

beforeEach(() => {
  vi.resetModules();
  useReach.setState({ lost: false });
});

it('shows a held part without the server', async () => {
  const { fetch, dialogPart, holdParts } = await world(0);
  const Part = dialogPart<Given>(fetch);
  await act(async () => holdParts());
  fetch.mockRejectedValue(new Error('The server is away.'));
  render(<Part name="Save" onClose={() => {}} />);
  screen.getByRole('dialog', { name: 'Save' });
  expect(fetch).toHaveBeenCalledOnce();
});

it('says in its own dialog that it could not be fetched, leaves the page alone, and tries again', async () => {
  const { fetch, dialogPart } = await world(2);
  const Part = dialogPart<Given>(fetch);
  const onClose = vi.fn();
  render(
    <>
      <p>The desk</p>
      <Part name="Save" onClose={onClose} />
    </>,
  );
  await screen.findByRole('dialog', { name: 'Could not be opened', description: /^The server did not send this part/ });
  screen.getByText('The desk');
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledOnce();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  screen.getByRole('dialog', { name: 'Could not be opened' });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('dialog', { name: 'Save' });
  expect(fetch).toHaveBeenCalledTimes(3);
});

it('tries again by itself whenever it is shown, and keeps what arrived', async () => {
  const { fetch, part } = await world(1);
  const Part = part<Given>(fetch);
  const first = render(<Part name="Save" onClose={() => {}} />);
  await screen.findByRole('status');
  first.unmount();
  const second = render(<Part name="Save" onClose={() => {}} />);
  await screen.findByRole('dialog', { name: 'Save' });
  second.unmount();
  render(<Part name="Save again" onClose={() => {}} />);
  screen.getByRole('dialog', { name: 'Save again' });
  expect(fetch).toHaveBeenCalledTimes(2);
});

it('fetches held parts that failed once the server is back, and those that register later', async () => {
  const { fetch, part, holdParts } = await world(1);
  const reach = (await import('@/api/reach')).useReach;
  part<Given>(fetch);
  await act(async () => holdParts());
  await act(async () => reach.setState({ lost: true }));
  expect(fetch).toHaveBeenCalledTimes(1);
  await act(async () => reach.setState({ lost: false }));
  expect(fetch).toHaveBeenCalledTimes(2);
  const late = vi.fn(async () => Save);
  part<Given>(late);
  expect(late).toHaveBeenCalledOnce();
});
