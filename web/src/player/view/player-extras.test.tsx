import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { songs } from '@/player/engine/testing';
import { CastButton } from './cast-button';
import { copyStyles, useMini } from './mini-store';
import { PlayerExtras } from './player-extras';
import { renderPlayer } from './test-app';

beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json({ detail: 'nobody' }, { status: 401 }));
  return () => vi.unstubAllGlobals();
});

describe('the live region', () => {
  it('announces the next song, but not a repeated one', () => {
    const { engine } = renderPlayer(<PlayerExtras />);
    const said = () => document.querySelector('[data-slot=announcer]')?.textContent;
    expect(document.querySelector('[data-slot=announcer]')?.getAttribute('aria-live')).toBe('polite');
    act(() => engine.playNow(songs('ab')));
    expect(said()).toBe('Now playing: A by Artist');
    act(() => engine.next());
    expect(said()).toBe('Now playing: B by Artist');
  });
});

describe('the mini player', () => {
  it('has no button if the browser has no such window', () => {
    renderPlayer(<PlayerExtras />);
    expect(screen.queryByRole('button', { name: 'Mini player' })).toBeNull();
  });

  it('shows the song in its own window and closes with it', async () => {
    const small = Object.assign(new EventTarget(), {
      document: document.implementation.createHTMLDocument(),
      requestAnimationFrame: (paint: () => void) => requestAnimationFrame(paint),
      cancelAnimationFrame: (id: number) => cancelAnimationFrame(id),
      close: vi.fn(),
    });
    vi.stubGlobal('documentPictureInPicture', { requestWindow: async () => small });
    const { engine } = renderPlayer(<PlayerExtras />);
    act(() => engine.playNow(songs('ab')));
    fireEvent.click(screen.getByRole('button', { name: 'Mini player' }));
    await waitFor(() => expect(small.document.querySelector('[data-slot=mini-player]')?.textContent).toContain('A'));
    act(() => small.document.querySelector<HTMLElement>('[aria-label="Next"]')?.click());
    expect(engine.snapshot().current?.track.id).toBe('b');
    expect(small.document.querySelector('[role=slider]')?.getAttribute('aria-label')).toBe('Position');
    act(() => void small.dispatchEvent(new Event('pagehide')));
    expect(useMini.getState().window).toBeNull();
  });

  it('has the styles of the page', () => {
    const from = document.implementation.createHTMLDocument();
    from.documentElement.dataset.theme = 'light';
    from.head.innerHTML = '<link rel="stylesheet" href="/a.css"><style>b{}</style><link rel="icon" href="/i">';
    const to = document.implementation.createHTMLDocument();
    copyStyles(from, to);
    expect([to.head.querySelectorAll('link, style').length, to.documentElement.dataset.theme]).toEqual([2, 'light']);
  });
});

describe('casting', () => {
  class FakeRemote extends EventTarget {
    state = 'disconnected';
    tell: (available: boolean) => void = () => {};
    watchAvailability = async (tell: (available: boolean) => void) => {
      this.tell = tell;
      return 1;
    };
    cancelWatchAvailability = async () => {};
    prompt = vi.fn(async () => this.become('connected'));
    become(state: string) {
      this.state = state;
      this.dispatchEvent(new Event(state === 'connected' ? 'connect' : 'disconnect'));
    }
  }

  it('is offered while a device is available, and shows the target', async () => {
    const { engine, audios } = renderPlayer(<CastButton />);
    const remote = new FakeRemote();
    for (const audio of audios) Object.assign(audio, { remote });
    act(() => engine.playNow(songs('ab')));
    expect(screen.queryByRole('button')).toBeNull();
    await act(async () => remote.tell(true));
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Play on another device' })));
    expect(screen.getByRole('button', { name: 'Playing “A” on another device' }).getAttribute('aria-pressed')).toBe('true');
    const element = engine.element();
    await act(async () => engine.next());
    expect(engine.element()).toBe(element); // the device continues with the same element
    await act(async () => remote.become('disconnected'));
    await act(async () => remote.tell(false));
    expect(screen.queryByRole('button')).toBeNull();
  });
});
