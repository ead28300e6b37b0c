import { CircleCheck, Pause, Pencil, Play, RotateCcw, TriangleAlert, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { t } from '@/i18n/upload';
import { seedOf } from '@/lib/art';
import { bytes, longTime, percent, time } from '@/lib/format';
import { Cover } from '@/ui/cover';
import { IconButton } from '@/ui/icon-button';
import { WayOn } from '@/ui/plan/plan-lock';
import { ProgressBar } from '@/ui/progress-bar';
import { Spinner } from '@/ui/spinner';
import { DraftFields } from './draft-fields';
import { DuplicateNotice } from './duplicate-notice';
import { pause, remove, resume } from './queue';
import type { UploadItem } from './types';

/** A file of the upload queue: its progress, its tags and its actions. */
export function UploadRow({ item }: { item: UploadItem }) {
  const [open, setOpen] = useState(false);
  const { file, draft, state, result } = item;
  return (
    <li className="py-3">
      <div className="flex items-center gap-3">
        <Cover url={result?.coverImageUrl ?? null} seed={seedOf(draft)} sizes="44px" className="size-11 rounded-sm" />
        <div className="min-w-0 flex-1">
          <p className="truncate font-semibold">{state === 'refused' ? file.name : draft.title}</p>
          <p className="truncate text-fg-muted text-sm">
            {state !== 'refused' &&
              [draft.artist, draft.album, result && time(result.duration), result?.format].filter(Boolean).join(' · ')}
          </p>
        </div>
        <Controls item={item} />
        {state !== 'refused' && (
          <IconButton
            icon={Pencil}
            size="sm"
            label={t('upload.details', { name: file.name })}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          />
        )}
        <IconButton
          icon={X}
          size="sm"
          label={t('upload.remove', { name: file.name })}
          disabled={state === 'saving'}
          onClick={() => remove([item.id], { discard: true })}
        />
      </div>
      <Progress item={item} />
      {item.problem && (
        <p role="alert" className="mt-1 flex items-start gap-1.5 text-danger text-sm">
          <TriangleAlert size={16} aria-hidden className="mt-0.5 shrink-0" />
          <span>
            {item.problem} <WayOn error={item.error} />
          </span>
        </p>
      )}
      <DuplicateNotice item={item} />
      {open && <DraftFields item={item} />}
    </li>
  );
}

function Controls({ item: { id, state, file } }: { item: UploadItem }) {
  if (state === 'sending')
    return <IconButton icon={Pause} size="sm" label={t('upload.pause', { name: file.name })} onClick={() => pause(id)} />;
  if (state === 'paused')
    return <IconButton icon={Play} size="sm" label={t('upload.resume', { name: file.name })} onClick={() => resume(id)} />;
  if (state === 'failed')
    return <IconButton icon={RotateCcw} size="sm" label={t('upload.retry', { name: file.name })} onClick={() => resume(id)} />;
  return null;
}

function Progress({ item }: { item: UploadItem }) {
  const { state, sent, file } = item;
  const share = file.size > 0 ? sent / file.size : 0;
  const moving = state === 'sending' || state === 'paused' || state === 'failed';
  return (
    <>
      {moving && <ProgressBar className="mt-2" label={t('upload.progress', { name: file.name })} value={share} max={1} />}
      <p className="tnum mt-1 flex flex-wrap items-center gap-x-2 text-fg-muted text-sm">{words(item, share)}</p>
    </>
  );
}

function words({ state, sent, speed, retrying, file }: UploadItem, share: number): ReactNode {
  if (retrying && state === 'sending') return <span role="status">{t('upload.retrying')}</span>;
  switch (state) {
    case 'waiting':
      return t('upload.state.waiting');
    case 'paused':
      return t('upload.state.paused', { share: percent(share * 100) });
    case 'sending':
      return [
        t('upload.state.sending', { sent: bytes(sent), total: bytes(file.size) }),
        speed > 0 && t('upload.speed', { speed: bytes(Math.round(speed)) }),
        speed > 0 && t('upload.remaining', { time: longTime(Math.ceil((file.size - sent) / speed)) }),
      ]
        .filter(Boolean)
        .join(' · ');
    case 'checking':
    case 'saving':
      return (
        <>
          <Spinner size={14} /> {t(`upload.state.${state}`)}
        </>
      );
    case 'ready':
      return (
        <>
          <CircleCheck size={14} aria-hidden /> {t('upload.state.ready')} · {bytes(file.size)}
        </>
      );
    default:
      return bytes(file.size);
  }
}
