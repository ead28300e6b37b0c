export { Channel } from '../../src/dj/channel';
export { Deck } from '../../src/dj/deck';
export { Mixer } from '../../src/dj/mixer';
export { BufferTape } from '../../src/dj/tape';
export { unknown } from '../../src/dj/track';
