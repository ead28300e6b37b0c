import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { smartFieldsQuery } from '@/api/playlists';
import type { SmartField } from '@/api/types';
import { useCreatePlaylist } from '@/features/playlists/changes';
import { made } from '@/features/playlists/create-dialog';
import { t } from '@/i18n/playlists';
import { closePlaylistDialog } from '@/lib/playlists';
import { nameRequired } from '@/things/playlist/details-form';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Field } from '@/ui/field';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { Switch } from '@/ui/switch';
import { toast } from '@/ui/toast/toast-store';
import { newDraft, toRules } from './rules';
import { RulesEditor } from './rules-editor';
import { rulesMissing } from './rules-missing';

/** Creates a smart playlist. */
export function NewSmartDialog() {
  const fields = useQuery(smartFieldsQuery);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && closePlaylistDialog()}
      title={t('playlist.newSmart')}
      description={t('playlist.smartLead')}
      wide
    >
      <QueryView query={fields} skeleton={<Skeleton className="h-80 w-full" />}>
        {(data) => <NewSmartForm fields={data} />}
      </QueryView>
    </Dialog>
  );
}

function NewSmartForm({ fields }: { fields: SmartField[] }) {
  const [name, setName] = useState('');
  const [isPublic, setPublic] = useState(true);
  const [draft, setDraft] = useState(() => newDraft(fields));
  const create = useCreatePlaylist();
  const navigate = useNavigate();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return nameRequired();
    const rules = toRules(draft, fields);
    if (!rules) return rulesMissing();
    const playlist = await made(create.mutateAsync({ name: name.trim(), description: '', isPublic, kind: 'smart', rules }));
    if (!playlist) return;
    closePlaylistDialog();
    toast({ title: t('playlist.created'), description: t('playlist.createdText') });
    void navigate({ to: '/playlists/$playlistId', params: { playlistId: playlist.id } });
  };
  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <Field
        label={t('playlist.name')}
        value={name}
        maxLength={100}
        autoFocus
        autoComplete="off"
        aria-required
        onChange={({ target }) => setName(target.value)}
      />
      <RulesEditor draft={draft} fields={fields} onChange={setDraft} />
      <Switch
        label={t('playlist.public')}
        hint={t('playlist.publicHint')}
        checked={isPublic}
        onChange={({ target }) => setPublic(target.checked)}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="ghost" onClick={closePlaylistDialog}>
          {t('playlist.cancel')}
        </Button>
        <Button type="submit" pending={create.isPending}>
          {t('playlist.create')}
        </Button>
      </div>
    </form>
  );
}
