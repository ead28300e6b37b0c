import { nowPlaying } from './spec/now-playing';
import { addTexts } from './t';

/** `t` with the texts of the queue, the lyrics, the full-screen player and the mini player. They load with their pages. */
addTexts(nowPlaying);

export * from './t';
