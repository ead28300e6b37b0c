import { useQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { peaksQuery } from '@/api/analysis';
import type { Automix } from '@/api/types';
import { barsIn, barsOf, paintBars } from '@/audio/peaks';
import { language, t } from '@/i18n/automix';
import { longTime } from '@/lib/format';
import { useShownTheme } from '@/lib/prefs';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { Choice } from '@/ui/choice';
import { IconButton } from '@/ui/icon-button';
import { ProgressBar } from '@/ui/progress-bar';
import { partOf, peaksOf, type Window, windowOf } from './join-window';
import { type Change, type Join, useChangeJoin } from './queries';

const KINDS = ['blend', 'cut', 'echo', 'fade', 'gapless'] as const;
const BARS = [4, 8, 16] as const;
const LEAD = 8; // seconds that are heard before a join

type JoinCardProps = { mix: Automix; join: Join; onPlay: (seconds: number) => void };

/** How the mix goes from one song to the next: both sounds around it, why it is so, and what a person may choose instead. */
export function JoinCard({ mix, join, onPlay }: JoinCardProps) {
  const change = useChangeJoin(mix.id);
  const [from, to] = [mix.tracks[join.number - 1], mix.tracks[join.number]];
  if (!from || !to) return null;
  const part = windowOf(join, mix.duration);
  const isOff = mix.state !== 'ready' || change.isPending;
  const set = (wanted: Change) => change.mutate({ number: join.number, change: wanted });
  const bar = barOf(join);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-xl border border-line bg-surface p-4" aria-busy={join.isRendering}>
      <div className="flex items-center gap-3">
        <IconButton
          icon={Play}
          variant="solid"
          label={t('automix.playJoin', { n: join.number })}
          disabled={mix.audioUrl === null}
          onClick={() => onPlay(Math.max(0, join.start - LEAD))}
        />
        <div className="min-w-0 flex-1">
          <h3 className="font-semibold">
            {from.title} → {to.title}
          </h3>
          <p className="tnum text-fg-muted text-sm">{factsOf(join)}</p>
        </div>
        <Badge tone="outline">{t(`automix.kind.${join.kind}`)}</Badge>
      </div>
      <div className="relative grid gap-1 overflow-hidden rounded-md bg-sunken p-1">
        <Lane track={from} part={part} deck="a" />
        <Lane track={to} part={part} deck="b" />
        <span
          aria-hidden
          className="pointer-events-none absolute inset-y-0 border-accent border-x bg-(--glass) opacity-40"
          style={{ left: shareOf(join.start, part), width: `${(100 * join.length) / (part.to - part.from)}%` }}
        />
      </div>
      {join.isRendering && <ProgressBar label={t('automix.state.rendering')} value={mix.progress} />}
      {join.reasons.length > 0 && (
        <ul className="grid gap-0.5 text-fg-muted text-sm">
          {join.reasons.map(({ code, text }) => (
            <li key={code + text}>{text}</li>
          ))}
        </ul>
      )}
      <fieldset disabled={isOff} className="grid items-end gap-3 sm:grid-cols-2 @3xl:grid-cols-[1fr_1fr_auto]">
        <legend className="sr-only">{t('automix.editJoin', { n: join.number })}</legend>
        <Choice
          label={t('automix.kind')}
          value={join.chosen.kind ?? ''}
          onChange={(kind) => set({ kind: kind === '' ? null : kind })}
          options={[{ value: '', label: t('automix.automatic') }, ...KINDS.map((value) => ({ value, label: t(`automix.kind.${value}`) }))]}
        />
        <Choice
          label={t('automix.length')}
          value={String(join.chosen.bars ?? '')}
          onChange={(bars) => set({ bars: bars === '' ? null : Number(bars) })}
          options={[{ value: '', label: t('automix.auto') }, ...BARS.map((n) => ({ value: String(n), label: t('automix.barsOf', { n }) }))]}
        />
        {bar > 0 && (
          <div className="flex flex-wrap gap-2">
            <Button size="sm" variant="secondary" onClick={() => set({ start: join.start - bar })}>
              {t('automix.earlier')}
            </Button>
            <Button size="sm" variant="secondary" onClick={() => set({ start: join.start + bar })}>
              {t('automix.later')}
            </Button>
          </div>
        )}
      </fieldset>
    </li>
  );
}

/** The length of a bar, in seconds of the mix, by which a join moves; 0 where it cannot move by bars. */
function barOf({ kind, bars, length, bpm, tempoFrom }: Join) {
  if (kind === 'gapless') return 0;
  if (bars) return length / bars;
  const tempo = bpm ?? tempoFrom;
  return tempo ? 240 / tempo : 0;
}

const decimals = (n: number) => n.toLocaleString(language(), { maximumFractionDigits: 1 });

const factsOf = ({ start, length, bars, tempoFrom, tempoTo, keyFrom, keyTo }: Join) =>
  [
    longTime(start),
    bars ? t('automix.barsOf', { n: bars }) : t('automix.seconds', { n: decimals(length) }),
    tempoFrom && tempoTo && `${decimals(tempoFrom)} → ${decimals(tempoTo)} BPM`,
    keyFrom && keyTo && `${keyFrom} → ${keyTo}`,
  ]
    .filter(Boolean)
    .join(' · ');

const shareOf = (seconds: number, { from, to }: Window) => `${(100 * (seconds - from)) / (to - from)}%`;

const DECKS = { a: '--deck-a', b: '--deck-b' } as const;

/** The sound of one song around a join. */
function Lane({ track, part, deck }: { track: Automix['tracks'][number]; part: Window; deck: keyof typeof DECKS }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { data: peaks } = useQuery(peaksQuery(track.trackId));
  const theme = useShownTheme();
  const place = partOf(track, part);
  const [from, to] = [place?.from ?? 0, place?.to ?? 0];
  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme has other colours
  useEffect(() => {
    const element = canvas.current;
    if (!element || !peaks) return;
    const draw = () => {
      const { clientWidth: width, clientHeight: height } = element;
      const style = getComputedStyle(element);
      const colour = style.getPropertyValue(DECKS[deck]).trim();
      const bars = barsOf(peaksOf(peaks, from, to), barsIn(width));
      paintBars(element, bars, { low: colour, mid: colour, high: style.getPropertyValue('--fg').trim() }, width, height);
    };
    const observer = new ResizeObserver(draw);
    observer.observe(element);
    draw();
    return () => observer.disconnect();
  }, [peaks, from, to, deck, theme]);
  return (
    <div className="relative h-14">
      {place && (
        <canvas ref={canvas} aria-hidden className="absolute h-full" style={{ left: `${place.left}%`, width: `${place.width}%` }} />
      )}
    </div>
  );
}
