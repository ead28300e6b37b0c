import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Item, request } from '@/api/client';
import { messageOf } from '@/api/error';
import { pagedList } from '@/api/query-client';
import { language, t } from '@/i18n/admin-settings';
import { moment } from '@/lib/format';
import { Button } from '@/ui/button';
import { Group, Nothing, Row } from '@/ui/group';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { More } from '../more';
import type { Draft } from './draft';
import { fieldOf, type Settings } from './fields';

type Delivery = Item<'/api/admin/alerts/deliveries'>;
type Channel = Delivery['channel'];

const CHANNELS: readonly Channel[] = ['email', 'slack', 'discord', 'webhook'];
const troubledQuery = { ...pagedList(['/api/admin/alerts/deliveries', { troubled: true }]), staleTime: 0 };

/** The server gives up on a webhook that does not answer, and says so. */
const PATIENCE = 30_000;

function isSetUp(channel: Channel, { emailNotifications, adminEmail, slackWebhook, discordWebhook, genericWebhook }: Settings) {
  const by = { email: emailNotifications && adminEmail !== '', slack: slackWebhook !== '', discord: discordWebhook !== '' };
  return channel === 'webhook' ? genericWebhook !== '' : by[channel];
}

/** Tries the places where notifications go, and lists what did not arrive there. */
export function TestMessages({ draft }: { draft: Draft }) {
  const isChanged = draft.changes.some(({ name }) => fieldOf(name).tab === 'notifications' || name === 'adminEmail');
  return (
    <>
      <Group title={t('adminSettings.test.title')} lead={t(isChanged ? 'adminSettings.test.saveFirst' : 'adminSettings.test.lead')}>
        {CHANNELS.map((channel) => (
          <Try key={channel} channel={channel} disabled={isChanged} isSetUp={isSetUp(channel, draft.settings)} />
        ))}
      </Group>
      <Troubled />
    </>
  );
}

function Try({ channel, disabled, isSetUp }: { channel: Channel; disabled: boolean; isSetUp: boolean }) {
  const client = useQueryClient();
  const test = useMutation({
    mutationFn: () => request('/api/admin/alerts/test', { method: 'POST', body: { channel }, timeout: PATIENCE }),
    onSettled: () => client.invalidateQueries({ queryKey: troubledQuery.queryKey }),
  });
  const label = t(`adminSettings.test.${channel}`);
  const result = test.error ? messageOf(test.error, t('ui.loadFailedText')) : test.data ? t('adminSettings.test.sent') : '';
  return (
    <Row
      label={label}
      hint={
        <>
          {t(isSetUp ? 'adminSettings.test.ready' : 'adminSettings.test.notSetUp')}
          <p role="status" className={test.error ? 'text-danger' : 'font-semibold text-fg'}>
            {result}
          </p>
        </>
      }
    >
      <Button
        variant="secondary"
        aria-label={t('adminSettings.test.sendTo', { channel: label })}
        disabled={disabled || !isSetUp}
        pending={test.isPending}
        onClick={() => test.mutate()}
      >
        {t('adminSettings.test.send')}
      </Button>
    </Row>
  );
}

function Troubled() {
  const query = useInfiniteQuery(troubledQuery);
  return (
    <Group title={t('adminSettings.troubled')}>
      <QueryView
        query={query}
        skeleton={<Skeleton className="my-4 h-16 w-full" />}
        isEmpty={({ pages }) => pages[0]?.items.length === 0}
        empty={<Nothing>{t('adminSettings.troubledNone')}</Nothing>}
      >
        {({ pages }) => (
          <>
            <ul className="divide-y divide-line">
              {pages
                .flatMap((page) => page.items)
                .map((delivery) => (
                  <Failure key={delivery.id} delivery={delivery} />
                ))}
            </ul>
            <More query={query} />
          </>
        )}
      </QueryView>
    </Group>
  );
}

const Failure = ({ delivery: { channel, state, attempts, reason, text, updatedAt } }: { delivery: Delivery }) => (
  <li className="py-3">
    <p className="font-semibold">{text}</p>
    <p className="text-danger text-sm">{reason}</p>
    <p className="text-fg-muted text-sm">
      {[
        t(`adminSettings.test.${channel}`),
        t(state === 'failed' ? 'adminSettings.state.failed' : 'adminSettings.state.waiting'),
        t('adminSettings.attempts', { n: attempts }),
        moment(updatedAt, language()),
      ].join(' · ')}
    </p>
  </li>
);
