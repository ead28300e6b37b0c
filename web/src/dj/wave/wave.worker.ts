import { Painter } from './painter';
import type { ToPainter } from './scene';

// Draws the waveforms, meters and records of the desk away from the page.
const painter = new Painter(
  (draw) => void self.requestAnimationFrame(draw),
  () => performance.timeOrigin + performance.now(),
);
self.onmessage = ({ data }: MessageEvent<ToPainter>) => painter.handle(data);
