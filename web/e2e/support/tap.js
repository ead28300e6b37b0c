// Runs before the page's scripts. Everything that reaches an AudioContext's destination, and every media element
// that plays without one, also goes to an analyser. window.sound() measures what is audible now.
(() => {
  const taps = [];
  const elements = new Map(); // element → analyser, or null if it has none yet
  const routed = new WeakSet(); // elements that play through an AudioContext
  let output; // the node in front of the destination
  let own;

  const analyserOf = (context) => Object.assign(context.createAnalyser(), { fftSize: 8192, smoothingTimeConstant: 0 });
  const connect = AudioNode.prototype.connect;
  AudioNode.prototype.connect = function (target, ...rest) {
    if (target instanceof AudioDestinationNode && target.context instanceof AudioContext) {
      const analyser = analyserOf(target.context);
      connect.call(this, analyser);
      taps.push(analyser);
      output = this;
    }
    return connect.call(this, target, ...rest);
  };
  const createSource = AudioContext.prototype.createMediaElementSource;
  AudioContext.prototype.createMediaElementSource = function (element) {
    routed.add(element);
    return createSource.call(this, element);
  };
  const play = HTMLMediaElement.prototype.play;
  HTMLMediaElement.prototype.play = function () {
    if (!elements.has(this)) this.addEventListener('emptied', () => elements.set(this, null));
    if (!elements.get(this)) elements.set(this, null);
    return play.call(this);
  };

  function tapOf(element) {
    if (routed.has(element)) return null;
    if (!elements.get(element)?.isCurrent()) elements.set(element, capture(element));
    return elements.get(element);
  }

  /** An analyser of what the element plays, or null while it loads: a silent track of its last source remains until then. */
  function capture(element) {
    if (element.readyState < HTMLMediaElement.HAVE_FUTURE_DATA) return null;
    const stream = element.captureStream();
    const isCurrent = () => stream.getAudioTracks().length === 1;
    if (!isCurrent()) return null;
    own ??= new AudioContext();
    const analyser = Object.assign(analyserOf(own), { isCurrent });
    connect.call(own.createMediaStreamSource(stream), analyser);
    return analyser;
  }

  /** The loudest output now: its RMS and its strongest frequency. */
  window.sound = () => {
    const playing = [...elements.keys()].filter((element) => !element.paused);
    let loudest = { rms: 0, hertz: 0 };
    for (const analyser of [...taps, ...playing.map(tapOf)].filter(Boolean)) {
      const wave = new Float32Array(analyser.fftSize);
      analyser.getFloatTimeDomainData(wave);
      const rms = Math.sqrt(wave.reduce((sum, v) => sum + v * v, 0) / wave.length);
      if (rms <= loudest.rms) continue;
      const spectrum = new Float32Array(analyser.frequencyBinCount);
      analyser.getFloatFrequencyData(spectrum);
      const peak = spectrum.indexOf(spectrum.reduce((a, b) => Math.max(a, b)));
      loudest = { rms, hertz: (peak * analyser.context.sampleRate) / analyser.fftSize };
    }
    return loudest;
  };
  /** The current level of one frequency in the AudioContexts, in dBFS. */
  window.levelAt = (hertz) =>
    Math.max(
      ...taps.map((analyser) => {
        const spectrum = new Float32Array(analyser.frequencyBinCount);
        analyser.getFloatFrequencyData(spectrum);
        const bin = Math.round((hertz * analyser.fftSize) / analyser.context.sampleRate);
        return Math.max(...spectrum.slice(bin - 1, bin + 2));
      }),
    );
  /** Clicks the button and returns the milliseconds until the first sample that is not silent. It must be silent before. */
  window.clickToSound = async (button) => {
    const wave = new Float32Array(8192);
    const silent = (analyser) => {
      analyser.getFloatTimeDomainData(wave);
      return wave.every((v) => Math.abs(v) < 1e-4);
    };
    const start = performance.now();
    button.click();
    while (taps.every(silent)) await new Promise((resolve) => setTimeout(resolve));
    return performance.now() - start;
  };
  /** Starts to measure every sample; readMeter returns the result. The page must have played before. */
  window.startMeter = async (code) => {
    await output.context.audioWorklet.addModule(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
    const meter = new AudioWorkletNode(output.context, 'meter');
    connect.call(output, meter);
    connect.call(meter, output.context.destination); // a node without an output does not run
    window.readMeter = () =>
      new Promise((resolve) => {
        meter.port.onmessage = ({ data }) => resolve(data);
        meter.port.postMessage('read');
      });
  };
  /** The positions of the playing elements, in seconds. */
  window.positions = () => [...elements.keys()].filter((e) => !e.paused && !e.ended).map((e) => e.currentTime);
})();
