import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { useSession } from '@/api/auth/session';
import type { Generation } from '@/api/types';
import { useJingleDialog } from '@/lib/jingle';
import { renderPages, resetPlayer, serve, signedIn } from '@/testing/pages';
import { useOpenMenu } from '@/ui/menu/open-menu';
import { MoreButton } from './more-button';

const plan = { title: 'Rain', style: 'lo-fi', bpm: 75, beats: 4, key: { tonic: 2, mode: 'minor' }, sections: [], instruments: {} };
const music: Generation = {
  id: 'g1',
  createdAt: '2026-01-01T00:00:00Z',
  prompt: 'rain',
  provider: 'built-in',
  state: 'ready',
  stage: '',
  progress: 1,
  place: null,
  expectedSeconds: null,
  reason: '',
  title: 'Rain',
  style: 'Lo-fi',
  bpm: 75,
  key: 'D minor',
  seed: 1,
  duration: 120,
  playable: 120,
  audioUrl: '/api/tracks/t1/stream',
  coverImageUrl: null,
  trackId: 't1',
  parentId: null,
  alternatives: [],
  plan: null,
  understood: '',
  ignored: [],
  notes: [],
  review: { status: 'pending', reason: '', score: 8, parts: [] },
  cost: 0,
};

const approved: Generation['review'] = { status: 'approved', reason: '', score: 8, parts: [] };
const creator = { 'GET /api/auth/user': () => ({ id: 'u', email: 'ana@example.com', firstName: 'Ana', lastName: '', role: 'creator' }) };

let address: () => string;
const Page = ({ piece }: { piece: Generation }) => (
  <>
    <p>{useSession().status}</p>
    <MoreButton music={piece} />
  </>
);
const open = async (piece: Generation, account: typeof signedIn = signedIn) => {
  serve({ ...account });
  ({ address } = await renderPages({ '/ai-music': () => <Page piece={piece} /> }, '/ai-music'));
  await screen.findByText('signedIn');
  fireEvent.click(screen.getByRole('button', { name: 'More options for Rain' }));
  return within(await screen.findByRole('menu'));
};

beforeEach(() => {
  resetPlayer();
  useOpenMenu.setState({ open: null });
});

it.each([
  ['Download the parts (stems)', 'stems'],
  ['Download the notes (MIDI)', 'midi'],
  ['Download the chords', 'sheet'],
])('offers what the composer wrote: %s', async (name, kind) => {
  const fetched: unknown[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    fetched.push(this.getAttribute('href'));
  });
  try {
    const menu = await open({ ...music, plan, review: approved });
    fireEvent.click(menu.getByRole('menuitem', { name }));
    await waitFor(() => expect(fetched).toEqual([`/api/ai/generations/g1/files/${kind}`]));
  } finally {
    click.mockRestore();
  }
});

it('offers notes and parts once an operator has approved the piece', async () => {
  const menu = await open({ ...music, plan });
  for (const name of ['Download the parts (after approval)', 'Download the notes (after approval)'])
    expect(menu.getByRole('menuitem', { name }).getAttribute('aria-disabled')).toBe('true');
  expect(menu.getByRole('menuitem', { name: 'Download the chords' }).getAttribute('aria-disabled')).not.toBe('true');
});

it('offers operators the parts of their pieces at once', async () => {
  const operator = { 'GET /api/auth/user': () => ({ id: 'u', email: 'ana@example.com', firstName: 'Ana', lastName: '', role: 'admin' }) };
  const menu = await open({ ...music, plan }, operator);
  expect(menu.getByRole('menuitem', { name: 'Download the parts (stems)' }).getAttribute('aria-disabled')).not.toBe('true');
});

it('offers only the sound of what a service made', async () => {
  const menu = await open({ ...music, provider: 'suno' });
  expect(menu.getByRole('menuitem', { name: 'Save the file' })).toBeTruthy();
  expect(menu.queryByRole('menuitem', { name: /MIDI|stems|chords/ })).toBeNull();
});

it('composes something like it', async () => {
  const menu = await open(music);
  fireEvent.click(menu.getByRole('menuitem', { name: 'Compose something like this' }));
  await waitFor(() => expect(address()).toBe('/ai-music?tab=crear&like=t1'));
});

it('offers an approved piece as a jingle to people who may have stations', async () => {
  const menu = await open({ ...music, review: approved }, creator);
  fireEvent.click(menu.getByRole('menuitem', { name: 'Use as station jingle…' }));
  expect(useJingleDialog.getState().song).toEqual({ id: 't1', title: 'Rain' });
});

it('says that a piece has to be approved before it is a jingle', async () => {
  const menu = await open(music, creator);
  const item = menu.getByRole('menuitem', { name: 'Use as station jingle (after approval)' });
  expect(item.getAttribute('aria-disabled')).toBe('true');
});

it('offers no jingle to listeners', async () => {
  const menu = await open(music);
  expect(menu.queryByRole('menuitem', { name: /jingle/ })).toBeNull();
});

it('shares what is approved, and says that the rest has to wait', async () => {
  const waiting = (await open(music)).getByRole('menuitem', { name: 'Share… (after approval)' });
  expect(waiting.getAttribute('aria-disabled') ?? waiting.hasAttribute('disabled')).toBeTruthy();
  cleanup();
  expect((await open({ ...music, review: approved })).getByRole('menuitem', { name: 'Share…' })).toBeTruthy();
});
