import { playlists } from './spec/playlists';
import { addTexts } from './t';

/** `t` for playlists: their texts come with their screens, not with every page. */
addTexts(playlists);

export * from './t';
