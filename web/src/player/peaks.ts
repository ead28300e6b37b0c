const BAR = 2; // user units; the picture is stretched to its place
const GAP = 1.5;
const HEIGHT = 40;

/**
 * A waveform as a CSS mask: one rounded bar per peak (0 to 1), the quietest still a dot.
 * A mask lets plain CSS colour what was heard and what is to come.
 */
export function peaksMask(peaks: readonly number[]): string {
  const step = BAR + GAP;
  const bars = peaks.map((peak, i) => {
    const height = Math.max(BAR, Math.min(1, peak) * HEIGHT);
    return `<rect x="${round(i * step)}" y="${round((HEIGHT - height) / 2)}" width="${BAR}" height="${round(height)}" rx="1"/>`;
  });
  const width = round(peaks.length * step - GAP);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${HEIGHT}" preserveAspectRatio="none">${bars.join('')}</svg>`;
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`;
}

const round = (n: number) => Math.round(n * 100) / 100;
