import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { renderApp } from '@/testing/app';
import { aTrack } from '@/testing/pages';
import { editTags } from '@/things/track/editing';

const SONGS = [
  aTrack('a', { title: 'First', album: 'One', genre: 'Jazz', year: 2019 }),
  aTrack('b', { title: 'Second', album: 'Two', genre: 'Jazz', year: 2019 }),
  aTrack('c', { title: 'Third', album: 'Two', genre: 'Jazz', year: 2019 }),
];
const SEND = 'POST /api/tracks/tags';
const edit = (change: object = {}) => ({ edit: { id: 'e1', tracks: 3, inFile: 3, kept: 0, reasons: [], failed: [], ...change } });

async function open(answers: Parameters<typeof renderApp>[1] = {}) {
  const app = renderApp('/liked', {
    'GET /api/auth/user': { id: 'u1', email: 'olga@example.com', firstName: 'Olga', lastName: '', role: 'admin' },
    'GET /api/liked-tracks': [],
    'GET /api/tag-edits': [],
    [SEND]: edit(),
    ...answers,
  });
  act(() => editTags(SONGS));
  const dialog = await screen.findByRole('dialog', { name: 'Edit tags of 3 songs' });
  return { app, dialog, field: (label: string) => within(dialog).getByLabelText<HTMLInputElement>(label) };
}

afterEach(() => act(() => editTags(undefined)));

it('shows common values, marks mixed ones, and says what will change', async () => {
  const { app, dialog, field } = await open();
  expect([field('Genre').value, field('Year').value, field('Album').value]).toEqual(['Jazz', '2019', '']);
  expect([field('Album').placeholder, field('Composer').placeholder, field('Genre').placeholder]).toEqual([
    '(several values)',
    'Unchanged',
    '',
  ]);
  expect(within(dialog).queryByRole('region', { name: 'What changes' })).toBeNull();
  await userEvent.type(field('Album'), 'Both');
  await userEvent.clear(field('Year'));
  const preview = within(dialog).getByRole('region', { name: 'What changes' });
  expect(
    within(preview)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['Album: Two (2), One (1) → Both', 'Year: 2019 (3) → removed']);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(app.bodies(SEND)).toEqual([{ ids: ['a', 'b', 'c'], tags: { album: 'Both', year: 0 } }]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('empties a field with several values, by the keyboard as well', async () => {
  const { app, dialog, field } = await open();
  expect(within(dialog).queryByRole('button', { name: 'Remove Genre from all songs' })).toBeNull();
  const empty = (name: string) => within(dialog).getByRole('button', { name: `Remove ${name} from all songs` });
  field('Album').focus();
  await userEvent.keyboard('{Tab}{Enter}');
  expect(empty('Album').getAttribute('aria-pressed')).toBe('true');
  expect(field('Album').placeholder).toBe('(will be removed)');
  await userEvent.click(empty('Composer'));
  await userEvent.click(empty('Total discs'));
  await userEvent.click(empty('Total discs')); // and back
  await userEvent.click(empty('Total tracks'));
  const preview = within(dialog).getByRole('region', { name: 'What changes' });
  expect(preview.textContent).toContain('Album: Two (2), One (1) → removed');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(app.bodies(SEND)).toEqual([{ ids: ['a', 'b', 'c'], tags: { album: '', composer: '', trackTotal: 0 } }]));
});

it('writes what people enter after they emptied a field', async () => {
  const { app, dialog, field } = await open();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove Album from all songs' }));
  await userEvent.type(field('Album'), 'Both');
  await userEvent.clear(field('Album'));
  expect(within(dialog).queryByRole('region', { name: 'What changes' })).toBeNull();
  await userEvent.type(field('Album'), 'Both');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(app.bodies(SEND)).toEqual([{ ids: ['a', 'b', 'c'], tags: { album: 'Both' } }]));
});

it('numbers the songs in order', async () => {
  const { app, dialog, field } = await open();
  const save = within(dialog).getByRole('button', { name: 'Save' });
  expect(save).toHaveProperty('disabled', true);
  await userEvent.click(within(dialog).getByRole('switch', { name: 'Number the songs in this order' }));
  await userEvent.clear(field('First number'));
  await userEvent.type(field('First number'), '1.5');
  expect(save).toHaveProperty('disabled', true);
  await userEvent.clear(field('First number'));
  await userEvent.type(field('First number'), '4');
  expect(within(dialog).getByText('Track: First is number 4, and so on to Third with number 6.')).toBeTruthy();
  await userEvent.click(save);
  await waitFor(() => expect(app.bodies(SEND)).toEqual([{ ids: ['a', 'b', 'c'], tags: {}, numberFrom: 4 }]));
});

it('lists the songs that were not changed', async () => {
  const { dialog, field } = await open({
    [SEND]: edit({ tracks: 2, failed: [{ id: 'b', detail: 'The file of this track no longer exists.' }] }),
  });
  await userEvent.type(field('Album'), 'Both');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await within(dialog).findByText('1 song was not changed:')).toBeTruthy();
  expect(within(dialog).getByText('Second')).toBeTruthy();
  expect(within(dialog).getByText('The file of this track no longer exists.')).toBeTruthy();
  await userEvent.click(within(dialog).getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
