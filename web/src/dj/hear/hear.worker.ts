import { beatsOf, type ToHear } from './beats';

self.onmessage = ({ data }: MessageEvent<ToHear>) => self.postMessage(beatsOf(data.samples, data.rate));
