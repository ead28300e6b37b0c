import { useQuery } from '@tanstack/react-query';
import { type PointerEvent, useRef, useState } from 'react';
import { type ListKey, lettersQuery } from '@/api/lists';
import type { Letter } from '@/api/types';
import { t } from '@/i18n/browse';

type LetterRailProps = { list: ListKey<unknown>; onJump: (index: number) => void };

/** The letters of a list sorted by name, at its side: a press jumps to a letter, and a finger can slide along them. */
export function LetterRail({ list, onJump }: LetterRailProps) {
  const [path, filter] = list;
  const { data } = useQuery({ ...lettersQuery(list), enabled: path !== '/api/liked-tracks' && byName(path, filter) });
  if (!data || data.length < 2) return null;
  return (
    <>
      <Buttons letters={data} onJump={onJump} />
      <Scrubber letters={data} onJump={onJump} />
    </>
  );
}

/** The sort orders that have letters. */
const byName = (path: string, { sort = '' }: { sort?: string }) =>
  path === '/api/artists' || ['title', 'artist', 'album'].includes(sort.replace('-', ''));

type LettersProps = { letters: readonly Letter[]; onJump: (index: number) => void };

function Buttons({ letters, onJump }: LettersProps) {
  return (
    <nav
      aria-label={t('letters.label')}
      className="pointer-coarse:hidden sticky top-[calc(var(--topbar-h)+8px)] z-10 hidden max-h-[calc(100dvh-var(--topbar-h)-var(--bars-h,0px)-24px)] w-7 shrink-0 self-start overflow-y-auto [scrollbar-width:none] md:block"
    >
      <ul className="grid">
        {letters.map(({ letter, at }) => (
          <li key={`${letter} ${at}`}>
            <button
              type="button"
              aria-label={t('letters.to', { letter: nameOf(letter) })}
              onClick={() => onJump(at)}
              className="grid h-6 w-7 place-items-center rounded-sm font-semibold text-2xs text-fg-muted hover:bg-surface-3 hover:text-fg"
            >
              {letter}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The narrow rail on phones: one slider over the letters. */
function Scrubber({ letters, onJump }: LettersProps) {
  const rail = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const [sliding, setSliding] = useState(false);
  const go = (index: number) => {
    const next = Math.max(0, Math.min(letters.length - 1, index));
    const letter = letters[next];
    if (!letter) return;
    setAt(next);
    if (next !== at || !sliding) onJump(letter.at);
  };
  const slide = ({ clientY }: PointerEvent) => {
    const box = rail.current?.getBoundingClientRect();
    if (box) go(Math.floor(((clientY - box.top) / box.height) * letters.length));
  };
  const current = letters[at]?.letter ?? '';
  return (
    <div
      ref={rail}
      role="slider"
      aria-label={t('letters.label')}
      aria-orientation="vertical"
      aria-valuemin={0}
      aria-valuemax={letters.length - 1}
      aria-valuenow={at}
      aria-valuetext={nameOf(current)}
      tabIndex={0}
      data-slot="letter-scrubber"
      onKeyDown={(event) => {
        const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: letters.length - 1 }[event.key];
        if (to === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        go(to);
      }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setSliding(true);
        slide(event);
      }}
      onPointerMove={(event) => sliding && slide(event)}
      onPointerUp={() => setSliding(false)}
      onPointerCancel={() => setSliding(false)}
      className="fixed top-[20dvh] right-0 bottom-[calc(var(--bars-h,0px)+9dvh)] z-10 flex w-6 cursor-pointer touch-none select-none flex-col items-center justify-between rounded-l-full bg-(--glass) py-2 font-semibold text-2xs leading-none text-fg-muted md:pointer-fine:hidden"
    >
      {letters.map(({ letter, at: place }, i) => (
        <span key={`${letter} ${place}`} aria-hidden className={i === at && sliding ? 'text-accent-text' : undefined}>
          {letter}
        </span>
      ))}
      {sliding && (
        <span
          aria-hidden
          className="display absolute top-1/2 right-10 grid size-16 -translate-y-1/2 place-items-center rounded-full bg-surface-3 text-2xl text-fg shadow-3"
        >
          {current}
        </span>
      )}
    </div>
  );
}

const nameOf = (letter: string) => (letter === '#' ? t('letters.digits') : letter === '…' ? t('letters.others') : letter);
