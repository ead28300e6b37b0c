import { type PlainKey, t } from '@/i18n/commands';
import { MODIFIER } from '@/lib/commands';

const NAMES: Record<string, { sign: string; name: PlainKey } | undefined> = {
  ArrowLeft: { sign: '←', name: 'key.left' },
  ArrowRight: { sign: '→', name: 'key.right' },
  ArrowUp: { sign: '↑', name: 'key.up' },
  ArrowDown: { sign: '↓', name: 'key.down' },
};

const signOf = (key: string) => {
  if (key === 'Ctrl') return MODIFIER === '⌘' ? MODIFIER : t('key.ctrl');
  if (key === 'Shift') return t('key.shift');
  return key === 'Space' ? t('key.space') : (NAMES[key]?.sign ?? key);
};

/** The keys of a command: pressed together, or in sequence. */
export function KeyCaps({ keys }: { keys: string }) {
  return (
    <span className="inline-flex shrink-0 items-center gap-1.5 text-fg-muted text-xs">
      {keys.split(' ').map((press, i) => (
        <span key={press} className="inline-flex items-center gap-1">
          {i > 0 && <span className="mr-0.5">{t('command.then')}</span>}
          {press.split('+').map((key) => {
            const name = NAMES[key]?.name;
            return (
              <kbd
                key={key}
                className="inline-grid h-6 min-w-6 place-items-center rounded-sm border border-line-strong bg-surface-2 px-1.5 font-sans font-semibold text-fg"
              >
                {name ? (
                  <>
                    <span aria-hidden>{signOf(key)}</span>
                    <span className="sr-only">{t(name)}</span>
                  </>
                ) : (
                  signOf(key)
                )}
              </kbd>
            );
          })}
        </span>
      ))}
    </span>
  );
}
