import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useSession } from '@/api/auth/session';
import { request } from '@/api/client';
import { ApiError, messageOf } from '@/api/error';
import { chaptersQuery, EPISODES, episodeQuery, PODCASTS, refreshPodcasts } from '@/api/podcasts';
import { apiQuery, pagedList } from '@/api/query-client';
import type { Chapter, Episode } from '@/api/types';
import { t } from '@/i18n/podcasts';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Field } from '@/ui/field';
import { RowsSkeleton } from '@/ui/rows-skeleton';
import { Switch } from '@/ui/switch';
import { TextArea } from '@/ui/text-area';
import { toast } from '@/ui/toast/toast-store';
import { UploadButton } from '@/ui/upload-button';
import { bodyOf, type EpisodeFields, fieldsOf } from './episode-fields';

type EpisodeDialogProps = { podcastId: string; episode?: Episode; onClose: () => void };

/** Publishes an episode, or edits one. */
export function EpisodeDialog({ podcastId, episode, onClose }: EpisodeDialogProps) {
  const whole = useQuery({ ...episodeQuery(episode?.id ?? ''), enabled: episode !== undefined, staleTime: 0 });
  const chapters = useQuery({ ...chaptersQuery(episode?.id ?? ''), enabled: episode !== undefined, staleTime: 0 });
  const ready = !episode || (whole.isFetchedAfterMount && chapters.isFetchedAfterMount);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t(episode ? 'podcast.editEpisode' : 'podcast.addEpisode')} wide>
      {ready ? (
        <Form podcastId={podcastId} episode={whole.data} chapters={chapters.data ?? []} onClose={onClose} />
      ) : (
        <RowsSkeleton rowHeight={72} />
      )}
    </Dialog>
  );
}

function Form({ podcastId, episode, chapters, onClose }: EpisodeDialogProps & { chapters: Chapter[] }) {
  const client = useQueryClient();
  const [fields, setFields] = useState(() => fieldsOf(episode, chapters));
  const [tried, setTried] = useState(false);
  const save = useMutation({
    mutationFn: () =>
      episode
        ? request(`${EPISODES}/${episode.id}`, { method: 'PUT', body: bodyOf(fields) })
        : request(`${PODCASTS}/${podcastId}/episodes`, { method: 'POST', body: bodyOf(fields) }),
    onSuccess: async () => {
      toast({ title: t('podcast.saved') });
      onClose();
      await refreshPodcasts(client);
    },
    onError: (error) => toast({ tone: 'danger', title: t('podcast.failed'), description: messageOf(error, t('ui.loadFailedText')) }),
  });
  const errors = save.error instanceof ApiError ? save.error.fieldErrors : {};
  const change = (next: Partial<EpisodeFields>) => setFields((now) => ({ ...now, ...next }));
  const needed = (name: 'title' | 'audio' | 'publishAt') =>
    tried && fields[name].trim() === '' ? t('podcast.required') : errors[name]?.[0];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (fields.title.trim() !== '' && fields.audio !== '' && (fields.state !== 'scheduled' || fields.publishAt !== '')) save.mutate();
  };
  const text = (name: 'title' | 'season' | 'number' | 'publishAt') => ({
    value: fields[name],
    onChange: ({ target }: { target: HTMLInputElement }) => change({ [name]: target.value }),
  });
  return (
    <form noValidate className="grid grid-cols-[minmax(0,1fr)] gap-5" onSubmit={submit}>
      <Field label={t('podcast.title')} maxLength={200} aria-required error={needed('title')} {...text('title')} />
      <AudioChoice value={fields.audio} error={needed('audio')} onChange={(audio) => change({ audio })} />
      <TextArea
        label={t('podcast.notes')}
        rows={5}
        maxLength={40_000}
        value={fields.description}
        error={errors.description?.[0]}
        onChange={({ target }) => change({ description: target.value })}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label={t('podcast.season', { n: '' }).trim()}
          inputMode="numeric"
          maxLength={5}
          error={errors.season?.[0]}
          {...text('season')}
        />
        <Field
          label={t('podcast.number', { n: '' }).trim()}
          inputMode="numeric"
          maxLength={6}
          error={errors.episode?.[0]}
          {...text('number')}
        />
        <StateChoice value={fields.state} onChange={(state) => change({ state })} />
        {fields.state === 'scheduled' && (
          <Field label={t('podcast.publishAt')} type="datetime-local" aria-required error={needed('publishAt')} {...text('publishAt')} />
        )}
      </div>
      <LongTexts fields={fields} errors={errors} onChange={change} />
      <Switch label={t('podcast.explicit')} checked={fields.explicit} onChange={({ target }) => change({ explicit: target.checked })} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="ghost" onClick={onClose}>
          {t('podcast.cancel')}
        </Button>
        <Button type="submit" pending={save.isPending}>
          {t('podcast.save')}
        </Button>
      </div>
    </form>
  );
}

