import { useSeen } from './use-seen';

/** A drawing of two VU meters above a waveform: the product's illustration. Its needles rest while nobody sees them. */
export function VuMeter() {
  const [ref, seen] = useSeen<HTMLDivElement>();
  return (
    <div ref={ref} aria-hidden className="vu" data-resting={!seen}>
      <div className="grid grid-cols-2 gap-4">
        <Dial channel="L" />
        <Dial channel="R" className="vu-needle-right" />
      </div>
      <Strip />
    </div>
  );
}

/** Marks of the scale in dB, with their angle from straight up. */
const MARKS: [label: string, angle: number][] = [
  ['20', -47],
  ['10', -31],
  ['7', -22],
  ['5', -12],
  ['3', -1],
  ['2', 7],
  ['1', 15],
  ['0', 24],
  ['1', 32],
  ['2', 40],
  ['3', 47],
];
const ZERO = 24;
const CENTRE = { x: 120, y: 176 };

const at = (angle: number, radius: number) => {
  const turn = (angle * Math.PI) / 180;
  return [(CENTRE.x + Math.sin(turn) * radius).toFixed(1), (CENTRE.y - Math.cos(turn) * radius).toFixed(1)] as const;
};

const arc = (from: number, to: number, radius: number) =>
  `M${at(from, radius).join(' ')}A${radius} ${radius} 0 0 1 ${at(to, radius).join(' ')}`;

function Dial({ channel, className = '' }: { channel: string; className?: string }) {
  return (
    <div className="vu-dial">
      <svg viewBox="0 0 240 164" aria-hidden="true">
        <path d={arc(-49, ZERO, 118)} className="vu-scale" />
        <path d={arc(ZERO, 49, 118)} className="vu-scale vu-over" />
        {MARKS.map(([label, angle], i) => {
          const [x1, y1] = at(angle, 118);
          const [x2, y2] = at(angle, angle === ZERO || i === 0 ? 131 : 127);
          const [x, y] = at(angle, 141);
          const over = angle >= ZERO ? ' vu-over' : '';
          return (
            <g key={angle}>
              <line x1={x1} y1={y1} x2={x2} y2={y2} className={`vu-scale${over}`} />
              <text x={x} y={y} className={`vu-number${over}`}>
                {label}
              </text>
            </g>
          );
        })}
        <text x="120" y="112" className="vu-name">
          VU
        </text>
        <text x="222" y="152" className="vu-number">
          {channel}
        </text>
        <path d="M84 164a36 36 0 0 1 72 0z" className="vu-cap" />
      </svg>
      <div className={`vu-needle ${className}`} />
    </div>
  );
}

const BARS = 72;
const PLAYED = 27;

/** Height of a bar, 0 to 1: a song with a quiet start, two choruses and an end. */
const level = (i: number) => {
  const shape = 0.35 + 0.45 * Math.sin((i / BARS) * Math.PI) + 0.18 * Math.sin(i * 0.42);
  return Math.max(0.06, shape * (0.5 + 0.5 * Math.abs(Math.sin(i * 2.399))));
};

function Strip() {
  return (
    <svg viewBox={`0 0 ${BARS * 6} 72`} className="mt-5 w-full" aria-hidden="true">
      {Array.from({ length: BARS }, (_, i) => {
        const height = level(i) * 68;
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: the bars never change
            key={i}
            x={i * 6 + 1.5}
            y={36 - height / 2}
            width="3"
            height={height}
            rx="1.5"
            className={i < PLAYED ? 'vu-played' : 'vu-ahead'}
          />
        );
      })}
      <rect x={PLAYED * 6 - 1} y="0" width="2" height="72" rx="1" fill="var(--fg)" />
    </svg>
  );
}
