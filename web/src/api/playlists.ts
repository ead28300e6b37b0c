import { request, requestWith } from './client';
import { apiQuery, pagedList, wholeList } from './query-client';
import type { Added, Entry, Move, Removed, SmartRules } from './types';

/** Own and joined playlists, newest first. */
export const playlistsQuery = pagedList(['/api/playlists', { limit: 100 }]);
/** All playlists at once, to choose from. */
export const editablePlaylistsQuery = apiQuery(['/api/playlists', { limit: 1000 }]);
/** The playlists in the sidebar. */
export const newestPlaylistsQuery = (limit: number) => apiQuery(['/api/playlists', { limit }]);
export const playlistQuery = (id: string) => apiQuery(['/api/playlists', id]);
/** The query key of the loaded entries of a playlist. */
export const rowsKey = (id: string) => ['/api/playlists', id, 'rows'] as const;
export const membersQuery = (id: string) => apiQuery(['/api/playlists', id, 'members']);
export const duplicatesQuery = (id: string) => wholeList(['/api/playlists', id, 'duplicates']);
export const smartFieldsQuery = apiQuery(['/api/playlists/smart/fields']);
export const joinQuery = (token: string) => apiQuery(['/api/playlist-invitations', token]);

export type PlaylistFields = { name: string; description: string; isPublic: boolean };

export const createPlaylist = (fields: { name: string } & Partial<PlaylistFields> & { kind?: 'list' | 'smart'; rules?: SmartRules }) =>
  request('/api/playlists', { method: 'POST', body: fields });

export const savePlaylist = (id: string, fields: Partial<PlaylistFields> & { rules?: SmartRules }) =>
  request(`/api/playlists/${id}`, { method: 'PUT', body: fields });

export const deletePlaylist = (id: string) => request(`/api/playlists/${id}`, { method: 'DELETE' });

/** Entries per request of a playlist's page. */
export const STRETCH = 200;

/** A range of a playlist's entries, from an offset. */
export type EntryPage = { items: Entry[]; total: number; version: number; duration: number };

export async function entriesAt(id: string, at: number, limit: number, signal?: AbortSignal): Promise<EntryPage> {
  const { body, headers } = await requestWith(`/api/playlists/${id}/tracks`, { query: { at, limit }, signal });
  const number = (name: string, otherwise: number) => Number(headers.get(name) ?? otherwise);
  return {
    items: body,
    total: number('X-Total-Count', body.length),
    version: number('X-Playlist-Version', 0),
    duration: number('X-Playlist-Duration', 0),
  };
}

/** Maximum entries per request. */
const BATCH = 1000;

/** Adds tracks to a playlist: at its end, or after an entry (an empty ID is its start). */
export async function addTracks(
  id: string,
  trackIds: readonly string[],
  { after, duplicates = 'add' }: { after?: string; duplicates?: 'add' | 'skip' } = {},
): Promise<Added> {
  const all: Added = { added: [], skipped: [], version: 0 };
  let place = after;
  for (let i = 0; i < trackIds.length; i += BATCH) {
    const body = { trackIds: trackIds.slice(i, i + BATCH), after: place, duplicates };
    const { added, skipped, version } = await request(`/api/playlists/${id}/tracks`, { method: 'POST', body });
    all.added.push(...added);
    all.skipped.push(...skipped);
    all.version = version;
    if (place !== undefined) place = added.at(-1)?.entryId ?? place;
  }
  return all;
}

/** Removes entries. The result restores them. */
export async function removeEntries(id: string, entryIds: readonly string[]): Promise<Removed> {
  const all: Removed = { version: 0, removed: [] };
  for (let i = 0; i < entryIds.length; i += BATCH) {
    const body = { entryIds: entryIds.slice(i, i + BATCH) };
    const done = await request(`/api/playlists/${id}/tracks/remove`, { method: 'POST', body });
    all.version = done.version;
    all.removed.push(...done.removed);
  }
  return all;
}

/** Restores removed entries in their places, the last removed first. */
export async function restoreEntries(id: string, removed: Removed['removed']): Promise<void> {
  for (let end = removed.length; end > 0; end -= BATCH) {
    const body = { removed: removed.slice(Math.max(0, end - BATCH), end) };
    await request(`/api/playlists/${id}/tracks/restore`, { method: 'POST', body });
  }
}

/** Moves entries after another one; the result reverts the move. */
export const moveEntries = (id: string, move: Move) => request(`/api/playlists/${id}/tracks/move`, { method: 'POST', body: move });

export const invite = (id: string) => request(`/api/playlists/${id}/invitation`, { method: 'POST' });
export const revokeInvitation = (id: string) => request(`/api/playlists/${id}/invitation`, { method: 'DELETE' });
export const removeMember = (id: string, accountId: string) => request(`/api/playlists/${id}/members/${accountId}`, { method: 'DELETE' });
export const joinPlaylist = (token: string) => request(`/api/playlist-invitations/${token}`, { method: 'POST' });
export const removeCover = (id: string) => request(`/api/playlists/${id}/cover`, { method: 'DELETE' });

export const previewRules = (rules: SmartRules, signal: AbortSignal) =>
  request('/api/playlists/smart/preview', { method: 'POST', body: { rules }, signal });
