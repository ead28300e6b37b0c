import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PRESETS } from '@/audio/equaliser';
import { usePrefs } from '@/lib/prefs';
import { setSleep, sleepTimer } from '@/player/engine/sound/sleep-timer';
import { musicRate } from '@/player/engine/sound/speed';
import { song } from '@/player/engine/testing';
import { renderPlayer } from '@/player/view/test-app';
import { SoundMenu } from './sound-menu';
import { useSoundMenu } from './use-sound-menu';

const flat = [...PRESETS.flat];

beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json({ detail: 'nobody' }, { status: 401 }));
  usePrefs.setState({
    quality: 'auto',
    normalise: 'off',
    preamp: 0,
    rate: 1,
    equaliser: { on: false, preset: 'flat', gains: flat, own: flat },
  });
  setSleep(null);
  musicRate.setState({ rate: 1 });
});
afterEach(() => {
  useSoundMenu.setState({ open: undefined });
  vi.unstubAllGlobals();
});

function open(genre = 'Rock') {
  const player = renderPlayer(<SoundMenu />);
  act(() => {
    player.engine.playNow([song('a', { genre })]);
    useSoundMenu.getState().show();
  });
  return { ...player, menu: within(screen.getByRole('dialog', { name: 'Sound' })) };
}

const pick = (element: HTMLElement, value: string) => fireEvent.change(element, { target: { value } });

it('stores quality, loudness and crossfade', () => {
  const { menu } = open();
  pick(menu.getByRole('combobox', { name: 'Quality' }), 'high');
  pick(menu.getByRole('combobox', { name: 'Volume normalisation' }), 'auto');
  pick(menu.getByRole('slider', { name: 'Preamp' }), '3');
  pick(menu.getByRole('slider', { name: 'Crossfade' }), '7');
  expect(usePrefs.getState()).toMatchObject({ quality: 'high', normalise: 'auto', preamp: 3, crossfade: 7 });
  expect(menu.getByText('7 seconds')).toBeDefined();
});

it('applies presets, and calls a changed curve custom', () => {
  const { menu } = open();
  fireEvent.click(menu.getByRole('switch', { name: 'Equaliser' }));
  pick(menu.getByRole('combobox', { name: 'Preset' }), 'rock');
  expect(usePrefs.getState().equaliser).toMatchObject({ on: true, preset: 'rock', gains: PRESETS.rock });
  pick(menu.getByRole('slider', { name: '1 kHz' }), '-12');
  const moved = PRESETS.rock.map((gain, i) => (i === 5 ? -12 : gain));
  expect(usePrefs.getState().equaliser).toMatchObject({ preset: 'own', gains: moved });
  pick(menu.getByRole('combobox', { name: 'Preset' }), 'flat');
  pick(menu.getByRole('combobox', { name: 'Preset' }), 'own');
  expect(usePrefs.getState().equaliser.gains).toEqual(moved);
});

it('sets the sleep timer and shows when it ends', () => {
  const { menu } = open();
  const timer = menu.getByRole('combobox', { name: 'Sleep timer' });
  pick(timer, '30');
  const { sleep } = sleepTimer.getState();
  expect(sleep?.kind === 'clock' && Math.abs(sleep.at - Date.now() - 30 * 60_000) < 1000).toBe(true);
  expect(menu.getAllByText(/The music stops at/).length).toBeGreaterThan(0);
  pick(timer, 'off');
  expect(sleepTimer.getState().sleep).toBeNull();
});

it('offers speech speeds first for speech, and stores only those', () => {
  const music = open();
  pick(music.menu.getByRole('combobox', { name: 'Music speed' }), '1.25');
  expect([musicRate.getState().rate, usePrefs.getState().rate]).toEqual([1.25, 1]);
});

it('offers speech speeds for a podcast', () => {
  const { menu } = open('Podcast');
  pick(menu.getByRole('combobox', { name: 'Spoken word speed' }), '1.5');
  expect(usePrefs.getState().rate).toBe(1.5);
  expect(menu.queryByRole('combobox', { name: 'Music speed' })).toBeNull();
});
