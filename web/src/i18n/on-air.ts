import { onAir } from './spec/on-air';
import { addTexts } from './t';

/** `t` for going on air: its texts come with that screen, not with every page. */
addTexts(onAir);

export * from './t';
