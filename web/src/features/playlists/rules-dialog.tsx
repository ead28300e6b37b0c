import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { smartFieldsQuery } from '@/api/playlists';
import type { Playlist, SmartField, SmartRules } from '@/api/types';
import { t } from '@/i18n/playlists';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { toast } from '@/ui/toast-store';
import { useSavePlaylist } from './changes';
import { rulesMissing } from './new-smart-dialog';
import { toDraft, toRules } from './rules';
import { RulesEditor } from './rules-editor';

type RulesDialogProps = { playlist: Playlist; rules: SmartRules; onClose: () => void };

/** Changes what a smart playlist follows. */
export function RulesDialog({ playlist, rules, onClose }: RulesDialogProps) {
  const fields = useQuery(smartFieldsQuery);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('playlist.editRules')} description={t('playlist.smartLead')} wide>
      <QueryView query={fields} skeleton={<Skeleton className="h-80 w-full" />}>
        {(data) => <RulesForm id={playlist.id} rules={rules} fields={data} onDone={onClose} />}
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