type StateChoiceProps = { value: EpisodeFields['state']; onChange: (state: EpisodeFields['state']) => void };

function StateChoice({ value, onChange }: StateChoiceProps) {
  return (
    <label className="grid content-start gap-1.5 font-semibold text-sm">
      {t('podcast.state')}
      <select
        value={value}
        onChange={({ target }) => onChange(target.value as EpisodeFields['state'])}
        className="h-11 w-full cursor-pointer rounded-md border border-control-line bg-surface px-3 font-normal text-base"
      >
        {(['published', 'draft', 'scheduled'] as const).map((state) => (
          <option key={state} value={state}>
            {t(`podcast.state.${state}`)}
          </option>
        ))}
      </select>
    </label>
  );
}

type LongTextsProps = { fields: EpisodeFields; errors: Record<string, string[]>; onChange: (change: Partial<EpisodeFields>) => void };

/** The chapters and the transcript, folded away at first. */
function LongTexts({ fields, errors, onChange }: LongTextsProps) {
  return (
    <details className="rounded-lg border border-line px-4 py-3">
      <summary className="cursor-pointer font-semibold">
        {t('podcast.chapters')} · {t('podcast.transcript')}
      </summary>
      <div className="grid gap-5 pt-4">
        <TextArea
          label={`${t('podcast.chapters')} (${t('podcast.chaptersHint')})`}
          rows={4}
          value={fields.chapters}
          error={errors.chapters?.[0]}
          onChange={({ target }) => onChange({ chapters: target.value })}
        />
        <TextArea
          label={`${t('podcast.transcript')} (${t('podcast.transcriptHint')})`}
          rows={4}
          value={fields.transcript}
          error={errors.transcript?.[0]}
          onChange={({ target }) => onChange({ transcript: target.value })}
        />
      </div>
    </details>
  );
}

/** One of the person's uploads or mixes; operators can choose any mix. */
function AudioChoice({ value, error, onChange }: { value: string; error?: string; onChange: (audio: string) => void }) {
  const client = useQueryClient();
  const isAdmin = useSession().user?.role === 'admin';
  const tracks = useInfiniteQuery({ ...pagedList(['/api/account/tracks']), staleTime: 0 });
  const mixes = useQuery({ ...apiQuery(['/api/mixes', { limit: 200, show: isAdmin ? undefined : 'own' }]), staleTime: 0 });
  const options = [
    ...(tracks.data?.pages.flatMap(({ items }) => items) ?? []).map(({ id, title }) => ({ value: `track:${id}`, label: title })),
    ...(mixes.data ?? []).map(({ id, title }) => ({ value: `mix:${id}`, label: title })),
  ];
  const uploaded = async ([id]: readonly string[]) => {
    await client.invalidateQueries({ queryKey: ['/api/account/tracks'] });
    if (id) onChange(`track:${id}`);
  };
  const known = value === '' || options.some((option) => option.value === value);
  return (
    <div className="grid gap-1.5">
      <label className="grid gap-1.5 font-semibold text-sm">
        {t('podcast.audio')}
        <select
          value={value}
          aria-required
          aria-invalid={error ? true : undefined}
          onChange={({ target }) => onChange(target.value)}
          className="h-11 w-full cursor-pointer rounded-md border border-control-line bg-surface px-3 font-normal text-base aria-invalid:border-danger"
        >
          <option value="">{t('podcast.chooseAudio')}</option>
          {!known && <option value={value}>{t('podcast.audio')}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </label>
      <p className="text-fg-muted text-sm">{t(options.length === 0 ? 'podcast.audioNone' : 'podcast.audioHint')}</p>
      {error && (
        <p role="alert" className="text-danger text-sm">
          {error}
        </p>
      )}
      <UploadButton size="sm" variant="secondary" className="justify-self-start" onUploaded={uploaded} />
    </div>
  );
}
