import { playlists } from './spec/playlists';
import { addTexts } from './t';

/** `t` with the texts of playlists. They load with their pages. */
addTexts(playlists);

export * from './t';
