export { curveAt, Equaliser, preampOf } from '../../src/audio/equaliser';
export { limiter } from '../../src/audio/graph';
