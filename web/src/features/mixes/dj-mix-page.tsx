import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Disc3, Pause, Play } from 'lucide-react';
import { useState } from 'react';
import type { Mix } from '@/api/types';
import { t } from '@/i18n/mixes';
import { span } from '@/lib/format';
import { SeekBar } from '@/player/view/seek-bar';
import { CoverGridSkeleton } from '@/things/list/cover-grid';
import { usePlayMix } from '@/things/mix/mix-card';
import { isOwnSound } from '@/things/mix/own-sound';
import { Button } from '@/ui/button';
import { Cover } from '@/ui/cover';
import { PageHeader } from '@/ui/page-header';
import { QueryView } from '@/ui/query-view';
import { FoundMixes } from './found-mixes';
import { MixSearch } from './mix-search';
import { CHIPS, firstMixes } from './mixes';
import { Tools } from './tools';

/** /dj-mix: the first mix large, and all of them by genre. */
export function DjMixPage() {
  return (
    <>
      <PageHeader
        title={t('nav.djMix')}
        lead={t('dj.lead')}
        actions={
          <Button asChild variant="secondary">
            <Link to="/mixes">{t('title.djStudio')}</Link>
          </Button>
        }
      />
      <QueryView query={useQuery(firstMixes('newest', 1))} skeleton={<CoverGridSkeleton cards={6} />}>
        {([featured]) => (featured ? <Featured mix={featured} /> : <SampleMix />)}
      </QueryView>
      <Mixes />
      <Tools />
    </>
  );
}

function Mixes() {
  const [q, setQ] = useState('');
  const [chip, setChip] = useState<string>(CHIPS[0]);
  const clear = () => {
    setQ('');
    setChip(CHIPS[0]);
  };
  return (
    <>
      <div className="mt-8 mb-6 flex flex-wrap items-center gap-3">
        <MixSearch value={q} onChange={setQ} />
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">{t('mixes.genre')}</legend>
          {CHIPS.map((name) => (
            <Button
              key={name}
              size="sm"
              variant={name === chip ? 'primary' : 'outline'}
              aria-pressed={name === chip}
              onClick={() => setChip(name)}
            >
              {name === CHIPS[0] ? t('mixes.all') : name}
            </Button>
          ))}
        </fieldset>
      </div>
      <FoundMixes label={t('nav.djMix')} filter={{ q, genre: chip === CHIPS[0] ? '' : chip, sort: 'newest' }} none={null} onClear={clear} />
    </>
  );
}

function Featured({ mix }: { mix: Mix }) {
  const { state, toggle } = usePlayMix(mix);
  const Icon = state === 'playing' ? Pause : Play;
  const about = [mix.djName, mix.genre, mix.bpm && `${Math.round(mix.bpm)} BPM`, mix.duration > 0 && span(mix.duration)];
  return (
    <section className="flex flex-wrap items-center gap-x-6 gap-y-4 rounded-xl border border-line bg-surface p-5">
      <div className="size-32 shrink-0">
        <Cover url={mix.coverImageUrl} seed={mix.title} sizes="128px" eager />
      </div>
      <div className="min-w-0 flex-1">
        <p className="font-semibold text-fg-muted text-sm">{t('mixes.featured')}</p>
        <h2 className="display mt-1 text-2xl">
          <Link to="/mixes/$id" params={{ id: mix.id }} className="hover:underline">
            {mix.title}
          </Link>
        </h2>
        <p className="mt-1 text-fg-muted">{about.filter(Boolean).join(' · ')}</p>
        {isOwnSound(mix.audioUrl) && (
          <Button className="mt-4" aria-label={t(state === 'playing' ? 'mix.pause' : 'mix.play', { title: mix.title })} onClick={toggle}>
            <Icon size={18} aria-hidden className="fill-current" />
            {t(state === 'playing' ? 'player.pause' : 'player.play')}
          </Button>
        )}
        {state !== 'stopped' && <SeekBar className="mt-4 max-w-md" />}
      </div>
    </section>
  );
}

/** What a mix would look like, where there is none: without sound, and with a way to make one. */
const SampleMix = () => (
  <section className="flex flex-wrap items-center gap-x-6 gap-y-4 rounded-xl border border-line bg-surface p-5">
    <div className="size-32 shrink-0">
      <Cover url={null} seed={t('mixes.sample.title')} sizes="128px" eager />
    </div>
    <div className="min-w-0 flex-1">
      <p className="font-semibold text-fg-muted text-sm">{t('mixes.sample')}</p>
      <h2 className="display mt-1 text-2xl">{t('mixes.sample.title')}</h2>
      <p className="mt-1 text-fg-muted">{t('mixes.none')}</p>
      <Button asChild className="mt-4">
        <Link to="/mixes" search={{ tab: 'crear' }}>
          <Disc3 size={18} aria-hidden />
          {t('mixes.record')}
        </Link>
      </Button>
    </div>
  </section>
);
