import { queryOptions } from '@tanstack/react-query';
import { request, requestWith } from './client';
import { address, pagedList } from './query-client';
import type {
  Added,
  Entry,
  Move,
  Playlist,
  PlaylistDuplicate,
  PlaylistMember,
  PlaylistOffer,
  Removed,
  SmartField,
  SmartPreview,
  SmartRules,
} from './types';

/** Own playlists and joined ones, newest first. */
export const playlistsQuery = pagedList<Playlist>(['/api/playlists', { limit: 100 }]);
/** All of them at once, to choose from. */
export const editablePlaylistsQuery = queryOptions<Playlist[]>({ queryKey: ['/api/playlists', { limit: 1000 }] });
/** Those at hand beside the navigation. */
export const newestPlaylistsQuery = (limit: number) => queryOptions<Playlist[]>({ queryKey: ['/api/playlists', { limit }] });
export const playlistQuery = (id: string) => queryOptions<Playlist>({ queryKey: ['/api/playlists', id] });
/** Where the loaded entries of a playlist are kept. */
export const rowsKey = (id: string) => ['/api/playlists', id, 'rows'] as const;
export const membersQuery = (id: string) => queryOptions<PlaylistMember[]>({ queryKey: ['/api/playlists', id, 'members'] });
export const duplicatesQuery = (id: string) => queryOptions<PlaylistDuplicate[]>({ queryKey: ['/api/playlists', id, 'duplicates'] });
export const smartFieldsQuery = queryOptions<SmartField[]>({ queryKey: ['/api/playlists/smart/fields'] });
export const joinQuery = (token: string) => queryOptions<PlaylistOffer>({ queryKey: ['/api/playlist-invitations', token] });

export type PlaylistFields = { name: string; description: string; isPublic: boolean };

export const createPlaylist = (fields: Partial<PlaylistFields> & { kind?: 'list' | 'smart'; rules?: SmartRules }) =>
  request<Playlist>('/api/playlists', { method: 'POST', body: fields });

export const savePlaylist = (id: string, fields: Partial<PlaylistFields> & { rules?: SmartRules }) =>
  request<Playlist>(`/api/playlists/${id}`, { method: 'PUT', body: fields });

export const deletePlaylist = (id: string) => request(`/api/playlists/${id}`, { method: 'DELETE' });

/** Entries of one call of a playlist's page. */
export const STRETCH = 200;

/** A stretch of a playlist, from a place in it. */
export type EntryPage = { items: Entry[]; total: number; version: number; duration: number };

export async function entriesAt(id: string, at: number, limit: number, signal?: AbortSignal): Promise<EntryPage> {
  const path = address(['/api/playlists', id, 'tracks', { at, limit }]);
  const { body, headers } = await requestWith<Entry[]>(path, { signal });
  const number = (name: string, otherwise: number) => Number(headers.get(name) ?? otherwise);
  return {
    items: body,
    total: number('X-Total-Count', body.length),
    version: number('X-Playlist-Version', 0),
    duration: number('X-Playlist-Duration', 0),
  };
}

/** How many entries one call takes. */
const BATCH = 1000;

/** Puts tracks into a playlist: at its end, or after an entry («» is its start). */
export async function addTracks(
  id: string,
  trackIds: readonly string[],
  { after, duplicates }: { after?: string; duplicates?: 'add' | 'skip' } = {},
): Promise<Added> {
  const all: Added = { added: [], skipped: [], version: 0 };
  let place = after;
  for (let i = 0; i < trackIds.length; i += BATCH) {
    const body = { trackIds: trackIds.slice(i, i + BATCH), after: place, duplicates };
    const { added, skipped, version } = await request<Added>(`/api/playlists/${id}/tracks`, { method: 'POST', body });
    all.added.push(...added);
    all.skipped.push(...skipped);
    all.version = version;
    if (place !== undefined) place = added.at(-1)?.entryId ?? place;
  }
  return all;
}

/** Takes entries out. What it answers puts them back. */
export async function removeEntries(id: string, entryIds: readonly string[]): Promise<Removed> {
  const all: Removed = { version: 0, removed: [] };
  for (let i = 0; i < entryIds.length; i += BATCH) {
    const body = { entryIds: entryIds.slice(i, i + BATCH) };
    const done = await request<Removed>(`/api/playlists/${id}/tracks/remove`, { method: 'POST', body });
    all.version = done.version;
    all.removed.push(...done.removed);
  }
  return all;
}

/** Puts removed ones back where they were, the last removed first. */
export async function restoreEntries(id: string, removed: Removed['removed']): Promise<void> {
  for (let end = removed.length; end > 0; end -= BATCH) {
    const body = { removed: removed.slice(Math.max(0, end - BATCH), end) };
    await request(`/api/playlists/${id}/tracks/restore`, { method: 'POST', body });
  }
}

/** Puts entries after another one; the answer takes it back. */
export const moveEntries = (id: string, move: Move) =>
  request<{ version: number; undo: Move[] }>(`/api/playlists/${id}/tracks/move`, { method: 'POST', body: move });

export const invite = (id: string) => request<{ url: string }>(`/api/playlists/${id}/invitation`, { method: 'POST' });
export const revokeInvitation = (id: string) => request(`/api/playlists/${id}/invitation`, { method: 'DELETE' });
export const removeMember = (id: string, accountId: string) => request(`/api/playlists/${id}/members/${accountId}`, { method: 'DELETE' });
export const joinPlaylist = (token: string) => request<Playlist>(`/api/playlist-invitations/${token}`, { method: 'POST' });
export const removeCover = (id: string) => request(`/api/playlists/${id}/cover`, { method: 'DELETE' });

export const previewRules = (rules: SmartRules, signal: AbortSignal) =>
  request<SmartPreview>('/api/playlists/smart/preview', { method: 'POST', body: { rules }, signal });
