import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { renderApp } from '@/testing/app';
import { replaceInTags } from '@/things/track/editing';

const PREVIEW = 'POST /api/tracks/tags/replace/preview';
const SEND = 'POST /api/tracks/tags/replace';

async function open(answers: Parameters<typeof renderApp>[1] = {}) {
  const app = renderApp('/liked', {
    'GET /api/auth/user': { id: 'u1', email: 'olga@example.com', firstName: 'Olga', lastName: '', role: 'admin' },
    'GET /api/liked-tracks': [],
    'GET /api/tag-edits': [],
    [PREVIEW]: {
      changes: [{ id: 'b', title: 'Second', before: 'hip hop; Soul', after: 'Hip-Hop; Soul' }],
      failed: [{ id: 'c', detail: 'It is gone.' }],
    },
    [SEND]: { edit: { id: 'e1', tracks: 1, inFile: 1, kept: 0, reasons: [], failed: [] } },
    'POST /api/tag-edits/e1/undo': { edit: { id: 'e2', tracks: 1, inFile: 1, kept: 0, reasons: [], failed: [] } },
    ...answers,
  });
  act(() => replaceInTags(['a', 'b', 'c']));
  return { app, dialog: within(await screen.findByRole('dialog', { name: 'Find and replace in 3 songs' })) };
}

afterEach(() => act(() => replaceInTags(undefined)));

it('shows every change before it is made, by the keyboard, and takes it back', async () => {
  const { app, dialog } = await open();
  expect(document.activeElement).toBe(dialog.getByLabelText('Find'));
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Show changes' }).disabled).toBe(true);
  await userEvent.keyboard('hip hop{Tab}Hip-Hop{Tab} {Enter}');
  const asked = { ids: ['a', 'b', 'c'], field: 'genre', find: 'hip hop', with: 'Hip-Hop', isWhole: true };
  const preview = within(await dialog.findByRole('region', { name: 'What changes' }));
  expect(app.bodies(PREVIEW)).toEqual([asked]);
  expect(preview.getByRole('status').textContent).toBe('1 song changes.');
  expect(preview.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Secondhip hop; Soul → Hip-Hop; Soul', 'It is gone.']);
  expect(app.bodies(SEND)).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Replace' }));
  await waitFor(() => expect(app.bodies(SEND)).toEqual([{ ...asked, ids: ['b'] }]));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByText('Tags restored');
});

it('forgets the changes of other words, and says if there are none', async () => {
  const { dialog } = await open({ [PREVIEW]: { changes: [], failed: [] } });
  await userEvent.type(dialog.getByLabelText('Find'), 'x{Enter}');
  expect((await dialog.findByRole('status')).textContent).toBe('No song changes.');
  expect(dialog.queryByRole('button', { name: 'Replace' })).toBeNull();
  await userEvent.selectOptions(dialog.getByLabelText('Tag'), 'Album');
  expect(dialog.queryByRole('status')).toBeNull();
});
