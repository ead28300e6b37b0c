// Runs before the page's scripts: window.tap(code) puts the worklet of quanta.worklet.js behind what the page plays.
(() => {
  const connect = AudioNode.prototype.connect;
  const outputs = new Set();
  AudioNode.prototype.connect = function (target, ...rest) {
    if (target instanceof AudioDestinationNode && target.context instanceof AudioContext) outputs.add(this);
    return connect.call(this, target, ...rest);
  };
  window.tap = async (code) => {
    // The player has a context of its own, at the rate of the device.
    const { context } = [...outputs].find((output) => output.context.sampleRate === 48_000);
    await context.audioWorklet.addModule(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
    const node = new AudioWorkletNode(context, 'quanta', { outputChannelCount: [1] });
    for (const output of outputs) if (output.context === context) connect.call(output, node);
    connect.call(node, context.destination); // a node without an output does not run
    const waiting = { began: () => {}, count: () => {} };
    node.port.onmessage = ({ data }) => waiting['began' in data ? 'began' : 'count'](data);
    const next = (kind) => new Promise((resolve) => (waiting[kind] = resolve));
    /** What was rendered, and what the browser says about it, where it does. */
    window.rendered = () => {
      const answer = next('count');
      node.port.postMessage('read');
      const { underrunEvents, underrunDuration, averageLatency } = context.playbackStats ?? {};
      return answer.then((counted) => ({ ...counted, page: performance.now() / 1000, underrunEvents, underrunDuration, averageLatency }));
    };
    /** Presses a key, and returns the milliseconds until the first quantum with sound. It must be silent before. */
    window.keyToSound = async (code) => {
      const answer = next('began');
      const at = context.currentTime;
      window.dispatchEvent(new KeyboardEvent('keydown', { code, bubbles: true }));
      const { began } = await answer;
      window.dispatchEvent(new KeyboardEvent('keyup', { code, bubbles: true }));
      return (began - at) * 1000;
    };
    return { baseLatency: context.baseLatency, outputLatency: context.outputLatency, rate: context.sampleRate };
  };
})();
