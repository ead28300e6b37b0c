import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { request } from '@/api/client';
import type { Played } from '@/dj/recording/recordings';
import type { Draft } from './save-fields';

/** What becomes of a mix beside what the DJ writes. */
export type Publication = {
  /** Waits until the server has all of the sound, and returns its address. */
  sound: () => Promise<string>;
  /** The body of the tracklist as a text says it; null for none. */
  tracklist: (text: string) => { text: string } | { tracklist: Played[] } | null;
  /** The mix with everything about it is on the server. */
  onSaved: (mixId: string, draft: Draft) => Promise<unknown>;
};

/** Seconds of the sound at which the mix begins and ends. */
export type Cut = { from?: number; to?: number };

/** ms; the server cuts hours of sound and reads all of it. */
const TIMEOUT = 120_000;

/** Makes a mix of an upload, and adds its tracklist and its picture. Another attempt continues with the same mix. */
export function usePublish({ sound, tracklist, onSaved }: Publication) {
  const queries = useQueryClient();
  const [mixId, setMixId] = useState('');
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const tried = useRef('');

  const publish = async ({ title, djName, genre, tags, isPublic, earlyDays }: Draft, cut: Cut) => {
    const fields = { title: title.trim(), djName: djName.trim(), genre, tags: listOf(tags), isPublic, earlyDays: Number(earlyDays) };
    const made = mixId || (await madeOf(tried.current));
    if (made) {
      setMixId(made);
      await request(`/api/mixes/${made}`, { method: 'PATCH', body: fields });
      return made;
    }
    const audioUrl = await sound();
    tried.current = audioUrl;
    const { id } = await request('/api/mixes', { method: 'POST', body: { ...fields, ...cut, audioUrl }, timeout: TIMEOUT });
    setMixId(id);
    return id;
  };

  const save = async (draft: Draft, cut: Cut = {}) => {
    setRunning(true);
    setError(null);
    try {
      const id = await publish(draft, cut);
      const body = draft.tracklist.trim() === '' ? null : tracklist(draft.tracklist);
      if (body) await request(`/api/mixes/${id}/tracklist`, { method: 'PUT', body: { ...body, ...(cut.from && { from: cut.from }) } });
      if (draft.cover) await sendCover(id, draft.cover.file);
      await queries.invalidateQueries({ queryKey: ['/api/mixes'] });
      await onSaved(id, draft);
    } catch (failure) {
      setError(failure);
      setRunning(false);
    }
  };
  return { isRunning, error, isPublished: mixId !== '', save };
}

/** The mix that an earlier attempt made of a sound although its answer was lost; '' for none. */
async function madeOf(audioUrl: string): Promise<string> {
  if (audioUrl === '') return '';
  const own = await request('/api/mixes', { query: { show: 'own' } });
  return own.find((mix) => mix.audioUrl === audioUrl)?.id ?? '';
}

const listOf = (tags: string) =>
  tags
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean);

async function sendCover(mixId: string, file: File) {
  const { uploadFile } = await import('@/api/upload');
  await uploadFile(`/api/mixes/${mixId}/cover`, file, () => {});
}
