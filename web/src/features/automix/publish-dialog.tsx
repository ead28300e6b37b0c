import { type FormEvent, useState } from 'react';
import { useSession } from '@/api/auth/session';
import { messageOf } from '@/api/error';
import type { Automix } from '@/api/types';
import { t } from '@/i18n/automix';
import '@/i18n/mix';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Field } from '@/ui/field';
import { Switch } from '@/ui/switch';
import { TextArea } from '@/ui/text-area';
import { usePublish } from './queries';

/** Makes a mix of an automix, which others can hear. */
export function PublishDialog({ mix, onClose }: { mix: Automix; onClose: () => void }) {
  const { user } = useSession();
  const publish = usePublish(mix.id);
  const [fields, setFields] = useState({
    djName: [user?.firstName, user?.lastName].filter(Boolean).join(' '),
    genre: '',
    description: '',
    isPublic: true,
  });
  const set = (change: Partial<typeof fields>) => setFields({ ...fields, ...change });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    publish.mutate(fields, { onSuccess: onClose });
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('automix.publish')} description={t('automix.publishText')}>
      <form noValidate className="grid gap-4" onSubmit={submit}>
        <Field label={t('mix.dj')} maxLength={200} value={fields.djName} onChange={({ target }) => set({ djName: target.value })} />
        <Field label={t('track.genre')} maxLength={100} value={fields.genre} onChange={({ target }) => set({ genre: target.value })} />
        <TextArea
          label={t('mix.description')}
          maxLength={1000}
          value={fields.description}
          onChange={({ target }) => set({ description: target.value })}
        />
        <Switch
          label={t('mix.public')}
          hint={t('mix.publicHint')}
          checked={fields.isPublic}
          onChange={({ target }) => set({ isPublic: target.checked })}
        />
        {publish.error && (
          <p role="alert" className="text-danger text-sm">
            {messageOf(publish.error, t('automix.notPublished'))}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="ghost" onClick={onClose}>
            {t('mix.cancel')}
          </Button>
          <Button type="submit" pending={publish.isPending}>
            {t('automix.publish')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
