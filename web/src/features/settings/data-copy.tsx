import { useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { request } from '@/api/client';
import { messageOf } from '@/api/error';
import type { DataExport } from '@/api/types';
import { language, t } from '@/i18n/settings';
import { bytes, day, moment } from '@/lib/format';
import { Button } from '@/ui/button';
import { Group, Row } from '@/ui/group';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { Spinner } from '@/ui/spinner';
import { toast } from '@/ui/toast/toast-store';
import { exportsQuery, isUnderWay, useAccountChanged } from './queries';

/** Exports everything the server stores about the person. */
export function DataCopy() {
  return (
    <Group id="export" title={t('export.title')} lead={t('export.lead')}>
      <QueryView query={useQuery(exportsQuery)} skeleton={<Skeleton className="my-4 h-12 w-full" />}>
        {(list) => (
          <>
            {list[0] && <Copy item={list[0]} />}
            {!list.some(isUnderWay) && (
              <div className="py-4">
                <Prepare />
              </div>
            )}
          </>
        )}
      </QueryView>
    </Group>
  );
}

function Prepare() {
  const changed = useAccountChanged();
  const prepare = useMutation({
    mutationFn: () => request('/api/account/export', { method: 'POST' }),
    onError: (error) => toast({ tone: 'danger', title: t('export.notStarted'), description: messageOf(error, t('ui.loadFailedText')) }),
    onSettled: changed,
  });
  return (
    <Button variant="secondary" pending={prepare.isPending} onClick={() => prepare.mutate()}>
      {t('export.prepare')}
    </Button>
  );
}

function Copy({ item }: { item: DataExport }) {
  const made = t('export.made', { when: moment(item.createdAt, language()) });
  if (isUnderWay(item)) {
    return (
      <Row label={t('export.underWay')} hint={made}>
        <Spinner label={t('export.underWay')} />
      </Row>
    );
  }
  if (item.state === 'failed') return <Row label={t('export.failed')} hint={made} />;
  const until = item.expiresAt ? t('export.until', { day: day(item.expiresAt, language()) }) : '';
  return (
    <Row label={t('export.ready')} hint={[made, item.size ? bytes(item.size) : '', until].filter(Boolean).join(' · ')}>
      <Fetch id={item.id} />
    </Row>
  );
}

/** The browser downloads the file with its cookie, so a call refreshes the cookie first. */
function Fetch({ id }: { id: string }) {
  const fetchFile = useMutation({
    mutationFn: () => request('/api/auth/user'),
    onSuccess: () => {
      const link = document.createElement('a');
      link.href = `/api/account/export/${id}/file`;
      link.download = '';
      link.click();
    },
    onError: (error) => toast({ tone: 'danger', title: t('ui.loadFailed'), description: messageOf(error, t('ui.loadFailedText')) }),
  });
  return (
    <Button pending={fetchFile.isPending} onClick={() => fetchFile.mutate()}>
      <Download size={16} aria-hidden />
      {t('secret.download')}
    </Button>
  );
}
