import { useMutation, useQuery } from '@tanstack/react-query';
import { FolderOpen } from 'lucide-react';
import { useOperates } from '@/api/admin-area';
import { useSession } from '@/api/auth/session';
import { messageOf } from '@/api/error';
import { libraryStatusQuery, startScan } from '@/api/queries';
import type { ScanStatus } from '@/api/types';
import { language, t } from '@/i18n/t';
import { count } from '@/lib/format';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { ProgressBar } from '@/ui/progress-bar';
import { Spinner } from '@/ui/spinner';
import { toast } from '@/ui/toast/toast-store';
import { UploadButton } from '@/ui/upload-button';

/** What to do without any music: where to put it, a button to scan, and the progress of the running scan. */
export function EmptyLibrary() {
  const { user } = useSession();
  const isAdmin = useOperates();
  const { data } = useQuery({ ...libraryStatusQuery, enabled: user !== null });
  const scan = useMutation({
    mutationFn: () => startScan(),
    onError: (error) => toast({ tone: 'danger', title: t('library.scanFailed'), description: messageOf(error, t('ui.loadFailedText')) }),
  });
  if (data?.scan.state === 'running') return <ScanProgress scan={data.scan} />;
  return (
    <EmptyState
      icon={FolderOpen}
      title={t('library.emptyTitle')}
      text={isAdmin ? <Folders roots={data?.roots ?? []} /> : t('library.emptyMember')}
      action={
        <span className="flex flex-wrap justify-center gap-3">
          {isAdmin && (
            <Button pending={scan.isPending} onClick={() => scan.mutate()}>
              {t('library.scanNow')}
            </Button>
          )}
          {user && user.role !== 'listener' && <UploadButton variant="secondary" />}
        </span>
      }
    />
  );
}

function Folders({ roots }: { roots: string[] }) {
  return (
    <>
      <p>{t('library.emptyText')}</p>
      {roots.length > 0 && (
        <ul aria-label={t('library.folders')} className="mt-4 grid gap-1.5">
          {roots.map((root) => (
            <li key={root}>
              <code className="rounded-sm bg-surface-2 px-2.5 py-1 text-fg text-sm">{root}</code>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-4 text-sm">{t('library.emptyCommand')}</p>
    </>
  );
}

/** The progress of a scan. */
export function ScanProgress({ scan }: { scan: ScanStatus }) {
  const known = scan.walked && scan.found > 0;
  const number = (n: number) => count(n, language());
  return (
    <section aria-label={t('library.scanning')} className="rounded-xl border border-line bg-surface p-6">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Spinner />
        <h2 className="display text-lg">{t('library.scanning')}</h2>
        <span className="tnum ml-auto whitespace-nowrap text-fg-muted text-sm">
          {known ? t('library.scanProgress', { checked: number(scan.checked), found: number(scan.found) }) : t('library.scanLooking')}
        </span>
      </div>
      <ProgressBar
        className="mt-4"
        label={t('library.scanning')}
        max={known ? scan.found : undefined}
        value={known ? scan.checked : undefined}
      />
      <p className="mt-3 flex flex-wrap gap-x-4 text-fg-muted text-sm">
        <span>{t('library.scanAdded', { n: scan.added })}</span>
        {scan.problems > 0 && <span>{t('library.scanProblems', { n: scan.problems })}</span>}
        <span className="min-w-0 grow basis-full truncate text-fg-faint @2xl:basis-0 @2xl:text-right">{scan.folder}</span>
      </p>
    </section>
  );
}
