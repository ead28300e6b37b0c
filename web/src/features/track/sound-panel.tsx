import { useQuery } from '@tanstack/react-query';
import { RotateCcw, SlidersHorizontal, ZoomIn, ZoomOut } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { type Analysis, analysisQuery, peaksQuery, type Sound } from '@/api/analysis';
import type { Track } from '@/api/types';
import { language, t } from '@/i18n/analysis';
import { percent, time } from '@/lib/format';
import { lazily } from '@/lib/until-loaded';
import { usePlayer } from '@/player/view/use-player';
import { Shelf } from '@/things/list/card-grid';
import { useMayEdit } from '@/things/track/editing';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { IconButton } from '@/ui/icon-button';
import { Skeleton } from '@/ui/skeleton';
import { GridPreview } from './grid-preview';
import { useAnalyseAgain } from './sound-queries';
import { joined } from './waveform';
import { WaveformView } from './waveform-view';

const CorrectDialog = lazily(() => import('./correct-dialog').then((m) => m.CorrectDialog));

const NEAREST = 2; // seconds across the picture at the highest zoom

/** The analysis of a song: its waveform with sections, beats and cues, its tempo, key and loudness. */
export function SoundPanel({ track }: { track: Track }) {
  const { data } = useQuery(analysisQuery(track.id));
  const mayCorrect = useMayEdit()(track);
  if (!data) return <Loading className="mt-10 h-64 w-full" />;
  return (
    <Shelf title={t('sound.title')} more={mayCorrect && data.state !== 'off' && <Tools track={track} analysis={data} />}>
      {data.analysis ? <Picture track={track} sound={data.analysis} edit={data.edit} /> : <Absent analysis={data} />}
    </Shelf>
  );
}

const Loading = ({ className }: { className: string }) => (
  <div role="status" aria-label={t('ui.loading')}>
    <Skeleton className={className} />
  </div>
);

function Absent({ analysis: { state, reason } }: { analysis: Analysis }) {
  return (
    <p className="max-w-[65ch] text-fg-muted">
      {state === 'failed' ? t('sound.failed', { reason }) : t(`sound.${state === 'off' ? 'off' : 'waiting'}`)}
    </p>
  );
}

function Tools({ track, analysis: { analysis: sound, edit } }: { track: Track; analysis: Analysis }) {
  const again = useAnalyseAgain(track.id);
  const [correcting, setCorrecting] = useState<boolean>();
  return (
    <span className="flex gap-2">
      <Button size="sm" variant="ghost" pending={again.isPending} onClick={() => again.mutate()}>
        <RotateCcw size={16} aria-hidden />
        {t('sound.again')}
      </Button>
      {sound && (
        <Button size="sm" variant="outline" onClick={() => setCorrecting(true)}>
          <SlidersHorizontal size={16} aria-hidden />
          {t('correct.open')}
        </Button>
      )}
      {correcting !== undefined && sound && (
        <Suspense>
          <CorrectDialog
            trackId={track.id}
            sound={sound}
            corrected={edit !== null}
            preview={(next) => <GridPreview trackId={track.id} sound={sound} edit={next} />}
            open={correcting}
            onOpenChange={setCorrecting}
          />
        </Suspense>
      )}
    </span>
  );
}

type PictureProps = { track: Track; sound: Sound; edit: Analysis['edit'] };

function Picture({ track, sound, edit }: PictureProps) {
  const peaks = useQuery(peaksQuery(track.id));
  const player = usePlayer();
  const [zoom, setZoom] = useState(1);
  const largest = 2 ** Math.max(0, Math.ceil(Math.log2(track.duration / NEAREST)));
  const playFrom = (seconds: number) => {
    if (!player.isCurrent(track.id)) player.play([track], 0, { kind: 'track', title: track.title, href: `/tracks/${track.id}` });
    player.seek(seconds);
    player.resume();
  };
  return (
    <>
      <div className="relative">
        {peaks.error && <p className="text-fg-muted">{t('sound.waiting')}</p>}
        {peaks.data ? (
          <WaveformView
            trackId={track.id}
            title={track.title}
            duration={track.duration}
            peaks={peaks.data}
            sound={sound}
            zoom={zoom}
            onSeek={playFrom}
          />
        ) : (
          !peaks.error && <Loading className="h-44 w-full" />
        )}
        <fieldset className="mt-2 flex justify-end gap-1">
          <legend className="sr-only">{t('sound.zoom')}</legend>
          <IconButton icon={ZoomOut} size="sm" label={t('sound.zoomOut')} disabled={zoom === 1} onClick={() => setZoom(zoom / 2)} />
          <IconButton icon={ZoomIn} size="sm" label={t('sound.zoomIn')} disabled={zoom >= largest} onClick={() => setZoom(zoom * 2)} />
        </fieldset>
      </div>
      <Facts sound={sound} edit={edit} />
      <Places sound={sound} onSeek={playFrom} />
    </>
  );
}

