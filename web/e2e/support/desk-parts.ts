export { Deck } from '../../src/dj/deck/deck';
export { BufferSound } from '../../src/dj/deck/deck-sound';
export { unknown } from '../../src/dj/deck/track';
export { Channel } from '../../src/dj/mixer/channel';
export { Mixer } from '../../src/dj/mixer/mixer';
export { StemSound } from '../../src/dj/stems/stem-sound';
