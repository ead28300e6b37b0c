export { BufferSound } from '../../src/dj/deck/deck-sound';
export { unknown } from '../../src/dj/deck/track';
export { Desk } from '../../src/dj/desk';