function Facts({ sound, edit }: { sound: Sound; edit: Analysis['edit'] }) {
  const { tempo, grid, key, loudness } = sound;
  const { integrated, truePeak } = loudness;
  return (
    <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-5 @2xl:grid-cols-5">
      <Fact
        label={t('sound.tempo')}
        value={tempo.bpm !== null ? t('sound.bpm', { n: decimals(tempo.bpm, 1) }) : t('sound.noBeat')}
        corrected={edit?.bpm != null}
      >
        {[
          grid.length > 1 && t('sound.varies'),
          tempo.bpm !== null && tempo.alt !== null && t('sound.or', { n: decimals(tempo.alt, 1) }),
          tempo.bpm !== null && edit?.bpm == null && t('sound.sure', { n: percent(tempo.confidence * 100) }),
        ]}
      </Fact>
      <Fact label={t('sound.key')} value={key || t('sound.noKey')} corrected={edit?.key != null}>
        {[
          key !== '' && t('sound.keyNames', { camelot: sound.camelot, openKey: sound.openKey }),
          key !== '' && edit?.key == null && t('sound.sure', { n: percent(sound.keyTrust * 100) }),
        ]}
      </Fact>
      <Fact
        label={t('sound.meter')}
        value={sound.meter !== null ? t('sound.meterValue', { n: sound.meter }) : '–'}
        corrected={edit?.meter != null}
      />
      <Fact label={t('sound.loudness')} value={integrated === null ? t('sound.silent') : t('sound.lufs', { n: decimals(integrated, 1) })}>
        {[truePeak !== null && t('sound.truePeak', { n: decimals(truePeak, 1) })]}
      </Fact>
      <Fact label={t('sound.energy')} value={percent(sound.energy * 100)} />
    </dl>
  );
}

type FactProps = { label: string; value: string; corrected?: boolean; children?: (string | false)[] };

function Fact({ label, value, corrected = false, children = [] }: FactProps) {
  return (
    <div>
      <dt className="text-fg-muted text-sm">{label}</dt>
      <dd>
        <span className="display tnum block text-xl">{value}</span>
        <span className="tnum block text-fg-muted text-sm">{children.filter(Boolean).join(' · ')}</span>
        {corrected && <Badge tone="accent">{t('sound.corrected')}</Badge>}
      </dd>
    </div>
  );
}

/** The sections and cues as a list to jump to, for people who do not see the picture. */
function Places({ sound, onSeek }: { sound: Sound; onSeek: (seconds: number) => void }) {
  const places: { at: number; text: ReactNode }[] = [
    ...joined(sound.sections).map(({ start, end, label }) => ({
      at: start,
      text: t('sound.sectionFrom', { label: t(`sound.section.${label}`), from: time(start), to: time(end) }),
    })),
    ...sound.cues.map(({ at, kind }) => ({ at, text: t('sound.cueAt', { label: t(`sound.cue.${kind}`), at: time(at) }) })),
  ].sort((a, b) => a.at - b.at);
  if (places.length === 0) return null;
  return (
    <details className="mt-4">
      <summary className="cursor-pointer text-fg-muted text-sm hover:text-fg">{t('sound.sections')}</summary>
      <ul className="mt-2 flex flex-wrap gap-2">
        {places.map(({ at, text }) => (
          <li key={`${at} ${text}`}>
            <Button size="sm" variant="secondary" onClick={() => onSeek(at)}>
              {text}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}

const decimals = (n: number, digits: number) => n.toLocaleString(language(), { maximumFractionDigits: digits });
