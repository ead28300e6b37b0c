import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { generationChanged } from '@/api/generation';
import type { AIMessage, Generation } from '@/api/types';
import { fakePlayer, renderPages, resetPlayer, serve, signedIn } from '@/testing/pages';
import { StudioPage } from './studio-page';

vi.mock('@/player/view/use-player', async () => {
  const pages = await import('@/testing/pages');
  return { ...pages, usePlayer: () => ({ ...pages.usePlayer(), seek: () => {} }), usePaint: () => {} };
});

// It needs the whole player.
vi.mock('@/player/view/seek-bar', () => ({ SeekBar: () => null }));

const music: Generation = {
  id: 'g1',
  createdAt: '2026-01-01T00:00:00Z',
  prompt: 'rainy lo-fi song',
  provider: 'built-in',
  state: 'composing',
  stage: 'mix',
  progress: 0.2,
  place: null,
  expectedSeconds: 9,
  reason: '',
  title: 'Rainy Rooftop',
  style: 'lo-fi',
  bpm: 75,
  key: 'D minor',
  seed: 1,
  duration: 120,
  playable: 12,
  audioUrl: '/api/ai/generations/g1/audio',
  coverImageUrl: null,
  trackId: null,
  parentId: null,
  alternatives: [],
  plan: null,
  understood: '',
  ignored: [],
  review: null,
  cost: 0,
};
const ready: Generation = {
  ...music,
  state: 'ready',
  stage: '',
  progress: 1,
  trackId: 't1',
  audioUrl: '/api/tracks/t1/stream',
  review: { status: 'pending', reason: '', score: 8.1, parts: [] },
};
const line = (id: string, type: AIMessage['type'], content: string, generation: Generation | null = null): AIMessage => ({
  id,
  type,
  content,
  timestamp: '2026-01-01T00:00:00Z',
  track: null,
  generation,
});

const started = (handlers: Parameters<typeof serve>[0] = {}) =>
  serve({
    ...signedIn,
    'GET /api/tracks': () => [],
    'GET /api/ai/providers': () => ({ items: [{ name: 'built-in', label: 'Sonora', isDefault: true }] }),
    'GET /api/ai/messages': () => [],
    ...handlers,
  });
const open = async () => {
  const page = await renderPages({ '/ai-music': StudioPage }, '/ai-music');
  return { ...page, field: await screen.findByRole<HTMLInputElement>('textbox', { name: 'What do you want to hear?' }) };
};
const say = (field: HTMLElement, text: string) => {
  fireEvent.change(field, { target: { value: text } });
  fireEvent.submit(field);
};

beforeEach(resetPlayer);

