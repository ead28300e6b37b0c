import { useQueryClient } from '@tanstack/react-query';
import { ApiError, messageOf } from '@/api/error';
import { t } from '@/i18n/admin-settings';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { toast } from '@/ui/toast/toast-store';
import { Changes, type Difference, textOf } from './changes';
import { type Change, isSecret } from './draft';
import { fieldOf, type Settings } from './fields';
import { settingsQuery, useSave } from './queries';

type Props = {
  changes: readonly Change[];
  settings: Settings;
  onClose: () => void;
  onSaved: (saved: Settings) => void;
  /** The settings that the server has now, after another person saved some. */
  onReloaded: (current: Settings) => void;
  /** The sentences of the server, by setting. */
  onRefused: (fields: Record<string, string[]>) => void;
};

const PRECONDITION_FAILED = 412;

/** Shows what will change, and saves it. */
export function ReviewDialog({ changes, settings, onClose, onSaved, onReloaded, onRefused }: Props) {
  const client = useQueryClient();
  const save = useSave();
  const isStale = save.error instanceof ApiError && save.error.status === PRECONDITION_FAILED;
  const reload = async () => {
    const current = await client.fetchQuery(settingsQuery);
    save.reset();
    onReloaded(current);
  };
  const onError = (error: Error) => {
    if (error instanceof ApiError && Object.keys(error.fieldErrors).length > 0) onRefused(error.fieldErrors);
  };
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={t('adminSettings.review')}
      description={t('adminSettings.reviewText')}
    >
      <Changes list={changes.map(inWords)} label={t('adminSettings.review')} />
      {save.error && (
        <p role="alert" className="text-danger text-sm">
          {isStale ? t('adminSettings.conflict') : messageOf(save.error, t('adminSettings.notSaved'))}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="ghost" onClick={onClose}>
          {t('adminSettings.back')}
        </Button>
        {isStale ? (
          <Button onClick={() => void reload().catch(() => toast({ tone: 'danger', title: t('ui.loadFailedText') }))}>
            {t('adminSettings.reload')}
          </Button>
        ) : (
          <Button
            pending={save.isPending}
            onClick={() => save.mutate({ changes, version: settings.version }, { onSuccess: onSaved, onError })}
          >
            {t('adminSettings.confirm')}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

/** A change in words; of secrets only what happens to them. */
function inWords({ name, before, after }: Change): Difference {
  if (!isSecret(fieldOf(name))) return { name, before: textOf(name, before), after: textOf(name, after) };
  return {
    name,
    before: before === '' ? t('adminSettings.empty') : t('adminSettings.secret'),
    after: t(after === null ? 'adminSettings.removed' : 'adminSettings.newSecret'),
  };
}
