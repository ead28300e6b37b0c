import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { handleEvent } from '@/api/events';
import { conversationChanged, generationChanged } from '@/api/generation';
import { send } from '@/api/tus/resumable';
import type { AIMessage, Generation } from '@/api/types';
import { fakePlayer, renderPages, resetPlayer, serve, signedIn } from '@/testing/pages';
import { StudioPage } from './studio-page';

vi.mock('@/player/view/use-player', async () => {
  const pages = await import('@/testing/pages');
  return { ...pages, usePlayer: () => ({ ...pages.usePlayer(), seek: () => {} }), usePaint: () => {} };
});

vi.mock('@/api/tus/resumable', () => ({ send: vi.fn(), forget: vi.fn(async () => undefined) }));

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
  notes: [],
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

const COMPOSER = { name: 'built-in', label: 'Built-in synthesizer', isDefault: true, costPerMinute: 0 };
const SUNO = { name: 'suno', label: 'Suno', isDefault: false, costPerMinute: 0.06 };

const started = (handlers: Parameters<typeof serve>[0] = {}) =>
  serve({
    ...signedIn,
    'GET /api/tracks': () => [],
    'GET /api/ai/providers': () => ({ items: [COMPOSER] }),
    'GET /api/ai/messages': () => [],
    ...handlers,
  });
