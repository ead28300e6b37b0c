// Wakes the page on time: the timers of a worker run on while its tab is hidden.
self.onmessage = ({ data }: MessageEvent<{ id: number; ms: number }>) => {
  setTimeout(() => self.postMessage(data.id), data.ms);
};