describe('the conversation with the composer', () => {
  it('sends nothing for blanks', async () => {
    const { bodies } = started();
    const { field } = await open();
    say(field, '   ');
    expect(field.disabled).toBe(false);
    expect(bodies('POST /api/ai/messages')).toEqual([]);
  });

  it('plays the music at once, but replies only after two seconds', async () => {
    const { bodies } = started({
      'POST /api/ai/messages': () => ({ items: [line('1', 'user', 'rainy lo-fi song'), line('2', 'ai', 'Here it comes.', music)] }),
    });
    const { field } = await open();
    await screen.findByRole('log', { name: 'Conversation' });
    vi.useFakeTimers({ shouldAdvanceTime: true });
    try {
      say(field, 'rainy lo-fi song');
      await waitFor(() => expect(field.disabled).toBe(true));
      await waitFor(() =>
        expect(fakePlayer.getState().played[0]).toMatchObject([{ id: 'g1', audioUrl: music.audioUrl, mix: 'generation' }]),
      );
      expect(screen.getByRole('article', { name: 'Rainy Rooftop' })).toBeTruthy();
      expect(screen.queryByText('Here it comes.')).toBeNull();
      await act(() => vi.advanceTimersByTimeAsync(2000));
      expect(await screen.findByText('Here it comes.')).toBeTruthy();
      expect(screen.getAllByRole('article', { name: 'Rainy Rooftop' })).toHaveLength(1);
      await waitFor(() => expect([field.disabled, field.value]).toEqual([false, '']));
    } finally {
      vi.useRealTimers();
    }
    expect(bodies('POST /api/ai/messages')).toEqual([{ content: 'rainy lo-fi song' }]);
  });

  it('puts a suggestion into the field and sends it', async () => {
    const { bodies } = started({ 'POST /api/ai/messages': () => new Promise(() => {}) });
    const { field } = await open();
    const [first] = within(await screen.findByRole('list', { name: 'Suggestions' })).getAllByRole('button');
    fireEvent.click(first as HTMLElement);
    expect(field.value).toBe(first?.textContent);
    await waitFor(() => expect(bodies('POST /api/ai/messages')).toEqual([{ content: first?.textContent }]));
  });

  it('keeps the text and says why when the server refuses it', async () => {
    started({ 'POST /api/ai/messages': () => ({ status: 409, body: { detail: 'Too many pieces are waiting.' } }) });
    const { field } = await open();
    say(field, 'a song');
    expect((await screen.findByRole('alert')).textContent).toBe('Too many pieces are waiting.');
    expect(field.value).toBe('a song');
  });

  it('shows how far a piece is, and its review when it is ready', async () => {
    let now = music;
    const { bodies } = started({
      'GET /api/ai/messages': () => [line('2', 'ai', 'Here it comes.', music), line('1', 'user', 'a song')],
      'GET /api/ai/generations/g1': () => now,
      'POST /api/ai/messages': () => new Promise(() => {}),
    });
    const { client } = await open();
    const card = await screen.findByRole('article', { name: 'Rainy Rooftop' });
    expect(within(card).getByText(/^Playing and mixing · .* · 0:12 ready to play$/)).toBeTruthy();
    act(() => generationChanged(client, { id: 'g1', state: 'composing', stage: 'mix', progress: 0.5, playable: 60 }));
    expect(await within(card).findByText(/1:00 ready to play$/)).toBeTruthy();
    now = ready;
    act(() => generationChanged(client, { id: 'g1', state: 'ready', stage: '', progress: 1, playable: 120 }));
    expect(await within(card).findByText('Waiting for review')).toBeTruthy();
    fireEvent.click(within(card).getByRole('button', { name: 'Más lento' }));
    await waitFor(() => expect(bodies('POST /api/ai/messages')).toEqual([{ content: 'Más lento', generationId: 'g1' }]));
  });

  it('plays a piece once it can be heard', async () => {
    let now: Generation = { ...music, playable: 0, audioUrl: null };
    started({
      'POST /api/ai/messages': () => ({ items: [line('1', 'user', 'x'), line('2', 'ai', 'Here.', now)] }),
      'GET /api/ai/generations/g1': () => now,
    });
    const { client, field } = await open();
    say(field, 'a song');
    await screen.findByRole('article', { name: 'Rainy Rooftop' });
    now = music;
    act(() => generationChanged(client, { id: 'g1', state: 'composing', stage: 'mix', progress: 0.2, playable: 12 }));
    await waitFor(() => expect(fakePlayer.getState().played[0]).toMatchObject([{ id: 'g1', audioUrl: music.audioUrl }]));
  });

  it('does not interrupt what plays', async () => {
    started({ 'POST /api/ai/messages': () => ({ items: [line('1', 'user', 'x'), line('2', 'ai', 'Here.', music)] }) });
    const { field } = await open();
    act(() => fakePlayer.setState({ isPlaying: true }));
    say(field, 'a song');
    expect(await screen.findByRole('article', { name: 'Rainy Rooftop' })).toBeTruthy();
    expect(fakePlayer.getState().played).toEqual([]);
  });

  it('writes the section again that the piece has, wherever it was moved in the plan', async () => {
    const section = { bars: 4, roles: ['drums'] };
    const sections = [
      { ...section, name: 'verse', letter: 'A' },
      { ...section, name: 'chorus', letter: 'B' },
    ];
    const plan = {
      title: 'Rainy',
      style: 'lo-fi',
      bpm: 75,
      beats: 4,
      key: { tonic: 2, mode: 'minor' },
      sections,
      instruments: { drums: 'kit' },
    };
    const { bodies } = started({
      'GET /api/ai/messages': () => [line('1', 'ai', 'Here it is.', { ...ready, plan })],
      'GET /api/ai/generations/g1': () => ({ ...ready, plan }),
      'POST /api/ai/generations': () => new Promise(() => {}),
    });
    await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Plan' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Move 2. Chorus up' }));
    fireEvent.click(screen.getByRole('button', { name: 'Rewrite 1. Chorus' }));
    await waitFor(() => expect(bodies('POST /api/ai/generations')).toEqual([{ parentId: 'g1', section: 1 }]));
  });

  it('shows the end of the conversation when a line arrives', async () => {
    started({ 'POST /api/ai/messages': () => new Promise(() => {}) });
    const { field } = await open();
    const log = await screen.findByRole('log', { name: 'Conversation' });
    Object.defineProperty(log, 'scrollHeight', { value: 900 });
    say(field, 'a song');
    await waitFor(() => expect(log.scrollTop).toBe(900));
  });

  it('compares the pieces that a service made for one order', async () => {
    const first = { ...ready, provider: 'suno', alternatives: ['g2'] };
    const second = {
      ...first,
      id: 'g2',
      trackId: 't2',
      audioUrl: '/api/tracks/t2/stream',
      title: 'Rainy Rooftop (2)',
      alternatives: ['g1'],
    };
    started({
      'GET /api/ai/messages': () => [line('2', 'ai', 'Here it is.', first)],
      'GET /api/ai/generations/g1': () => first,
      'GET /api/ai/generations/g2': () => second,
    });
    await open();
    const both = within(await screen.findByRole('group', { name: 'Compare the versions' }));
    expect(both.getByText('made for the same order')).toBeTruthy();
    expect(both.getByRole('button', { name: 'Version A: Rainy Rooftop' })).toBeTruthy();
    fireEvent.click(both.getByRole('button', { name: 'Version B: Rainy Rooftop (2)' }));
    await waitFor(() => expect(fakePlayer.getState().played[0]).toMatchObject([{ id: 't2', audioUrl: second.audioUrl }]));
  });

  it('compares nothing if there is one piece', async () => {
    started({ 'GET /api/ai/messages': () => [line('2', 'ai', 'Here it is.', ready)], 'GET /api/ai/generations/g1': () => ready });
    await open();
    expect(await screen.findByRole('article', { name: 'Rainy Rooftop' })).toBeTruthy();
    expect(screen.queryByRole('group', { name: 'Compare the versions' })).toBeNull();
  });
});
