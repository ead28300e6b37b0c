import { type RefObject, useEffect, useRef } from 'react';
import type { DeckState } from '@/dj/deck/deck-state';
import type { Colours, Marks, View } from '@/dj/wave/scene';
import { type Shown, Stage } from '@/dj/wave/stage';
import { useShownTheme } from '@/lib/prefs';

let stage: Stage | null = null;

/** What draws all waveforms, meters and records of the desk. */
export function theStage(): Stage {
  stage ??= new Stage(marksOf);
  return stage;
}

export function closeStage(): void {
  stage?.close();
  stage = null;
}

const marksOf = ({ cue, hotCues, cueLabels, loop, loopIn }: DeckState): Marks => ({
  cue,
  loop,
  loopIn,
  hotCues: hotCues.flatMap((at, i) =>
    at === null ? [] : [{ at, label: `${i + 1} ${cueLabels[i]?.name ?? ''}`.trim(), colour: cueLabels[i]?.color ?? '' }],
  ),
});

/**
 * Puts a canvas with a view into an element, and keeps its size and colours. `inks` finds the elements whose colours it uses.
 * Returns the canvas on the stage once it is there.
 */
export function useSurface(
  host: RefObject<HTMLElement | null>,
  view: View,
  inks: (host: HTMLElement) => Element[],
): RefObject<Shown | null> {
  const shown = useRef<Shown | null>(null);
  const theme = useShownTheme();
  const what = JSON.stringify(view);
  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const canvas = document.createElement('canvas'); // a canvas can be handed over only once
    canvas.setAttribute('aria-hidden', 'true');
    element.prepend(canvas);
    const surface = theStage().show(canvas, JSON.parse(what));
    shown.current = surface;
    const stop = watchSize(canvas, (size) => surface.resize(size));
    return () => {
      stop();
      surface.remove();
      canvas.remove();
    };
  }, [host, what]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme has other colours, and another view other decks
  useEffect(() => {
    if (host.current) shown.current?.colour(inks(host.current).map(coloursOf));
  }, [theme, what]);
  return shown;
}

/** Calls back with the size of an element, now and whenever it or the resolution of the screen changes. */
function watchSize(element: HTMLElement, call: (size: { width: number; height: number; scale: number }) => void): () => void {
  const tell = () => call({ width: element.clientWidth, height: element.clientHeight, scale: window.devicePixelRatio || 1 });
  const observer = new ResizeObserver(tell);
  observer.observe(element);
  let resolution: MediaQueryList;
  const again = () => {
    resolution = matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
    resolution.addEventListener('change', changed, { once: true });
  };
  const changed = () => {
    tell();
    again();
  };
  again();
  return () => {
    observer.disconnect();
    resolution.removeEventListener('change', changed);
  };
}

/** The colours of waveforms, a meter or a record on an element, as values that a worker understands. */
function coloursOf(element: Element): Colours {
  const style = getComputedStyle(element);
  const probe = document.createElement('i');
  element.append(probe);
  const colour = (name: string) => {
    probe.style.color = style.getPropertyValue(`--wave-${name}`);
    return getComputedStyle(probe).color;
  };
  const [intro, verse, build, drop, pause, outro] = ['intro', 'verse', 'build', 'drop', 'break', 'outro'].map(colour) as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const colours = {
    ground: colour('ground'),
    low: colour('low'),
    mid: colour('mid'),
    high: colour('high'),
    line: colour('line'),
    downbeat: colour('downbeat'),
    cue: colour('cue'),
    loop: colour('loop'),
    text: colour('text'),
    head: colour('head'),
    faded: colour('faded'),
    plate: colour('plate'),
    sections: { intro, verse, build, drop, break: pause, outro },
  };
  probe.remove();
  return colours;
}
