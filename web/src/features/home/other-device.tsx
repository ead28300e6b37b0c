import { useMutation } from '@tanstack/react-query';
import { Laptop, Play, Smartphone } from 'lucide-react';
import type { PlayerDevice } from '@/api/types';
import { t } from '@/i18n/players';
import { deviceId, takeOver } from '@/player/engine/devices';
import { useEngine } from '@/player/view/use-player';
import { Button } from '@/ui/button';
import { toast } from '@/ui/toast/toast-store';
import { Section } from './section';

const RECENT = 14 * 86_400; // seconds

/** The last active device, unless it is this one or was active too long ago. */
export const lastElsewhere = (devices: readonly PlayerDevice[] = []): PlayerDevice | undefined => {
  const last = devices.find(({ trackId }) => trackId !== null);
  return last && last.id !== deviceId() && last.age < RECENT ? last : undefined;
};

/** Offers what another of the person's devices is playing or last played. */
export function OtherDevice({ device }: { device: PlayerDevice }) {
  const engine = useEngine();
  const { name, title, artist } = device;
  const take = useMutation({
    mutationFn: () => takeOver(engine, device),
    onError: () => toast({ tone: 'danger', title: t('players.nothing'), description: name }),
  });
  const Icon = /Android|iPhone|iPad/.test(name) ? Smartphone : Laptop;
  return (
    <Section title={t('players.elsewhere')}>
      <div className="flex h-24 items-center gap-4 rounded-xl border border-line bg-surface p-4">
        <span className="grid size-14 shrink-0 place-items-center rounded-full bg-surface-3 text-accent-text">
          <Icon size={22} aria-hidden />
        </span>
        <div className="min-w-0 flex-1">
          <p className="truncate font-semibold">{title}</p>
          <p className="truncate text-fg-muted text-sm">{[artist, t('players.continueFrom', { name })].filter(Boolean).join(' · ')}</p>
        </div>
        <Button pending={take.isPending} aria-label={t('players.playHereNamed', { name })} onClick={() => take.mutate()}>
          <Play size={18} className="fill-current" aria-hidden />
          <span className="@md:inline hidden">{t('players.playHere')}</span>
        </Button>
      </div>
    </Section>
  );
}
