import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import type { MixDetail } from '@/api/types';
import { language, t } from '@/i18n/mix';
import { day, span } from '@/lib/format';
import { usePageMeta } from '@/lib/page-meta';
import { usePaged } from '@/things/list/use-paged';
import { EarlyLock, earlyText, earlyUntil, useEarlyLock } from '@/things/mix/early-access';
import { usePlayMix } from '@/things/mix/mix-card';
import { isOwnSound } from '@/things/mix/own-sound';
import { mixQuery } from '@/things/mix/queries';
import { Hero, HeroSkeleton } from '@/things/page/hero';
import { isNotFound, NotHere } from '@/things/page/not-here';
import { Badge } from '@/ui/badge';
import { dialogPart } from '@/ui/part/part';
import { QueryView } from '@/ui/query-view';
import { Actions } from './actions';
import { Comments } from './comments';
import { MixWave } from './mix-wave';
import { commentsList } from './queries';
import { Tracklist } from './tracklist';

const EditDialog = dialogPart(() => import('./edit-dialog').then((m) => m.EditDialog));

/** /mixes/$id: a DJ mix with its waveform, tracklist and comments. Everyone can open a public mix. */
export function MixPage() {
  const { id = '' } = useParams({ strict: false });
  const mix = useQuery(mixQuery(id));
  usePageMeta(mix.data?.title);
  if (isNotFound(mix.error)) return <NotHere title={t('mix.notFound')} text={t('mix.notFoundText')} />;
  return (
    <QueryView query={mix} skeleton={<HeroSkeleton />}>
      {(data) => <MixView key={data.id} mix={data} />}
    </QueryView>
  );
}

function MixView({ mix }: { mix: MixDetail }) {
  const [editing, setEditing] = useState(false);
  const comments = usePaged(commentsList(mix.id));
  const playing = usePlayMix(mix);
  const edit = () => setEditing(true);
  const isCurrent = playing.state !== 'stopped';
  const playsHere = isOwnSound(mix.audioUrl);
  const locked = useEarlyLock(mix);
  const onSeek = playsHere && locked === null ? playing.playFrom : undefined;
  return (
    <>
      <Hero
        coverImageUrl={mix.coverImageUrl}
        seed={mix.title}
        kind={
          <span className="inline-flex items-center gap-2">
            {t('mix.kind')}
            {!mix.isPublic && <Lock size={16} role="img" aria-label={t('mix.hidden')} />}
          </span>
        }
        title={mix.title}
        actions={<Actions mix={mix} playing={playing} onEdit={edit} />}
      >
        <Facts mix={mix} early={locked === null ? earlyUntil(mix) : null} />
      </Hero>
      <div className="mt-6">
        {onSeek ? <MixWave mix={mix} comments={comments.data ?? []} isCurrent={isCurrent} onSeek={onSeek} /> : <NotPlayed until={locked} />}
      </div>
      <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-8 @4xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-8">
          <Tracklist mix={mix} isCurrent={isCurrent} onSeek={onSeek} onAdd={edit} />
          {mix.description && (
            <section aria-labelledby="mix-about">
              <h2 id="mix-about" className="display text-xl">
                {t('mix.about')}
              </h2>
              <p className="mt-3 max-w-[70ch] whitespace-pre-line break-words">{mix.description}</p>
            </section>
          )}
        </div>
        <Comments mix={mix} comments={comments} isCurrent={isCurrent} onSeek={onSeek} />
      </div>
      {editing && <EditDialog mix={mix} onClose={() => setEditing(false)} />}
    </>
  );
}

/** Why a mix cannot be played here. */
const NotPlayed = ({ until }: { until: string | null }) =>
  until === null ? <p className="text-fg-muted">{t('mix.elsewhere')}</p> : <EarlyLock until={until} />;

type FactsProps = {
  mix: MixDetail;
  /** Until when only some people can play it, for one of them: the lock says it to the others. */
  early: string | null;
};

function Facts({ mix: { djName, genre, bpm, duration, plays, likes, createdAt, tags }, early }: FactsProps) {
  const sound = [genre, bpm && `${Math.round(bpm)} BPM`, duration > 0 && span(duration)].filter(Boolean).join(' · ');
  return (
    <>
      {djName && <p className="font-semibold text-fg">{djName}</p>}
      <p className="tnum">{[sound, day(createdAt, language())].filter(Boolean).join(' · ')}</p>
      <p className="tnum">
        {t('mix.plays', { n: plays })} · {t('mix.likes', { n: likes })}
      </p>
      {early && <p>{earlyText(early)}</p>}
      {tags.length > 0 && (
        <ul className="mt-2 flex flex-wrap justify-center gap-1.5 @2xl:justify-start">
          {tags.map((tag) => (
            <li key={tag}>
              <Badge tone="outline">{tag}</Badge>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
