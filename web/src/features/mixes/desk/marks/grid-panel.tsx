import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { analysisQuery, type GridSegment } from '@/api/analysis';
import { request } from '@/api/client';
import { messageOf } from '@/api/error';
import { METERS, WHOLE } from '@/dj/beat/edit';
import { type Grid, gridOf } from '@/dj/beat/grid';
import { segmentsOf } from '@/dj/beat/segments';
import type { Deck } from '@/dj/deck/deck';
import { t } from '@/i18n/desk';
import { toast } from '@/ui/toast/toast-store';
import { Pad } from '../controls';
import { useWatched } from '../use-watched';
import { useGridEdit } from './use-grid-edit';

type Edit = ReturnType<typeof useGridEdit>;

/** Corrects the beat grid of the track on a deck. */
export function GridPanel({ deck, onClose }: { deck: Deck; onClose: () => void }) {
  const edit = useGridEdit(deck);
  const { isPlaying } = useWatched(deck);
  return (
    <section aria-label={t('desk.grid')} className="desk-grid">
      {!edit.grid && <p className="desk-note">{t('desk.grid.none')}</p>}
      <Tempo edit={edit} isPlaying={isPlaying} />
      {edit.grid && (
        <>
          <Shift edit={edit} />
          <Here edit={edit} grid={edit.grid} />
        </>
      )}
      {edit.wrong && (
        <p role="alert" className="text-danger text-sm">
          {t(`desk.grid.wrong.${edit.wrong}`)}
        </p>
      )}
      <Save deck={deck} edit={edit} onClose={onClose} />
    </section>
  );
}

function Tempo({ edit, isPlaying }: { edit: Edit; isPlaying: boolean }) {
  const shown = edit.bpm?.toFixed(2) ?? '';
  const noGrid = edit.grid ? null : t('desk.why.noGrid');
  const take = (text: string) => text !== shown && text !== '' && edit.setTempo(Number(text.replace(',', '.')));
  return (
    <div className="desk-grid-row">
      <span aria-hidden className="desk-label">
        {t('desk.bpm')}
      </span>
      <input
        key={shown}
        defaultValue={shown}
        inputMode="decimal"
        aria-label={t('desk.bpm')}
        onBlur={({ target }) => take(target.value)}
        onKeyDown={(event) => event.key === 'Enter' && take(event.currentTarget.value)}
      />
      <Pad why={noGrid} aria-label={t('desk.grid.half')} onClick={() => edit.scale(0.5)}>
        ½×
      </Pad>
      <Pad why={noGrid} aria-label={t('desk.grid.twice')} onClick={() => edit.scale(2)}>
        2×
      </Pad>
      <Pad why={isPlaying ? null : t('desk.why.paused')} data-tooltip={t('desk.grid.tapHint')} onClick={edit.tap}>
        {t('desk.grid.tap')}
        {edit.taps > 0 && ` ${edit.taps}`}
      </Pad>
      {!isPlaying && <span className="desk-note">{t('desk.grid.tapHint')}</span>}
    </div>
  );
}

function Shift({ edit }: { edit: Edit }) {
  return (
    <div className="desk-grid-row">
      <span aria-hidden className="desk-label">
        {t('desk.grid.shift')}
      </span>
      {[-10, -1, 1, 10].map((ms) => (
        <Pad key={ms} aria-label={t('desk.grid.shiftMs', { ms })} onClick={() => edit.shift(ms)}>
          {`${signed(ms)} ms`}
        </Pad>
      ))}
      {([-0.25, 0.25, 0.5] as const).map((beats) => (
        <Pad key={beats} aria-label={t('desk.grid.shiftBeats', { beats })} onClick={() => edit.shiftBeats(beats)}>
          {`${beats === 0.5 ? '½' : `${beats < 0 ? '−' : '+'}¼`} ${t('desk.grid.beat')}`}
        </Pad>
      ))}
    </div>
  );
}

const signed = (n: number) => (n < 0 ? `−${-n}` : `+${n}`);

