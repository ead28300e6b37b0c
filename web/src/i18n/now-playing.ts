import { nowPlaying } from './spec/now-playing';
import { addTexts } from './t';

/** `t` for the open player: its texts come with its parts, not with every page. */
addTexts(nowPlaying);

export * from './t';
