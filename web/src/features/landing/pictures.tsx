import { artOf } from '@/lib/art';
import { useShownTheme } from '@/lib/prefs';
import { useSeen } from './use-seen';

/** The drawings next to the features. All are decorative. */

const RECORDS = [
  'Glass Harbor',
  'Late Checkout',
  'Signal Bloom',
  'Paper Lanterns',
  'Ámbar',
  'Velvet Static',
  'Low Tide',
  'Night Bus',
  'Madrugada',
  'Tin Roof',
  'Kiosk No. 5',
  'Río Abajo',
];

/** Sleeves pulled half out of a shelf. */
export function Sleeves() {
  const theme = useShownTheme();
  return (
    <div className="flex w-[115%] items-end justify-center gap-3 pt-12">
      {RECORDS.map((name, i) => (
        <img
          key={name}
          src={artOf(name, theme)}
          alt=""
          loading="lazy"
          className="w-28 shrink-0 rounded-lg shadow-2"
          style={{ transform: `translateY(${[26, 8, 34, 0, 20, 12][i % 6]}px)` }}
        />
      ))}
    </div>
  );
}

/** A transmitter and its waves. */
export function Stations() {
  const [ref, seen] = useSeen<SVGSVGElement>();
  return (
    <svg ref={ref} viewBox="0 0 260 192" className="h-full" data-resting={!seen} aria-hidden="true">
      <g fill="none" stroke="var(--live)" strokeWidth="2">
        {[26, 48, 70, 92, 114].map((r, i) => (
          <circle key={r} cx="130" cy="96" r={r} className="landing-wave" style={{ animationDelay: `${i * 0.25}s` }} />
        ))}
      </g>
      <circle cx="130" cy="96" r="9" fill="var(--live)" />
    </svg>
  );
}

const curve = (from: number, to: number, shape: (x: number) => number) =>
  Array.from({ length: 41 }, (_, i) => {
    const x = i / 40;
    return `${i === 0 ? 'M' : 'L'}${(from + x * (to - from)).toFixed(1)} ${(150 - shape(x) * 112).toFixed(1)}`;
  }).join('');

/** Two songs crossing at equal power. */
export function Crossfade() {
  const out = curve(170, 290, (x) => Math.cos((x * Math.PI) / 2));
  const into = curve(170, 290, (x) => Math.sin((x * Math.PI) / 2));
  return (
    <svg viewBox="0 0 460 192" className="h-full w-full" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <path d={`M0 38L170 38${out.replace('M', 'L')}L290 150L0 150Z`} fill="var(--deck-a)" opacity=".18" />
      <path d={`M170 150${into.replace('M', 'L')}L460 38L460 150Z`} fill="var(--deck-b)" opacity=".18" />
      <g fill="none" strokeWidth="2.5" strokeLinecap="round">
        <path d={`M0 38L170 38${out.replace('M', 'L')}`} stroke="var(--deck-a)" />
        <path d={`${into}L460 38`} stroke="var(--deck-b)" />
        <path d="M0 150H460" stroke="var(--line-strong)" strokeWidth="1" />
      </g>
      <circle cx="230" cy={150 - Math.SQRT1_2 * 112} r="5" fill="var(--fg)" />
    </svg>
  );
}

const wave = (i: number, shift: number) => 8 + 46 * Math.abs(Math.sin(i * 0.31 + shift) * Math.cos(i * 1.7 + shift * 3));

/** Two decks' waveforms on one beat. */
export function Decks() {
  return (
    <svg viewBox="0 0 460 192" className="h-full w-full" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      {Array.from({ length: 77 }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars never change
        <g key={i}>
          <rect
            x={i * 6}
            y={92 - wave(i, 0.4)}
            width="3.5"
            height={wave(i, 0.4)}
            rx="1.5"
            fill="var(--deck-a)"
            opacity={i < 38 ? 1 : 0.55}
          />
          <rect x={i * 6} y="100" width="3.5" height={wave(i, 1.9)} rx="1.5" fill="var(--deck-b)" opacity={i < 38 ? 1 : 0.55} />
        </g>
      ))}
      <rect x="229" y="22" width="2" height="148" fill="var(--fg)" />
    </svg>
  );
}

/** A line of words that turns into sound. */
export function Prompt() {
  return (
    <svg viewBox="0 0 260 192" className="h-full" aria-hidden="true">
      <g fill="var(--ai)">
        {[78, 44, 60].map((width, i) => (
          <rect key={width} x={[24, 110, 162][i]} y="58" width={width} height="9" rx="4.5" opacity=".5" />
        ))}
        {Array.from({ length: 27 }, (_, i) => {
          const height = 6 + 44 * Math.abs(Math.sin(i * 0.55) * Math.sin((i / 26) * Math.PI));
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars never change
          return <rect key={i} x={24 + i * 7.9} y={122 - height / 2} width="4" height={height} rx="2" />;
        })}
      </g>
    </svg>
  );
}

const PLACES: [x: number, y: number][] = [
  [50, 120],
  [118, 58],
  [176, 140],
  [250, 84],
  [322, 132],
  [384, 52],
  [452, 108],
  [530, 66],
  [572, 142],
];

/** Listeners, and what one plays to the other. */
export function Community() {
  const theme = useShownTheme();
  return (
    <svg viewBox="0 0 620 192" className="h-full w-full" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <g fill="none" stroke="var(--accent)" strokeWidth="1.5">
        {PLACES.slice(1).map(([x, y], i) => {
          const [fromX, fromY] = PLACES[i] as [number, number];
          return <path key={x} d={`M${fromX} ${fromY}Q${(fromX + x) / 2} ${Math.min(fromY, y) - 46} ${x} ${y}`} opacity=".5" />;
        })}
      </g>
      {PLACES.map(([x, y], i) => (
        <g key={x}>
          <clipPath id={`place-${i}`}>
            <circle cx={x} cy={y} r={[17, 12, 20, 14][i % 4]} />
          </clipPath>
          <image href={artOf(`listener ${i}`, theme)} x={x - 20} y={y - 20} width="40" height="40" clipPath={`url(#place-${i})`} />
        </g>
      ))}
    </svg>
  );
}
