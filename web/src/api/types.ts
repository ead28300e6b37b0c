import type { components } from './schema';

/** What the server's JSON looks like, by the names the app uses. `npm run api` makes the schema from the server's own document. */
type Schemas = components['schemas'];

export type User = Schemas['User'];
export type Track = Schemas['Track'];
export type TrackDetail = Schemas['TrackDetail'];
export type ArtistRef = Schemas['ArtistRef'];
export type Album = Schemas['Album'];
export type AlbumDetail = Schemas['AlbumDetail'];
export type Artist = Schemas['Artist'];
export type ArtistDetail = Schemas['ArtistDetail'];
export type Genre = Schemas['Genre'];
export type SearchResults = Schemas['Search'];
export type Lyrics = Schemas['Lyrics'];
export type Welcome = Schemas['Welcome'];
export type AppConfig = Schemas['Config'];
export type ScanStatus = Schemas['ScanStatus'];
export type LibraryStatus = Schemas['Library'];
export type Problem = Schemas['Problem'];
