export { curveAt, Equaliser, preampOf } from '../src/player/equaliser';
export { limiter } from '../src/player/graph';
