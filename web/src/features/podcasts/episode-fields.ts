import type { Chapter, Episode } from '@/api/types';
import { longTime } from '@/lib/format';

/** The form's fields of an episode. audio is `track:ID` or `mix:ID`. */
export type EpisodeFields = {
  title: string;
  description: string;
  audio: string;
  season: string;
  number: string;
  explicit: boolean;
  state: 'published' | 'draft' | 'scheduled';
  publishAt: string;
  chapters: string;
  transcript: string;
};

const two = (n: number) => String(n).padStart(2, '0');

/** A timestamp as the value of a datetime field, in local time. */
export function localTime(iso: string | null): string {
  if (!iso) return '';
  const at = new Date(iso);
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

export const fieldsOf = (episode: Episode | undefined, chapters: readonly Chapter[]): EpisodeFields => ({
  title: episode?.title ?? '',
  description: episode?.description ?? '',
  audio: episode?.trackId ? `track:${episode.trackId}` : episode?.mixId ? `mix:${episode.mixId}` : '',
  season: episode?.season ? String(episode.season) : '',
  number: episode?.episode ? String(episode.episode) : '',
  explicit: episode?.explicit ?? false,
  state: episode?.state ?? 'published',
  publishAt: localTime(episode?.publishedAt ?? null),
  chapters: chapters.map(({ start, title }) => `${longTime(start)} ${title}`).join('\n'),
  transcript: episode?.transcript ?? '',
});

/** Parses lines such as `1:23 Title`; lines without a time are dropped. */
export function chaptersOf(text: string): Pick<Chapter, 'start' | 'title'>[] {
  return text.split('\n').flatMap((line) => {
    const found = /^\s*((?:\d{1,2}:)?\d{1,3}:\d{2}|\d+)\s+(.+)$/.exec(line);
    if (!found?.[1] || !found[2]) return [];
    return [{ start: found[1].split(':').reduce((sum, part) => sum * 60 + Number(part), 0), title: found[2].trim() }];
  });
}

/** The fields as the server accepts them. */
export function bodyOf({ audio, season, number, chapters, publishAt, state, ...rest }: EpisodeFields) {
  const [kind, id] = audio.split(':');
  return {
    ...rest,
    state,
    season: Number(season) || null,
    episode: Number(number) || null,
    chapters: chaptersOf(chapters),
    ...(kind === 'mix' ? { mixId: id } : { trackId: id }),
    ...(state === 'scheduled' && publishAt !== '' ? { publishAt: new Date(publishAt).toISOString() } : {}),
  };
}
