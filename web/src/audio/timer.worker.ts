// Runs the page's timers: a worker's timers are not throttled while its tab is hidden.
self.onmessage = ({ data }: MessageEvent<{ id: number; ms: number }>) => {
  setTimeout(() => self.postMessage(data.id), data.ms);
};
