import { analysis } from './spec/analysis';
import { addTexts } from './t';

/** `t` for what is known of the sound of songs, and for their tags: their texts come with those screens, not with every page. */
addTexts(analysis);

export * from './t';
