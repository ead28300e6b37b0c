import { Link } from '@tanstack/react-router';
import { Pause, Play, X } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { Generation } from '@/api/types';
import { langOf, t } from '@/i18n/ai';
import { costPerCall, span, time } from '@/lib/format';
import { lazily } from '@/lib/until-loaded';
import { SeekBar } from '@/player/view/seek-bar';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { Cover } from '@/ui/cover';
import { IconButton } from '@/ui/icon-button';
import { ProgressBar } from '@/ui/progress-bar';
import { BUILT_IN, useMakers } from './makers';
import { MoreButton } from './more-button';
import { Notes } from './notes';
import { planOf } from './plan';
import { useCancel } from './queries';
import { coverSeedOf, useGeneration, usePlayGeneration } from './use-play-generation';
import { Alternatives, Versions } from './versions';

const PlanDialog = lazily(() => import('./plan-dialog').then((m) => m.PlanDialog));

const CHIPS = ['slower', 'faster', 'bass', 'again'] as const;

type CardProps = {
  initial: Generation;
  /** Asks for a change of a piece. */
  onSay: (change: string, generationId: string) => void;
  onVersion: (music: Generation) => void;
  /** Whether a reply is awaited. */
  isBusy: boolean;
};

/** A piece: how far it is, how to hear it, and how to go on from it. */
export function GenerationCard({ initial, onSay, onVersion, isBusy }: CardProps) {
  const music = useGeneration(initial);
  const { state, toggle } = usePlayGeneration(music);
  const { title, style, duration, bpm, key, audioUrl, coverImageUrl, provider, cost } = music;
  const { makers } = useMakers(provider);
  const maker = provider !== BUILT_IN && (makers.find(({ name }) => name === provider)?.label ?? provider);
  const facts = [style, duration > 0 && time(duration), bpm && `${Math.round(bpm)} BPM`, key, maker, cost > 0 && costPerCall(cost)];
  const name = title || music.prompt;
  return (
    <article
      aria-label={name}
      data-state={music.state}
      className="grid grid-cols-1 gap-3 rounded-xl border border-line bg-surface-2 p-3 sm:p-4"
    >
      <div className="flex items-start gap-3 sm:gap-4">
        <Cover url={coverImageUrl} seed={coverSeedOf(music)} sizes="80px" className="size-14 shrink-0 sm:size-20" />
        <div className="min-w-0 flex-1">
          <h3 className="line-clamp-2 break-words font-semibold">
            {music.trackId ? (
              <Link to="/tracks/$trackId" params={{ trackId: music.trackId }} className="hover:underline">
                {name}
              </Link>
            ) : (
              name
            )}
          </h3>
          <p className="tnum text-fg-muted text-sm">{facts.filter(Boolean).join(' · ')}</p>
          <Review music={music} />
        </div>
        {audioUrl && (
          <IconButton
            icon={state === 'playing' ? Pause : Play}
            iconClassName="fill-current"
            variant="accent"
            label={t(state === 'playing' ? 'ai.pause' : 'ai.play', { title: name })}
            onClick={toggle}
          />
        )}
      </div>
      <Notes notes={music.notes} />
      {state !== 'stopped' && <SeekBar />}
      <Progress music={music} />
      {music.state === 'ready' && (
        <>
          {music.alternatives.length > 0 ? (
            <Alternatives music={music} />
          ) : (
            music.parentId && <Versions music={music} parentId={music.parentId} />
          )}
          <div className="flex flex-wrap items-center gap-2">
            {planOf(music) &&
              CHIPS.map((chip) => (
                <Button
                  key={chip}
                  size="sm"
                  variant="outline"
                  disabled={isBusy}
                  lang={langOf(`ai.chip.${chip}`)}
                  onClick={() => onSay(t(`ai.chip.${chip}`), music.id)}
                >
                  {t(`ai.chip.${chip}`)}
                </Button>
              ))}
            <PlanButton music={music} onVersion={onVersion} />
            <MoreButton music={music} />
          </div>
        </>
      )}
    </article>
  );
}

function PlanButton({ music, onVersion }: Pick<CardProps, 'onVersion'> & { music: Generation }) {
  const [open, setOpen] = useState(false);
  const plan = planOf(music);
  if (!plan) return null;
  return (
    <>
      <Button size="sm" variant="secondary" onClick={() => setOpen(true)}>
        {t('ai.plan')}
      </Button>
      {open && (
        <Suspense>
          <PlanDialog music={music} plan={plan} onVersion={onVersion} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

const STAGES = ['plan', 'write', 'mix', 'file'] as const;
const isStage = (stage: string): stage is (typeof STAGES)[number] => STAGES.some((known) => known === stage);

/** How far it is while it is made; why there is nothing if that failed. */
function Progress({ music }: { music: Generation }) {
  const cancel = useCancel(music.id);
  const { state, stage, progress, playable, place, expectedSeconds, reason } = music;
  if (state === 'failed') return <p className="text-danger text-sm">{reason}</p>;
  if (state === 'cancelled') return <p className="text-fg-muted text-sm">{t('ai.state.cancelled')}</p>;
  if (state === 'ready') return null;
  const label = state === 'composing' && isStage(stage) ? t(`ai.stage.${stage}`) : t(`ai.state.${state}`);
  const facts = [
    label,
    place !== null && t('ai.place', { n: place }),
    expectedSeconds !== null && expectedSeconds > 0 && t('ai.expected', { time: span(expectedSeconds) }),
    playable > 0 && t('ai.playable', { time: time(playable) }),
  ];
  return (
    <div className="flex items-center gap-3">
      <div className="min-w-0 flex-1">
        <p className="tnum mb-1.5 text-fg-muted text-sm">{facts.filter(Boolean).join(' · ')}</p>
        <ProgressBar label={label} value={state === 'queued' ? undefined : progress} />
      </div>
      <IconButton icon={X} label={t('ai.cancel')} disabled={cancel.isPending} onClick={() => cancel.mutate()} />
    </div>
  );
}

function Review({ music: { review } }: { music: Generation }) {
  if (!review) return null;
  const { status, reason } = review;
  const tone = { pending: 'warning', approved: 'success', rejected: 'outline' } as const;
  return (
    <p className="mt-1.5 flex flex-wrap items-center gap-2 text-fg-muted text-sm">
      <Badge tone={tone[status]}>{t(`ai.review.${status}`)}</Badge>
      {status === 'rejected' && reason}
    </p>
  );
}
