export { Channel } from '../../src/dj/channel';
export { Deck } from '../../src/dj/deck';
export { BufferSound } from '../../src/dj/deck-sound';
export { Mixer } from '../../src/dj/mixer';
export { unknown } from '../../src/dj/track';
