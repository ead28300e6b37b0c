import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { albumPath, HERTZ, LADDER } from './support/music';
import { playlistOf } from './support/playlists';
import { expectTone, tapSound } from './support/sound';
import { expect, memberTest, operator, signIn } from './support/test';

const main = (page: Page) => page.getByRole('main');
const rows = (page: Page) => main(page).getByRole('row');

const toast = (page: Page) => page.locator('[data-slot=toast]');

memberTest('a playlist is created, filled from an album and played', async ({ page }) => {
  await tapSound(page);
  await page.goto('/playlists');
  await main(page).getByRole('button', { name: 'Create Playlist' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Playlist' });
  await expect(dialog.getByRole('switch', { name: 'Public' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Create Playlist' }).click();
  await expect(toast(page).filter({ hasText: 'Please enter a name for your playlist.' })).toBeVisible();
  await dialog.getByLabel('Name').fill('  Sunday – 日曜日 🎧 ');
  await dialog.getByRole('button', { name: 'Create Playlist' }).click();
  await expect(toast(page).filter({ hasText: 'Your new playlist has been created successfully.' })).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(main(page).getByRole('link', { name: 'Sunday – 日曜日 🎧' })).toBeVisible();

  await page.goto(await albumPath(page, LADDER.album));
  await page.getByRole('button', { name: 'More options for Second' }).click();
  await page.getByRole('menuitem', { name: 'Add to playlist…' }).click();
  await page
    .getByRole('dialog', { name: 'Add to playlist' })
    .getByRole('button', { name: /Sunday/ })
    .click();
  await expect(toast(page).filter({ hasText: 'Added to Sunday – 日曜日 🎧' })).toBeVisible();

  // Adds the whole album and skips the song that is already in the playlist.
  await main(page).getByRole('button', { name: 'Add to playlist…' }).click();
  await page
    .getByRole('dialog', { name: 'Add to playlist' })
    .getByRole('button', { name: /Sunday/ })
    .click();
  const twice = page.getByRole('dialog', { name: /Already in Sunday/ });
  await expect(twice.getByText('1 of these songs is already in the playlist.')).toBeVisible();
  await twice.getByRole('button', { name: 'Skip' }).click();

  await page.goto('/playlists');
  await main(page)
    .getByRole('link', { name: /Sunday/ })
    .click();
  await expect(rows(page)).toContainText(['Second', 'First', 'Third', 'Fourth']);
  await expect(main(page).getByText(/By you · 4 songs/)).toBeVisible();
  await main(page).getByRole('button', { name: 'Play', exact: true }).click();
  await expectTone(page, HERTZ.Second);
});

memberTest('songs are moved by keys and by number, removed and restored', { tag: '@desktop' }, async ({ page, member }) => {
  const id = await playlistOf(page, member, 'Order', 'First', 'Second', 'Third', 'Fourth');
  await page.goto(`/playlists/${id}`);
  await expect(rows(page)).toContainText(['First', 'Second', 'Third', 'Fourth']);
  await rows(page).first().focus();
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('Alt+ArrowDown');
  await expect(rows(page)).toContainText(['Second', 'Third', 'First', 'Fourth']);

  await page.getByRole('button', { name: 'More options for Fourth' }).click();
  await page.getByRole('menuitem', { name: 'Move to position…' }).click();
  await page.getByRole('dialog').getByLabel('Position').fill('1');
  await page.keyboard.press('Enter');
  await expect(rows(page)).toContainText(['Fourth', 'Second', 'Third', 'First']);
  await page.reload();
  await expect(rows(page)).toContainText(['Fourth', 'Second', 'Third', 'First']);

  await rows(page).nth(1).focus();
  await page.keyboard.press('Delete');
  await expect(rows(page)).toContainText(['Fourth', 'Third', 'First']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows(page)).toContainText(['Fourth', 'Second', 'Third', 'First']);
});

memberTest('songs are dragged within a playlist and onto its name @desktop', async ({ page, member }) => {
  const id = await playlistOf(page, member, 'Dragged', 'First', 'Second', 'Third');
  await page.goto(`/playlists/${id}`);
  await expect(rows(page)).toHaveCount(3);
  const last = (await rows(page).nth(2).boundingBox()) ?? { height: 0 };
  await rows(page)
    .first()
    .dragTo(rows(page).nth(2), { targetPosition: { x: 200, y: last.height - 4 } });
  await expect(rows(page)).toContainText(['Second', 'Third', 'First']);

  await page.goto(await albumPath(page, LADDER.album));
  const fourth = rows(page).filter({ hasText: 'Fourth' });
  await expect(fourth).toHaveAttribute('draggable', 'true');
  await fourth.dragTo(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dragged' }));
  await expect(toast(page).filter({ hasText: 'Added to Dragged' })).toBeVisible();
});

memberTest('another tab shows a change at once', { tag: '@desktop' }, async ({ page, context, member }) => {
  const id = await playlistOf(page, member, 'Two tabs', 'First', 'Second');
  const other = await context.newPage();
  await Promise.all([page, other].map((tab) => tab.goto(`/playlists/${id}`)));
  await expect(rows(other)).toHaveCount(2);
  await rows(page).first().focus();
  await page.keyboard.press('Delete');
  await expect(rows(other)).toContainText(['Second']);
  await expect(rows(other)).toHaveCount(1);
});

memberTest('a smart playlist counts its songs while its rules are edited, and follows the rules', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/playlists');
  await main(page).getByRole('button', { name: 'Smart playlist' }).click();
  const dialog = page.getByRole('dialog', { name: 'New smart playlist' });
  await dialog.getByLabel('Name').fill('Tests');
  await dialog.getByRole('textbox', { name: 'Value' }).fill('Test');
  await expect(dialog.getByText('4 songs match')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add rule' }).click();
  await dialog.getByRole('combobox', { name: 'Field' }).nth(1).selectOption('Title');
  await dialog.getByRole('combobox', { name: 'Condition' }).nth(1).selectOption('contains');
  await dialog.getByRole('textbox', { name: 'Value' }).nth(1).fill('ir');
  await expect(dialog.getByText('2 songs match')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Sort by' }).selectOption('Title, descending');
  await dialog.getByRole('button', { name: 'Create Playlist' }).click();
  await expect(main(page).getByRole('heading', { level: 1, name: 'Tests' })).toBeVisible();
  await expect(rows(page)).toContainText(['Third', 'First']);

  await page.getByRole('button', { name: 'More options for Tests' }).click();
  await page.getByRole('menuitem', { name: 'Edit rules' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove rule 2' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(rows(page)).toHaveCount(4);
});

memberTest('a playlist file is imported, lists missing songs, and is exported', { tag: '@desktop' }, async ({ page }) => {
  const file = '#EXTM3U\n#EXTINF:12,Ada Sine - First\nD:\\Music\\First.mp3\n#EXTINF:99,Nobody - Nothing\n/nowhere/nothing.mp3\n';
  await page.goto('/playlists');
  await main(page).getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import playlist' });
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'Old player.m3u', mimeType: 'audio/x-mpegurl', buffer: Buffer.from(file) });
  await expect(dialog.getByText(/1 song found · 1 song not found/)).toBeVisible();
  await expect(dialog.getByRole('listitem')).toContainText('not in the library');
  await dialog.getByRole('link', { name: 'Open playlist' }).click();
  await expect(rows(page)).toContainText(['First']);

  await page.getByRole('button', { name: /^More options for Old player/ }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Export as M3U8' }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe('Old player.m3u8');
  expect(await readFile(await saved.path(), 'utf8')).toContain('First');
});

memberTest('a guest joins with a link and adds a song, and the owner sees it', { tag: '@desktop' }, async ({ page, browser, member }) => {
  const id = await playlistOf(page, member, 'Together', 'First');
  await page.goto(`/playlists/${id}`);
  await page.getByRole('button', { name: 'More options for Together' }).click();
  await page.getByRole('menuitem', { name: 'Collaborators' }).click();
  const people = page.getByRole('dialog', { name: 'Collaborators on this playlist' });
  await people.getByRole('button', { name: 'Create link' }).click();
  const link = await people.getByLabel('Invitation link').inputValue();
  await page.keyboard.press('Escape');

  const guest = await browser.newContext({ storageState: (await signIn(operator)).state });
  const other = await guest.newPage();
  await other.goto(link);
  await expect(other.getByRole('heading', { name: /invites you to “Together”/ })).toBeVisible();
  await other.getByRole('button', { name: 'Join' }).click();
  await expect(other.getByRole('heading', { level: 1, name: 'Together' })).toBeVisible();
  await other.goto(await albumPath(other, LADDER.album));
  await other.getByRole('button', { name: 'More options for Second' }).click();
  await other.getByRole('menuitem', { name: 'Add to playlist…' }).click();
  await other
    .getByRole('dialog')
    .getByRole('button', { name: /Together/ })
    .click();
  await expect(rows(page)).toContainText(['First', 'Second']);
  await other.goto(`/playlists/${id}`);
  await other.getByRole('button', { name: 'More options for Together' }).click();
  await other.getByRole('menuitem', { name: 'Leave playlist' }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Leave playlist' }).click();
  await expect(other).toHaveURL('/playlists');
  await guest.close();
});

memberTest(
  'details are edited, and a playlist is deleted after a confirmation',
  { tag: '@desktop' },
  async ({ page, member, complaints }) => {
    complaints.allow(/status of 404.*playlists/); // the event of the deletion can arrive before the page closes
    const id = await playlistOf(page, member, 'Short-lived', 'First');
    await page.goto(`/playlists/${id}`);
    const more = (name: string) => page.getByRole('button', { name: `More options for ${name}` }).first();
    await more('Short-lived').click();
    await page.getByRole('menuitem', { name: 'Edit details' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit playlist' });
    await dialog.getByLabel('Name').fill('Shorter');
    await dialog.getByLabel('Description').fill('For one evening');
    await dialog.getByRole('switch', { name: 'Public' }).uncheck();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(main(page).getByRole('heading', { level: 1, name: 'Shorter' })).toBeVisible();
    await expect(main(page).getByText('For one evening')).toBeVisible();
    await expect(main(page).getByRole('img', { name: 'Private' })).toBeVisible();
    await more('Shorter').click();
    await page.getByRole('menuitem', { name: 'Delete playlist' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete playlist' }).click();
    await expect(page).toHaveURL('/playlists');
    await expect(page.getByRole('heading', { name: 'No playlists yet' })).toBeVisible();
  },
);

memberTest('Create offers six kinds of projects and lists recent ones', async ({ page }) => {
  await page.goto('/create');
  for (const name of ['Create Playlist', 'Generate AI Music', 'Start Radio Station', 'Record DJ Mix', 'Start Podcast', 'Upload Music'])
    await expect(main(page).getByRole('heading', { name, exact: true })).toBeVisible();
  await page.getByRole('tab', { name: 'Recent Projects' }).click();
  await main(page).getByRole('button', { name: 'Start Creating' }).click();
  await main(page).getByRole('button', { name: 'New playlist' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Made here');
  await page.keyboard.press('Enter');
  await expect(toast(page).filter({ hasText: 'Playlist Created' })).toBeVisible();
  await page.getByRole('tab', { name: 'Recent Projects' }).click();
  await main(page).getByRole('link', { name: 'Continue: Made here' }).click();
  await expect(main(page).getByRole('heading', { level: 1, name: 'Made here' })).toBeVisible();
  await page.goto('/create');
  await main(page).getByRole('link', { name: 'Open AI Music' }).click();
  await expect(page).toHaveURL('/ai-music?tab=crear');
});
