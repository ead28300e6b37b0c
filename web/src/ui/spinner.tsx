import { LoaderCircle } from 'lucide-react';

/** With a label it announces itself; without one it is decoration next to a text that says what is happening. */
export function Spinner({ label, size = 20 }: { label?: string; size?: number }) {
  const icon = <LoaderCircle size={size} className="animate-spin" aria-hidden />;
  return label ? (
    <span role="status" aria-label={label} className="inline-grid place-items-center text-fg-muted">
      {icon}
    </span>
  ) : (
    icon
  );
}