function Here({ edit, grid }: { edit: Edit; grid: Grid }) {
  return (
    <div className="desk-grid-row">
      <span aria-hidden className="desk-label">
        {t('desk.grid.here')}
      </span>
      <Pad data-tooltip={t('desk.grid.beatHint')} onClick={edit.beatHere}>
        {t('desk.grid.beatHere')}
      </Pad>
      <Pad data-tooltip={t('desk.grid.downbeatHint')} onClick={edit.downbeatHere}>
        {t('desk.grid.downbeatHere')}
      </Pad>
      <Pad pressed={edit.scope !== WHOLE} data-tooltip={t('desk.grid.fromHint')} onClick={() => edit.fromHere(edit.scope === WHOLE)}>
        {t('desk.grid.fromHere')}
      </Pad>
      <select aria-label={t('desk.grid.meter')} value={grid.meter} onChange={({ target }) => edit.setMeter(Number(target.value))}>
        {[...new Set([...METERS, grid.meter])].map((meter) => (
          <option key={meter} value={meter}>
            {t('desk.grid.perBar', { n: meter })}
          </option>
        ))}
      </select>
    </div>
  );
}

/** The tempo of the longest run: what lists show. */
const tempoOf = (segments: readonly GridSegment[]) => [...segments].sort((a, b) => b.beats - a.beats)[0]?.bpm ?? null;

function Save({ deck, edit, onClose }: { deck: Deck; edit: Edit; onClose: () => void }) {
  const { track, ownGrid } = useWatched(deck);
  const [failed, setFailed] = useState('');
  const [isSaving, setSaving] = useState(false);
  const { data } = useQuery({ ...analysisQuery(track?.id ?? ''), enabled: track?.id != null });
  const { grid } = edit;
  const unchanged = edit.isChanged ? null : t('desk.why.unchanged');
  const forMe = () => {
    deck.marks.setGrid(grid === deck.marks.measured ? null : grid);
    edit.saved(grid);
    toast({ title: t('desk.grid.savedForMe') });
  };
  const forAll = async () => {
    if (!track?.id || !grid) return;
    setSaving(true);
    setFailed('');
    try {
      const sound = data?.analysis;
      const segments = segmentsOf(grid, sound ? sound.samples / sound.sampleRate : track.duration);
      const body = { grid: segments, downbeat: grid.downbeat, meter: grid.meter, bpm: tempoOf(segments) };
      const { analysis } = await request(`/api/tracks/${track.id}/analysis`, { method: 'PATCH', body });
      const kept = analysis ? gridOf(analysis) : grid;
      deck.marks.adopt(kept);
      edit.saved(kept);
      toast({ title: t('desk.grid.savedForAll') });
    } catch (error) {
      setFailed(messageOf(error, t('desk.grid.failed'), ['grid', 'downbeat', 'meter', 'detail']));
    }
    setSaving(false);
  };
  return (
    <>
      {failed && (
        <p role="alert" className="text-danger text-sm">
          {failed}
        </p>
      )}
      <div className="desk-grid-row desk-grid-end">
        <Pad why={unchanged} aria-label={t('desk.grid.undo')} onClick={edit.undo}>
          <Undo2 size={14} aria-hidden />
        </Pad>
        <Pad
          why={grid === deck.marks.measured ? t('desk.why.measured') : null}
          data-tooltip={t('desk.grid.resetHint')}
          onClick={edit.reset}
        >
          {t('desk.grid.reset')}
        </Pad>
        {data?.mayEdit && (
          <Pad disabled={isSaving} why={grid ? !ownGrid && unchanged : t('desk.why.noGrid')} onClick={() => void forAll()}>
            {t('desk.grid.forAll')}
          </Pad>
        )}
        <Pad why={unchanged} onClick={forMe}>
          {t('desk.grid.forMe')}
        </Pad>
        <Pad onClick={onClose}>{t('desk.grid.close')}</Pad>
      </div>
    </>
  );
}
