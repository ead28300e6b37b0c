import type { Page } from '@playwright/test';

/** An album of four songs of 12 s in four formats, and the frequency of each. server.mjs creates them. */
export const LADDER = { album: 'Ladder of Tones', artist: 'Ada Sine', seconds: 12 };
export const HERTZ = { First: 330, Second: 440, Third: 550, Fourth: 660 } as const;
export type Step = keyof typeof HERTZ;

/** An album of eight études of 8 s. */
export const ETUDES = { album: 'Beyoncé Sings Sines', artist: 'Björk Wave', count: 8, seconds: 8 };

type Named = { id: string; title: string };

/** The path of an album's page. */
export async function albumPath(page: Page, title: string): Promise<string> {
  const albums: Named[] = await (await page.request.get('/api/albums')).json();
  return `/albums/${albums.find((album) => album.title === title)?.id}`;
}

export async function trackNamed(page: Page, title: string): Promise<Named & { audioUrl: string; albumId: string; artistId: string }> {
  const tracks = await (await page.request.get('/api/tracks')).json();
  return tracks.find((track: Named) => track.title === title);
}
