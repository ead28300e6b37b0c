import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '@/api/client';
import type { Import } from '@/api/types';
import { language, t } from '@/i18n/settings';
import { moment } from '@/lib/format';
import { AskDialog } from '@/ui/ask-dialog';
import { Button } from '@/ui/button';
import { Group, Row } from '@/ui/group';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { ImportDialog } from './import-dialog';
import { importsQuery, useChange } from './queries';

/** What the person brought from other services, and a way to bring more. */
export function ImportsSection() {
  const [open, setOpen] = useState(false);
  return (
    <Group id="import" title={t('imports.title')} lead={t('imports.lead')}>
      <QueryView query={useQuery(importsQuery)} skeleton={<Skeleton className="my-4 h-12 w-full" />}>
        {(list) => list.map((item) => <ImportRow key={item.id} item={item} />)}
      </QueryView>
      <div className="py-4">
        <Button variant="secondary" onClick={() => setOpen(true)}>
          {t('imports.begin')}
        </Button>
      </div>
      {open && <ImportDialog onClose={() => setOpen(false)} />}
    </Group>
  );
}

function ImportRow({ item }: { item: Import }) {
  const { plays, likes, playlists } = item;
  const undo = useChange((id: string) => request(`/api/account/imports/${id}`, { method: 'DELETE' }), t('imports.undone'));
  const made = [
    plays > 0 && t('imports.plays', { n: plays }),
    likes > 0 && t('imports.likes', { n: likes }),
    playlists > 0 && t('imports.playlists', { n: playlists }),
  ];
  return (
    <Row
      label={<span className="break-words">{item.files.join(', ')}</span>}
      hint={[...made, moment(item.at, language())].filter(Boolean).join(' · ')}
    >
      <AskDialog
        trigger={
          <Button variant="secondary" pending={undo.isPending}>
            {t('imports.undo')}
          </Button>
        }
        title={t('imports.undoTitle')}
        description={t('imports.undoText')}
        action={t('imports.undo')}
        onConfirm={() => undo.mutate(item.id)}
      />
    </Row>
  );
}