const open = async (address = '/ai-music') => {
  const page = await renderPages({ '/ai-music': StudioPage }, address);
  return { ...page, field: await screen.findByRole<HTMLInputElement>('textbox', { name: 'What do you want to hear?' }) };
};
const creator = { 'GET /api/auth/user': () => ({ id: 'u', email: 'ana@example.com', firstName: 'Ana', lastName: '', role: 'creator' }) };
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

  it('says what was done about wishes that were not met', async () => {
    const note = '“3 seconds” is too short: the shortest piece lasts 15 seconds.';
    started({ 'GET /api/ai/messages': () => [line('1', 'ai', 'Here it comes.', { ...music, notes: [note] })] });
    await open();
    await screen.findByText(note);
  });

  it('takes the focus back after a reply, but not from a button that somebody went on to', async () => {
    started({ 'POST /api/ai/messages': () => ({ items: [line('1', 'user', 'jazz'), line('2', 'ai', 'Here it comes.', music)] }) });
    const { field } = await open();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const reply = async (focused: HTMLElement) => {
      say(field, 'jazz');
      await waitFor(() => expect(field.disabled).toBe(true));
      focused.focus();
      await act(() => vi.advanceTimersByTimeAsync(2000));
      await waitFor(() => expect(field.disabled).toBe(false));
      await act(() => vi.advanceTimersByTimeAsync(1));
    };
    try {
      await reply(document.body);
      expect(document.activeElement).toBe(field);
      const other = screen.getAllByRole('tab')[0] as HTMLElement;
      field.blur();
      await reply(other);
      expect(document.activeElement).toBe(other);
    } finally {
      vi.useRealTimers();
    }
  });

  it('plays the music at once, but replies only after two seconds', async () => {
    const lines: AIMessage[] = [];
    const { bodies } = started({
      ...creator,
      'GET /api/ai/messages': () => lines.toReversed(),
      'POST /api/ai/messages': () => {
        lines.push(line('1', 'user', 'rainy lo-fi song'), line('2', 'ai', 'Here it comes.', music));
        return { items: lines };
      },
    });
    const { client, field } = await open();
    await screen.findByRole('log', { name: 'Conversation' });
    vi.useFakeTimers({ shouldAdvanceTime: true });
    try {
      say(field, 'rainy lo-fi song');
      await waitFor(() => expect(field.disabled).toBe(true));
      await waitFor(() =>
        expect(fakePlayer.getState().played[0]).toMatchObject([
          { id: 'g1', audioUrl: music.audioUrl, mix: 'generation', artist: 'Ana', isAiGenerated: true, coverSeed: 'Rainy Rooftop 1' },
        ]),
      );
      act(() => conversationChanged(client)); // the event of the own line
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
    now = { ...ready, plan: { bpm: 75, key: {}, sections: [], instruments: {} } };
    act(() => generationChanged(client, { id: 'g1', state: 'ready', stage: '', progress: 1, playable: 120 }));
    expect(await within(card).findByText('Waiting for review')).toBeTruthy();
    fireEvent.click(within(card).getByRole('button', { name: 'Más lento' }));
    await waitFor(() => expect(bodies('POST /api/ai/messages')).toEqual([{ content: 'Más lento', generationId: 'g1' }]));
  });

  it('offers no changes of a piece by a service', async () => {
    const made = { ...ready, provider: 'suno' };
    started({
      'GET /api/ai/messages': () => [line('1', 'ai', 'Here.', made)],
      'GET /api/ai/generations/g1': () => made,
    });
    await open();
    const card = await screen.findByRole('article', { name: 'Rainy Rooftop' });
    expect(within(card).getByRole('button', { name: 'More options for Rainy Rooftop' })).toBeTruthy();
    for (const chip of ['Más lento', 'Más rápido', 'Con más bajo', 'Otra versión']) {
      expect(within(card).queryByRole('button', { name: chip })).toBeNull();
    }
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

  it('offers the styles and the instruments by their names', async () => {
    const sections = [{ name: 'verse', letter: 'A', bars: 4, roles: ['bass'] }];
    const plan = {
      title: 'R',
      style: 'lo-fi',
      bpm: 75,
      beats: 4,
      key: { tonic: 2, mode: 'minor' },
      sections,
      instruments: { bass: 'sub-bass' },
    };
    const { bodies } = started({
      'GET /api/ai/messages': () => [line('1', 'ai', 'Here it is.', { ...ready, plan })],
      'GET /api/ai/generations/g1': () => ({ ...ready, plan }),
      'GET /api/ai/choices': () => ({
        styles: [
          { name: 'lo-fi', label: 'Lo-fi' },
          { name: 'jazz', label: 'Jazz' },
        ],
        instruments: {
          bass: [
            { name: 'sub-bass', label: 'Sub bass' },
            { name: 'upright-bass', label: 'Upright bass' },
          ],
        },
      }),
      'POST /api/ai/generations': () => new Promise(() => {}),
    });
    await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Plan' }));
    await screen.findByRole('option', { name: 'Upright bass' });
    fireEvent.change(screen.getByRole('combobox', { name: 'Style' }), { target: { value: 'jazz' } });
    fireEvent.change(screen.getByRole('combobox', { name: 'Bass' }), { target: { value: 'upright-bass' } });
    fireEvent.click(screen.getByRole('button', { name: 'Compose again' }));
    await waitFor(() =>
      expect(bodies('POST /api/ai/generations')).toEqual([
        { parentId: 'g1', plan: expect.objectContaining({ style: 'jazz', instruments: { bass: 'upright-bass' } }) },
      ]),
    );
  });

  it('shows the end of the conversation when a line arrives', async () => {
    started({ 'POST /api/ai/messages': () => new Promise(() => {}) });
    const { field } = await open();
    const log = await screen.findByRole('log', { name: 'Conversation' });
    Object.defineProperty(log, 'scrollHeight', { value: 900 });
    say(field, 'a song');
    await waitFor(() => expect(log.scrollTop).toBe(900));
  });

  it('follows a card that grows, but not past a person who scrolled up', async () => {
    const grow: (() => void)[] = [];
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(told: () => void) {
          grow.push(told);
        }
        observe() {}
        unobserve() {}
        disconnect() {}
      },
    );
    started({ 'GET /api/ai/messages': () => [line('1', 'ai', 'Here it comes.', music)] });
    await open();
    const log = await screen.findByRole('log', { name: 'Conversation' });
    await screen.findByRole('article', { name: 'Rainy Rooftop' });
    const resized = (height: number) => {
      Object.defineProperty(log, 'scrollHeight', { value: height, configurable: true });
      for (const told of grow) told();
    };
    resized(900);
    expect(log.scrollTop).toBe(900);
    fireEvent.scroll(log); // of the line above, told after the card grew
    resized(1200);
    expect(log.scrollTop).toBe(1200);
    fireEvent.scroll(log);
    log.scrollTop = 300;
    fireEvent.scroll(log);
    resized(1500);
    expect(log.scrollTop).toBe(300);
    vi.unstubAllGlobals();
  });

  it('keeps the words for screen readers within the box that scrolls', async () => {
    started({ 'GET /api/ai/messages': () => [line('1', 'user', 'hello')] });
    await open();
    const log = await screen.findByRole('log', { name: 'Conversation' });
    expect(log.contains(await screen.findByText('You:'))).toBe(true);
    expect(log.classList.contains('relative')).toBe(true); // without it they make the document as tall as the conversation
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

  it('shows what other tabs and devices do', async () => {
    let lines: AIMessage[] = [];
    started({ 'GET /api/ai/messages': () => lines });
    const { client } = await open();
    await screen.findByText(/^Describe what you want to hear/);
    lines = [line('2', 'ai', 'Please tell me more.'), line('1', 'user', 'hello')];
    act(() => handleEvent(client, 'conversation', ''));
    expect(await screen.findByText('Please tell me more.')).toBeTruthy();
    lines = [];
    act(() => handleEvent(client, 'conversation', ''));
    expect(await screen.findByText(/^Describe what you want to hear/)).toBeTruthy();
  });

  it('offers no choice of provider where there is none', async () => {
    started();
    await open();
    expect(await screen.findByText('Built-in synthesizer')).toBeTruthy();
    expect(screen.queryByRole('combobox', { name: 'Who makes the music' })).toBeNull();
  });

  it('orders from the chosen provider, and names its price', async () => {
    const { bodies } = started({
      'GET /api/ai/providers': () => ({ items: [COMPOSER, SUNO] }),
      'POST /api/ai/messages': () => new Promise(() => {}),
    });
    const { field } = await open();
    const choice = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Who makes the music' });
    expect(
      within(choice)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Built-in synthesizer', 'Suno, about $0.060 for one minute']);
    fireEvent.change(choice, { target: { value: 'suno' } });
    expect(screen.getByText('Suno')).toBeTruthy(); // the badge
    expect(localStorage.getItem('sonora_ai_maker')).toBe('suno');
    say(field, 'a rock song');
    await waitFor(() => expect(bodies('POST /api/ai/messages')).toEqual([{ content: 'a rock song', provider: 'suno' }]));
  });

  it('keeps the chosen provider over a reload, as long as there is one of that name', async () => {
    localStorage.setItem('sonora_ai_maker', 'suno');
    const { bodies } = started({
      'GET /api/ai/providers': () => ({ items: [COMPOSER, SUNO] }),
      'POST /api/ai/messages': () => new Promise(() => {}),
    });
    const { field, unmount } = await open();
    const choice = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Who makes the music' });
    expect(choice.value).toBe('suno');
    say(field, 'a rock song');
    await waitFor(() => expect(bodies('POST /api/ai/messages')).toEqual([{ content: 'a rock song', provider: 'suno' }]));
    unmount();
    const without = started({ 'POST /api/ai/messages': () => new Promise(() => {}) });
    const again = await open();
    await screen.findByText('Built-in synthesizer');
    say(again.field, 'a rock song');
    await waitFor(() => expect(without.bodies('POST /api/ai/messages')).toEqual([{ content: 'a rock song' }]));
  });

  it('says what a service took for a piece', async () => {
    const paid = { ...ready, provider: 'suno', cost: 0.06 };
    started({
      'GET /api/ai/providers': () => ({ items: [COMPOSER, SUNO] }),
      'GET /api/ai/messages': () => [line('2', 'ai', 'Here it is.', paid)],
      'GET /api/ai/generations/g1': () => paid,
    });
    await open();
    expect(await screen.findByText(/ · Suno · \$0\.060$/)).toBeTruthy();
  });

  it('composes music like the song in the address, with or without words', async () => {
    const { bodies } = started({
      'GET /api/ai/providers': () => ({ items: [COMPOSER, SUNO] }),
      'GET /api/tracks/t9': () => ({ id: 't9', title: 'Harbour Lights', coverImageUrl: null }),
      'POST /api/ai/messages': () => ({ items: [line('1', 'user', 'Like Harbour Lights'), line('2', 'ai', 'Here.', music)] }),
    });
    const { field, address } = await open('/ai-music?tab=crear&like=t9');
    expect(await screen.findByText('Like Harbour Lights')).toBeTruthy();
    expect(screen.queryByRole('combobox', { name: 'Who makes the music' })).toBeNull(); // only the composer can
    fireEvent.submit(field);
    await waitFor(() => expect(bodies('POST /api/ai/messages')).toEqual([{ content: '', likeTrackId: 't9' }]));
    await waitFor(() => expect(address()).toBe('/ai-music?tab=crear'), { timeout: 4000 });
  });

  it('no longer resembles a song that the person removes', async () => {
    started({ 'GET /api/tracks/t9': () => ({ id: 't9', title: 'Harbour Lights', coverImageUrl: null }) });
    const { address } = await open('/ai-music?tab=crear&like=t9');
    fireEvent.click(await screen.findByRole('button', { name: 'Do not resemble Harbour Lights' }));
    await waitFor(() => expect(address()).toBe('/ai-music?tab=crear'));
    expect(screen.queryByText('Like Harbour Lights')).toBeNull();
  });
});

describe('music that was made elsewhere', () => {
  const discard = vi.fn(async () => undefined);
  beforeEach(() => {
    discard.mockClear();
    const done = Promise.resolve({ title: 'Heroic', audioUrl: '/media/audio/u1.mp3' });
    vi.mocked(send).mockImplementation(() => ({ done, stop: vi.fn(), discard }) as unknown as ReturnType<typeof send>);
  });
  const openDialog = async () => {
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Add music made elsewhere' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add music made elsewhere' }));
    await userEvent.upload(dialog.getByLabelText('Choose a file'), new File(['x'], 'heroic.mp3', { type: 'audio/mpeg' }));
    expect(await dialog.findByText('The file is uploaded.')).toBeTruthy();
    return dialog;
  };

  it('is added with the service and the request, and appears in the conversation', async () => {
    const piece: Generation = { ...music, id: 'g7', provider: 'aiva', state: 'queued', title: 'Heroic', audioUrl: null, playable: 0 };
    let lines: AIMessage[] = [];
    const { bodies } = started({
      ...creator,
      'GET /api/ai/messages': () => lines,
      'GET /api/ai/generations/g7': () => piece,
      'POST /api/ai/imports': () => {
        lines = [line('1', 'ai', 'I am adding Heroic to your library.', piece)];
        return piece;
      },
    });
    const dialog = await openDialog();
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Title (optional)' }).value).toBe('Heroic');
    await userEvent.type(dialog.getByRole('textbox', { name: 'Service' }), 'AIVA');
    await userEvent.type(dialog.getByRole('textbox', { name: 'What you asked the service for' }), 'A heroic theme');
    await userEvent.click(dialog.getByRole('button', { name: 'Add' }));
    expect(await screen.findByText('I am adding Heroic to your library.')).toBeTruthy();
    expect(bodies('POST /api/ai/imports')).toEqual([
      { provider: 'AIVA', prompt: 'A heroic theme', title: 'Heroic', audioUrl: '/media/audio/u1.mp3' },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(discard).not.toHaveBeenCalled();
  });

  it('says at the field what is missing, and leaves nothing behind when it is given up', async () => {
    started({ ...creator, 'POST /api/ai/imports': () => ({ status: 400, body: { provider: ['Name the service that made the music.'] } }) });
    const dialog = await openDialog();
    await userEvent.click(dialog.getByRole('button', { name: 'Add' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('Name the service that made the music.');
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(discard).toHaveBeenCalledOnce());
  });

  it('is not offered to people who may not upload', async () => {
    started();
    await open();
    expect(screen.queryByRole('button', { name: 'Add music made elsewhere' })).toBeNull();
  });
});
