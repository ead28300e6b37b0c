import type { Entry, Playlist, SmartField } from '@/api/types';
import { aTrack } from '@/testing/pages';

export const aPlaylist = (id: string, change: Partial<Playlist> = {}): Playlist => ({
  id,
  name: `List ${id}`,
  description: '',
  isPublic: true,
  coverImageUrl: null,
  coverUrl: `/api/playlists/${id}/cover?v=1`,
  kind: 'list',
  rules: null,
  trackCount: 3,
  version: 1,
  owner: { id: 'u', name: 'Ana' },
  canEdit: true,
  isOwner: true,
  isCollaborative: false,
  hasCover: false,
  hasInvitation: false,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  ...change,
});

export const anEntry = (n: number, change: Partial<Entry> = {}): Entry => ({
  ...aTrack(`t${n}`),
  entryId: `e${n}`,
  addedAt: '2026-02-01T00:00:00Z',
  addedBy: null,
  available: true,
  ...change,
});

export const entries = (count: number) => Array.from({ length: count }, (_, i) => anEntry(i + 1));

/** The range of a list that an address requests. */
export const stretch = (list: readonly Entry[], url: URL, version = 1) => {
  const at = Number(url.searchParams.get('at'));
  const body = list.slice(at, at + Number(url.searchParams.get('limit')));
  return { body, headers: { 'X-Total-Count': String(list.length), 'X-Playlist-Version': String(version), 'X-Playlist-Duration': '600' } };
};

export const smartFields: SmartField[] = [
  { field: 'genre', type: 'text', operators: ['is', 'contains'], values: [], isSorted: true },
  { field: 'year', type: 'number', operators: ['is', 'between'], values: [], isSorted: true },
  { field: 'added', type: 'date', operators: ['before', 'inLast'], values: [], isSorted: true },
  { field: 'liked', type: 'boolean', operators: ['is'], values: [], isSorted: false },
  { field: 'key', type: 'choice', operators: ['is'], values: ['Am', 'C'], isSorted: true },
];
