import { render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ApiError, NoResponse } from '@/api/error';
import { useReach } from '@/api/reach';
import { QueryView } from './query-view';

const failed = (error: Error) => ({ data: undefined, error, isPending: false, refetch: () => {} });
const show = (error: Error) =>
  render(
    <QueryView query={failed(error)} skeleton={<p>skeleton</p>}>
      {() => null}
    </QueryView>,
  );

afterEach(() => useReach.setState({ lost: false }));

it.each([new NoResponse('away'), new ApiError(503, '', '')])('waits while the server is away', (error) => {
  useReach.setState({ lost: true });
  show(error);
  expect(screen.getByText('skeleton')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

it('shows a failure that waiting does not mend', () => {
  useReach.setState({ lost: true });
  show(new ApiError(404, '{"detail":"Not found."}', ''));
  expect(screen.getByText('Not found.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});

it('shows every failure while the server is there', () => {
  show(new NoResponse('The server did not respond within 10 seconds.'));
  expect(screen.getByText('The server did not respond within 10 seconds.')).toBeTruthy();
});
