import { cn } from '@/lib/cn';
import './slider.css';

type SliderProps = {
  label: string;
  value: number;
  onChange: (value: number) => void;
  min?: number;
  max?: number;
  step?: number;
  /** The value in words, such as “1 minute 32 of 3:47”. */
  valueText?: string;
  className?: string;
};

/** A range for pointer and keys: the browser's own control with our style. */
export function Slider({ label, value, onChange, min = 0, max = 100, step = 1, valueText, className }: SliderProps) {
  return (
    <input
      data-slot="slider"
      type="range"
      aria-label={label}
      aria-valuetext={valueText}
      min={min}
      max={max}
      step={step}
      value={value}
      onChange={(event) => onChange(event.target.valueAsNumber)}
      className={cn('slider', className)}
      style={{ '--share': `${((value - min) / (max - min)) * 100}%` }}
    />
  );
}
