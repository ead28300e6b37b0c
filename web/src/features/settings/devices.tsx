import { useMutation, useQuery } from '@tanstack/react-query';
import { Laptop, Smartphone } from 'lucide-react';
import { request } from '@/api/client';
import { messageOf } from '@/api/error';
import type { Device } from '@/api/types';
import { language, t } from '@/i18n/settings';
import { moment } from '@/lib/format';
import { useLogout } from '@/things/account/use-logout';
import { AskDialog } from '@/ui/ask-dialog';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { Group, Row } from '@/ui/group';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { toast } from '@/ui/toast/toast-store';
import { devicesQuery, useChange } from './queries';
import { Rename } from './rename';

/** The devices where the person is signed in, with buttons to sign them out. */
export function Devices() {
  return (
    <Group id="devices" title={t('devices.title')} lead={t('devices.lead')}>
      <QueryView query={useQuery(devicesQuery)} skeleton={<Skeleton className="my-4 h-24 w-full" />}>
        {(devices) => (
          <>
            {devices.map((device) => (
              <DeviceRow key={device.id} device={device} />
            ))}
            <div className="flex flex-wrap gap-2 py-4">
              {devices.some(({ current }) => !current) && <EndOthers />}
              <EndAll />
            </div>
          </>
        )}
      </QueryView>
    </Group>
  );
}

function DeviceRow({ device }: { device: Device }) {
  const { current, userAgent, address, lastUsedAt, device: known } = device;
  const name = device.name || known;
  const end = useChange(({ id }: Device) => request(`/api/account/sessions/${id}`, { method: 'DELETE' }), t('devices.ended'));
  const Icon = /mobile|android|iphone|ipad/i.test(userAgent) ? Smartphone : Laptop;
  return (
    <Row
      label={
        <>
          <Icon size={18} aria-hidden className="text-fg-muted" />
          {name}
          {current && <Badge tone="success">{t('devices.this')}</Badge>}
        </>
      }
      hint={`${device.name ? `${known} · ` : ''}${t('devices.used', { when: moment(lastUsedAt, language()), address })}`}
    >
      <Rename
        save={(name) => request(`/api/account/sessions/${device.id}`, { method: 'PUT', body: { name } })}
        name={device.name}
        label={t('devices.renameNamed', { name })}
        hint={t('devices.nameHint', { name: known })}
      />
      {!current && (
        <Button
          size="sm"
          variant="secondary"
          aria-label={t('devices.endNamed', { name })}
          pending={end.isPending}
          onClick={() => end.mutate(device)}
        >
          {t('devices.end')}
        </Button>
      )}
    </Row>
  );
}

function EndOthers() {
  const end = useChange(() => request('/api/account/sessions', { method: 'DELETE' }), t('devices.othersEnded'));
  return (
    <Button variant="secondary" pending={end.isPending} onClick={() => end.mutate()}>
      {t('devices.endOthers')}
    </Button>
  );
}

/** Also ends this session: the sign-in page follows. */
function EndAll() {
  const logout = useLogout();
  const end = useMutation({
    mutationFn: () => request('/api/account/sessions/end', { method: 'POST' }),
    onSuccess: () => logout.mutate(),
    onError: (error) => toast({ tone: 'danger', title: t('settings.notSaved'), description: messageOf(error, t('ui.loadFailedText')) }),
  });
  return (
    <AskDialog
      trigger={
        <Button variant="ghost" pending={end.isPending}>
          {t('devices.endAll')}
        </Button>
      }
      title={t('devices.endAllTitle')}
      description={t('devices.endAllText')}
      action={t('devices.endAll')}
      onConfirm={() => end.mutate()}
    />
  );
}
