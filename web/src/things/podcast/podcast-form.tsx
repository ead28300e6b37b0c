import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { request } from '@/api/client';
import { ApiError, messageOf } from '@/api/error';
import { PODCASTS, podcastQuery, refreshPodcasts } from '@/api/podcasts';
import type { Podcast } from '@/api/types';
import { uploadFile } from '@/api/upload';
import { language, t } from '@/i18n/podcasts';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { Switch } from '@/ui/switch';
import { TextArea } from '@/ui/text-area';
import { toast } from '@/ui/toast/toast-store';

/** Apple's main categories, by their names in the feed. */
const CATEGORIES = [
  'Arts',
  'Business',
  'Comedy',
  'Education',
  'Fiction',
  'Government',
  'Health & Fitness',
  'History',
  'Kids & Family',
  'Leisure',
  'Music',
  'News',
  'Religion & Spirituality',
  'Science',
  'Society & Culture',
  'Sports',
  'Technology',
  'True Crime',
  'TV & Film',
];

const startOf = (podcast?: Podcast) => ({
  title: podcast?.title ?? '',
  author: podcast?.author ?? '',
  description: podcast?.description ?? '',
  language: podcast?.language ?? language(),
  category: podcast?.categories[0] ?? '',
  email: podcast?.email ?? '',
  explicit: podcast?.explicit ?? false,
  isPublic: podcast?.isPublic ?? true,
});

/** The details of a person's own podcast; saving a new one opens its page. */
export function PodcastForm({ podcast, onDone }: { podcast?: Podcast; onDone: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [fields, setFields] = useState(() => startOf(podcast));
  const [cover, setCover] = useState<File>();
  const [tried, setTried] = useState(false);
  const save = useMutation({
    mutationFn: async () => {
      const { category, ...rest } = fields;
      const body = { ...rest, categories: category ? [category, ...(podcast?.categories.slice(1) ?? [])] : [] };
      const saved = await request(podcast ? `${PODCASTS}/${podcast.id}` : PODCASTS, { method: podcast ? 'PUT' : 'POST', body });
      return cover ? uploadFile(`${PODCASTS}/${saved.id}/cover`, cover, () => undefined) : saved;
    },
    onSuccess: (saved) => {
      client.setQueryData(podcastQuery(saved.id).queryKey, saved);
      toast({ title: podcast ? t('podcast.saved') : t('podcast.created', { title: saved.title }) });
      void refreshPodcasts(client);
      onDone();
      if (!podcast) void navigate({ to: '/podcasts/$id', params: { id: saved.id } });
    },
    onError: (error) => toast({ tone: 'danger', title: t('podcast.failed'), description: messageOf(error, t('ui.loadFailedText')) }),
  });
  const errors = save.error instanceof ApiError ? save.error.fieldErrors : {};
  const change = (next: Partial<typeof fields>) => setFields({ ...fields, ...next });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (fields.title.trim() !== '') save.mutate();
  };
  const text = (name: 'title' | 'author' | 'language' | 'email') => ({
    value: fields[name],
    error: tried && name === 'title' && fields.title.trim() === '' ? t('podcast.required') : errors[name]?.[0],
    onChange: ({ target }: { target: HTMLInputElement }) => change({ [name]: target.value }),
  });
  return (
    <form noValidate className="grid grid-cols-[minmax(0,1fr)] gap-5" onSubmit={submit}>
      <Field label={t('podcast.title')} maxLength={200} aria-required {...text('title')} />
      <TextArea
        label={t('podcast.description')}
        rows={4}
        maxLength={4000}
        error={errors.description?.[0]}
        value={fields.description}
        onChange={({ target }) => change({ description: target.value })}
      />
      <label className="grid gap-1.5 font-semibold text-sm">
        {t('podcast.cover')}
        <input
          type="file"
          accept="image/jpeg,image/png,image/webp"
          className="w-full min-w-0 font-normal text-base file:mr-3 file:h-10 file:rounded-full file:border file:border-control-line file:bg-surface file:px-4 file:font-semibold"
          onChange={({ target }) => setCover(target.files?.[0])}
        />
      </label>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label={t('podcast.author')} maxLength={200} {...text('author')} />
        <label className="grid gap-1.5 font-semibold text-sm">
          {t('podcast.category')}
          <select
            value={fields.category}
            onChange={({ target }) => change({ category: target.value })}
            className="h-11 w-full cursor-pointer rounded-md border border-control-line bg-surface px-3 font-normal text-base"
          >
            {[...new Set(['', fields.category, ...CATEGORIES])].map((name) => (
              <option key={name} value={name}>
                {name || '—'}
              </option>
            ))}
          </select>
        </label>
        <Field label={t('podcast.language')} hint={t('podcast.languageHint')} maxLength={20} {...text('language')} />
        <Field label={t('podcast.email')} hint={t('podcast.emailHint')} type="email" maxLength={254} {...text('email')} />
      </div>
      <Switch label={t('podcast.explicit')} checked={fields.explicit} onChange={({ target }) => change({ explicit: target.checked })} />
      <Switch
        label={t('podcast.public')}
        hint={t('podcast.publicHint')}
        checked={fields.isPublic}
        onChange={({ target }) => change({ isPublic: target.checked })}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="ghost" onClick={onDone}>
          {t('podcast.cancel')}
        </Button>
        <Button type="submit" pending={save.isPending}>
          {t(podcast ? 'podcast.save' : 'podcast.create')}
        </Button>
      </div>
    </form>
  );
}
