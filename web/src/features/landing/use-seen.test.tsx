import { act, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useSeen } from './use-seen';

function Meter() {
  const [ref, seen] = useSeen<HTMLDivElement>();
  return <div ref={ref}>{seen ? 'moves' : 'rests'}</div>;
}

it('rests out of sight and in a hidden tab', () => {
  let report = (_: boolean) => {};
  const disconnect = vi.fn();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
        report = (isIntersecting) => tell([{ isIntersecting }]);
      }
      observe() {}
      disconnect = disconnect;
    },
  );
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(false);
  const view = render(<Meter />);
  expect(screen.getByText('moves')).toBeTruthy();
  act(() => report(false));
  expect(screen.getByText('rests')).toBeTruthy();
  act(() => report(true));
  expect(screen.getByText('moves')).toBeTruthy();
  hidden.mockReturnValue(true);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(screen.getByText('rests')).toBeTruthy();
  view.unmount();
  expect(disconnect).toHaveBeenCalled();
  vi.unstubAllGlobals();
});
