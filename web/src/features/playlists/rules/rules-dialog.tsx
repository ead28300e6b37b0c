import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { smartFieldsQuery } from '@/api/playlists';
import type { Playlist, SmartField, SmartRules } from '@/api/types';
import { useSavePlaylist } from '@/features/playlists/changes';
import { t } from '@/i18n/playlists';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { toast } from '@/ui/toast/toast-store';
import { toDraft, toRules } from './rules';
import { RulesEditor } from './rules-editor';
import { rulesMissing } from './rules-missing';

/** Edits the rules of a smart playlist. */
export function RulesDialog({ playlist, onClose }: { playlist: Playlist; onClose: () => void }) {
  const fields = useQuery(smartFieldsQuery);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('playlist.editRules')} description={t('playlist.smartLead')} wide>
      <QueryView query={fields} skeleton={<Skeleton className="h-80 w-full" />}>
        {(data) => playlist.rules && <RulesForm id={playlist.id} rules={playlist.rules} fields={data} onDone={onClose} />}
      </QueryView>
    </Dialog>
  );
}

type RulesFormProps = { id: string; rules: SmartRules; fields: SmartField[]; onDone: () => void };

function RulesForm({ id, rules: before, fields, onDone }: RulesFormProps) {
  const [draft, setDraft] = useState(() => toDraft(before));
  const save = useSavePlaylist(id);
  const submit = () => {
    const rules = toRules(draft, fields);
    if (!rules) return rulesMissing();
    const done = () => {
      toast({ title: t('playlist.rulesSaved') });
      onDone();
    };
    save.mutate({ rules }, { onSuccess: done });
  };
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <RulesEditor draft={draft} fields={fields} onChange={setDraft} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="ghost" onClick={onDone}>
          {t('playlist.cancel')}
        </Button>
        <Button type="submit" pending={save.isPending}>
          {t('playlist.save')}
        </Button>
      </div>
    </form>
  );
}
