import { expect, it } from 'vitest';
import { anEpisode } from '@/testing/podcasts';
import { bodyOf, chaptersOf, fieldsOf, localTime } from './episode-fields';

it('reads chapters line by line', () => {
  expect(chaptersOf('0:00 Hello\nno time\n1:30 Kettle on\n1:02:03 Bye')).toEqual([
    { start: 0, title: 'Hello' },
    { start: 90, title: 'Kettle on' },
    { start: 3723, title: 'Bye' },
  ]);
});

it('writes them as it reads them', () => {
  const fields = fieldsOf(anEpisode({ trackId: 't1' }), [{ start: 90, title: 'Kettle' }]);
  expect(fields.audio).toBe('track:t1');
  expect(chaptersOf(fields.chapters)).toEqual([{ start: 90, title: 'Kettle' }]);
});

it('sends the sound and the time as the server expects', () => {
  const fields = { ...fieldsOf(undefined, []), title: 'X', audio: 'mix:m1', number: '3' };
  expect(bodyOf(fields)).toMatchObject({ mixId: 'm1', episode: 3, season: null, state: 'published' });
  const iso = '2026-11-17T08:00:00.000Z';
  expect(bodyOf({ ...fields, state: 'scheduled', publishAt: localTime(iso) })).toMatchObject({ publishAt: iso });
});
