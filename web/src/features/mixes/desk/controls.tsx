import type { ComponentProps, CSSProperties, PointerEvent } from 'react';
import { useRef } from 'react';
import { cn } from '@/lib/cn';
import { toast } from '@/ui/toast/toast-store';
import './controls.css';

type RangeProps = {
  label: string;
  value: number;
  onChange: (value: number) => void;
  min?: number;
  max?: number;
  step?: number;
  /** The value that a double-click brings back. */
  rest: number;
  valueText?: string;
};

/** A slider for keys and screen readers; what it looks like is up to its class. */
function Range({
  label,
  value,
  onChange,
  min = 0,
  max = 100,
  step = 1,
  rest,
  valueText,
  ...props
}: RangeProps & Pick<ComponentProps<'input'>, 'className' | 'style' | 'aria-orientation'>) {
  return (
    <input
      {...props}
      type="range"
      aria-label={label}
      aria-valuenow={value}
      aria-valuetext={valueText}
      min={min}
      max={max}
      step={step}
      value={value}
      onChange={(event) => onChange(event.target.valueAsNumber)}
      onDoubleClick={() => onChange(rest)}
    />
  );
}

const shareOf = ({ value, min = 0, max = 100 }: RangeProps) => (value - min) / (max - min);

/** A fader that stands, or lies across. */
export function Fader({ className, across = false, ...range }: RangeProps & { className?: string; across?: boolean }) {
  const style = { '--share': `${shareOf(range) * 100}%` } as CSSProperties;
  return (
    <Range
      {...range}
      aria-orientation={across ? undefined : 'vertical'}
      className={cn('desk-fader', across && 'desk-fader-across', className)}
      style={style}
    />
  );
}

/** Pixels of dragging from one end of a knob to the other. */
const TURN = 160;
/** Degrees of a knob on either side of the top. */
const ANGLE = 135;

/** A knob: drag up or down, use the keys, or double-click to put it back. */
export function Knob({ big = false, shortcut, ...range }: RangeProps & { big?: boolean; shortcut?: string | undefined }) {
  const { label, value, onChange, min = 0, max = 100, step = 1, rest } = range;
  const drag = useRef<{ y: number; value: number } | null>(null);
  const move = (event: PointerEvent) => {
    if (!drag.current) return;
    const next = drag.current.value + ((drag.current.y - event.clientY) / TURN) * (max - min);
    onChange(Math.max(min, Math.min(max, Math.round(next / step) * step)));
  };
  const begin = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    event.currentTarget.querySelector('input')?.focus({ focusVisible: false } as FocusOptions);
    drag.current = { y: event.clientY, value };
  };
  const end = () => {
    drag.current = null;
  };
  const angle = (share: number) => (share * 2 - 1) * ANGLE;
  const [turn, home] = [angle(shareOf(range)), angle((rest - min) / (max - min))];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the slider inside has the role and the keys
    <span
      className={cn('desk-knob', big && 'desk-knob-big')}
      data-key={shortcut}
      data-moved={value !== rest || undefined}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={() => onChange(rest)}
    >
      <svg viewBox="0 0 48 48" aria-hidden="true">
        <path d={arc(-ANGLE, ANGLE)} className="desk-knob-way" />
        <path d={arc(Math.min(turn, home), Math.max(turn, home))} className="desk-knob-value" />
        <circle cx="24" cy="24" r="15" className="desk-knob-cap" />
        <path d="M24 12.5V19" transform={`rotate(${turn} 24 24)`} className="desk-knob-mark" />
      </svg>
      <Range {...range} />
      <span aria-hidden className="desk-label">
        {label}
      </span>
    </span>
  );
}

/** A part of the ring around a knob, between two angles from the top. */
function arc(from: number, to: number): string {
  const point = (degrees: number) => {
    const radians = ((degrees - 90) * Math.PI) / 180;
    return `${(24 + 20 * Math.cos(radians)).toFixed(2)} ${(24 + 20 * Math.sin(radians)).toFixed(2)}`;
  };
  return `M${point(from)}A20 20 0 ${to - from > 180 ? 1 : 0} 1 ${point(to)}`;
}

/** Why a button does nothing at present; empty if it works. It then can be reached and pressed, to be told so. */
type Reasoned = { why?: string | false | null | undefined };

const explained = (why: string) => ({
  'aria-disabled': true,
  'aria-description': why,
  'data-tooltip': why,
  onClick: () => toast({ title: why }), // a finger sees no tooltips
});

type PadProps = ComponentProps<'button'> & Reasoned & { pressed?: boolean };

/** A button of the desk. */
export const Pad = ({ pressed, why, className, ...props }: PadProps) => (
  <button type="button" aria-pressed={pressed} className={cn('desk-pad', className)} {...props} {...(why ? explained(why) : {})} />
);

type HoldProps = Omit<ComponentProps<'button'>, 'onPress'> & Reasoned & { onHold: () => void; onLetGo: () => void };

/** A button that does something while it is held, with a pointer or a key. */
export function Hold({ onHold, onLetGo, why, ...props }: HoldProps) {
  const held = useRef(false);
  if (why) return <button type="button" {...props} {...explained(why)} />;
  const hold = () => {
    if (held.current) return;
    held.current = true;
    onHold();
  };
  const letGo = () => {
    if (!held.current) return;
    held.current = false;
    onLetGo();
  };
  const isKey = (key: string) => key === 'Enter' || key === ' ';
  return (
    <button
      type="button"
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        hold();
      }}
      onPointerUp={letGo}
      onPointerCancel={letGo}
      onBlur={letGo}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (!isKey(event.key)) return;
        event.preventDefault();
        hold();
      }}
      onKeyUp={(event) => isKey(event.key) && letGo()}
      onClick={(event) => {
        if (event.detail !== 0) return; // pointers and keys have done it; screen readers only click
        hold();
        letGo();
      }}
      {...props}
    />
  );
}
