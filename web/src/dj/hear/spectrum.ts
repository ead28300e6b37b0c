/** Calculates the magnitudes of frames of `size` samples, a power of two, below half the rate. */
export function spectrum(size: number): (samples: Float32Array, from: number, into: Float32Array) => void {
  const window = Float32Array.from({ length: size }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / size));
  const cos = Float32Array.from({ length: size / 2 }, (_, i) => Math.cos((2 * Math.PI * i) / size));
  const sin = Float32Array.from({ length: size / 2 }, (_, i) => -Math.sin((2 * Math.PI * i) / size));
  const order = reversedBits(size);
  const [re, im] = [new Float32Array(size), new Float32Array(size)];
  return (samples, from, into) => {
    for (let i = 0; i < size; i++) re[order[i] as number] = (samples[from + i] ?? 0) * (window[i] as number);
    im.fill(0);
    for (let half = 1; half < size; half *= 2) butterflies(re, im, half, cos, sin);
    for (let i = 0; i < into.length; i++) into[i] = Math.hypot(re[i] as number, im[i] as number);
  };
}

function reversedBits(size: number): Uint16Array {
  const order = new Uint16Array(size);
  for (let i = 0, r = 0; i < size; i++) {
    order[i] = r;
    let bit = size >> 1;
    for (; r & bit; bit >>= 1) r ^= bit;
    r |= bit;
  }
  return order;
}

/** One stage of the fast Fourier transform of Cooley and Tukey. */
function butterflies(re: Float32Array, im: Float32Array, half: number, cos: Float32Array, sin: Float32Array): void {
  const step = cos.length / half;
  for (let start = 0; start < re.length; start += 2 * half)
    for (let k = 0; k < half; k++) {
      const [a, b] = [start + k, start + k + half];
      const [c, s] = [cos[k * step] as number, sin[k * step] as number];
      const x = (re[b] as number) * c - (im[b] as number) * s;
      const y = (re[b] as number) * s + (im[b] as number) * c;
      re[b] = (re[a] as number) - x;
      im[b] = (im[a] as number) - y;
      re[a] = (re[a] as number) + x;
      im[a] = (im[a] as number) + y;
    }
}
