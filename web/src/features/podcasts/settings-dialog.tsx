import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '@/api/error';
import { podcastQuery, type SubscriptionSettings, saveSubscription } from '@/api/podcasts';
import type { Podcast } from '@/api/types';
import { t } from '@/i18n/podcasts';
import { RATES } from '@/player/engine/sound/speed';
import { Dialog } from '@/ui/dialog';
import { Select } from '@/ui/select';
import { Switch } from '@/ui/switch';
import { toast } from '@/ui/toast/toast-store';

const KEEPS = [1, 3, 5, 10, 25, 50, 100];

/** The person's playback settings for a podcast. Every change is saved immediately. */
export function SettingsDialog({ podcast, onClose }: { podcast: Podcast; onClose: () => void }) {
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: (changes: Partial<SubscriptionSettings>) => saveSubscription(podcast.id, changes),
    onSuccess: (saved) => client.setQueryData(podcastQuery(saved.id).queryKey, saved),
    onError: (error) => toast({ tone: 'danger', title: t('podcast.failed'), description: messageOf(error, t('ui.loadFailedText')) }),
  });
  const settings = podcast.subscription;
  if (!settings) return null;
  const rates = [...new Set([...RATES, settings.speed])].sort((a, b) => a - b);
  const keeps = [...new Set([...KEEPS, settings.keep])].sort((a, b) => a - b);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('podcast.settings')}
      description={t('podcast.settingsText', { title: podcast.title })}
    >
      <div className="grid gap-5">
        <div className="flex items-center justify-between gap-4">
          <span aria-hidden className="font-semibold">
            {t('podcast.speed')}
          </span>
          <Select
            label={t('podcast.speed')}
            value={String(settings.speed)}
            onChange={(speed) => save.mutate({ speed: Number(speed) })}
            options={rates.map((rate) => ({ value: String(rate), label: `${rate}×` }))}
          />
        </div>
        <Switch
          label={t('podcast.skipSilence')}
          hint={t('podcast.skipSilenceHint')}
          checked={settings.skipSilence}
          onChange={({ target }) => save.mutate({ skipSilence: target.checked })}
        />
        <Switch label={t('podcast.notify')} checked={settings.notify} onChange={({ target }) => save.mutate({ notify: target.checked })} />
        {!podcast.isOwn && (
          <Switch
            label={t('podcast.autoDownload')}
            checked={settings.autoDownload}
            onChange={({ target }) => save.mutate({ autoDownload: target.checked })}
          />
        )}
        {settings.autoDownload && (
          <div className="flex items-center justify-between gap-4">
            <span aria-hidden className="font-semibold">
              {t('podcast.keep')}
            </span>
            <Select
              label={t('podcast.keep')}
              value={String(settings.keep)}
              onChange={(keep) => save.mutate({ keep: Number(keep) })}
              options={keeps.map((n) => ({ value: String(n), label: String(n) }))}
            />
          </div>
        )}
      </div>
    </Dialog>
  );
}
