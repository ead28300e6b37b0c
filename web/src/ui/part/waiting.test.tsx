import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lazy, Suspense } from 'react';
import { expect, it, vi } from 'vitest';
import { untilLoaded } from '@/lib/until-loaded';
import { Waiting } from './waiting';

it('says that the server did not send a page, and asks again at once', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  let fail = (_: Error) => {};
  const load = vi.fn(async () => ({ default: () => <h1>The desk</h1> }));
  load.mockImplementationOnce(() => new Promise((_, reject) => (fail = reject)));
  const Page = lazy(untilLoaded(load));
  render(
    <Suspense fallback={<Waiting />}>
      <Page />
    </Suspense>,
  );
  screen.getByRole('status', { name: 'Loading' });
  fail(new Error('The server is away.'));
  await screen.findByText(/^The server did not send this part of the page/);
  expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('heading', { name: 'The desk' });
  expect(load).toHaveBeenCalledTimes(2);
});
