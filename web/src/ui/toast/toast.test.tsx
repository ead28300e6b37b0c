import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TOAST_DURATION, TOAST_REMOVE_DELAY, TOAST_SWIPE } from '@/lib/constants';
import { ToastSlot } from './toast-slot';
import { dismissToast, toast, useToast } from './toast-store';

beforeEach(() => {
  vi.useFakeTimers();
  useToast.setState({ toast: null, open: false });
});
afterEach(() => vi.useRealTimers());

const shown = () => document.querySelectorAll('[data-slot=toast][data-state=open]');

it('shows one at a time: a new one replaces the previous one', () => {
  render(<ToastSlot />);
  act(() => toast({ title: 'First' }));
  act(() => toast({ title: 'Second', tone: 'danger' }));
  expect(shown()).toHaveLength(1);
  expect(shown()[0]?.textContent).toContain('Second');
});

it('closes after five seconds and is removed much later', () => {
  expect([TOAST_DURATION, TOAST_SWIPE, TOAST_REMOVE_DELAY]).toEqual([5000, 50, 1_000_000]);
  render(<ToastSlot />);
  act(() => toast({ title: 'Short' }));
  act(() => vi.advanceTimersByTime(TOAST_DURATION - 1));
  expect(shown()).toHaveLength(1);
  act(() => vi.advanceTimersByTime(1));
  expect(shown()).toHaveLength(0);
  expect(useToast.getState().toast?.title).toBe('Short');
  act(() => vi.advanceTimersByTime(TOAST_REMOVE_DELAY));
  expect(useToast.getState().toast).toBeNull();
});

it('does not remove a newer toast with a dismissed one', () => {
  toast({ title: 'Old' });
  dismissToast();
  toast({ title: 'New' });
  vi.advanceTimersByTime(TOAST_REMOVE_DELAY);
  expect(useToast.getState()).toMatchObject({ open: true, toast: { title: 'New' } });
});

it('runs its action', () => {
  const undo = vi.fn();
  render(<ToastSlot />);
  act(() => toast({ title: 'Removed', action: { label: 'Undo', onSelect: undo } }));
  screen.getByRole('button', { name: 'Undo' }).click();
  expect(undo).toHaveBeenCalledOnce();
});
