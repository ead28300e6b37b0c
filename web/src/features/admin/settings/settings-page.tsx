import { useQuery } from '@tanstack/react-query';
import { useBlocker, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { t } from '@/i18n/admin-settings';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Group } from '@/ui/group';
import { PageHeader } from '@/ui/page-header';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { Tabs } from '@/ui/tabs';
import { toast } from '@/ui/toast/toast-store';
import { ConnectionTest } from './connection-test';
import { changesIn, type Draft, type Entered, isLost, mistakesIn, useDraft } from './draft';
import { fieldOf, groupsOf, isName, type Name, type Group as Section, type Settings, TABS, type Tab } from './fields';
import { HistoryDialog } from './history-dialog';
import { settingsQuery } from './queries';
import { ReviewDialog } from './review-dialog';
import { SettingField } from './setting-field';
import { TestMessages } from './test-messages';

/** /admin/settings: everything that operators can change, saved together. */
export function SettingsPage() {
  const settings = useQuery(settingsQuery);
  return (
    <QueryView query={settings} skeleton={<Skeleton className="h-96 w-full" />}>
      {(data) => <Form latest={data} />}
    </QueryView>
  );
}

function Form({ latest }: { latest: Settings }) {
  const { draft, setErrors, rebase, discard, enterAll } = useDraft(latest);
  const { tab, choose } = useTab();
  const [open, setOpen] = useState<'review' | 'history'>();
  const count = draft.changes.length;
  const refuse = (errors: Draft['errors']) => {
    setErrors(errors);
    setOpen(undefined);
    const first = Object.keys(errors).find((name): name is Name => isName(name));
    if (first && fieldOf(first).tab !== tab) choose(fieldOf(first).tab);
    toast({ tone: 'danger', title: t('adminSettings.notSaved'), description: t('adminSettings.wrong') });
  };
  const review = () => {
    const wrong = Object.entries(mistakesIn(draft.changes));
    if (wrong.length > 0) refuse(Object.fromEntries(wrong.map(([name, key]) => [name, t(key)])));
    else setOpen('review');
  };
  const saved = (settings: Settings) => {
    rebase(settings);
    discard();
    setOpen(undefined);
    toast({ title: t('adminSettings.saved') });
  };
  const reloaded = (current: Settings) => {
    rebase(current);
    const isDone = changesIn(draft.entered, current).length === 0;
    if (isDone) setOpen(undefined);
    toast({ title: t(isDone ? 'adminSettings.same' : 'adminSettings.reloaded') });
  };
  const restore = (entered: Entered) => {
    const isDone = changesIn(entered, draft.settings).length === 0;
    enterAll(entered);
    setOpen(isDone ? undefined : 'review');
    if (isDone) toast({ title: t('adminSettings.same') });
  };
  return (
    <>
      <PageHeader
        title={t('admin.settings')}
        lead={t('adminSettings.lead')}
        actions={
          <Button variant="secondary" onClick={() => setOpen('history')}>
            {t('adminSettings.history')}
          </Button>
        }
      />
      {/* The bar below never hides what has the focus. */}
      <div className="**:scroll-mb-28">
        <Tabs
          label={t('admin.settings')}
          value={tab}
          onChange={choose}
          tabs={TABS.map((value) => ({ value, label: tabLabel(value, draft) }))}
        >
          <Groups tab={tab} draft={draft} />
          {tab === 'database' && <ConnectionTest />}
          {tab === 'notifications' && <TestMessages draft={draft} />}
        </Tabs>
      </div>
      <SaveBar count={count} onSave={review} onDiscard={discard} />
      {open === 'review' && (
        <ReviewDialog
          changes={draft.changes}
          settings={draft.settings}
          onClose={() => setOpen(undefined)}
          onSaved={saved}
          onReloaded={reloaded}
          onRefused={(fields) => refuse(Object.fromEntries(Object.entries(fields).map(([name, said]) => [name, said[0]])))}
        />
      )}
      {open === 'history' && <HistoryDialog locked={latest.locked} onClose={() => setOpen(undefined)} onRestore={restore} />}
      <Leaving isBlocked={count > 0} />
    </>
  );
}

function useTab() {
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const tab: Tab = TABS.find((one) => one === search.tab) ?? 'general';
  return { tab, choose: (to: Tab) => void navigate({ to: '.', search: { tab: to }, replace: true }) };
}

/** Tells on which tabs there are changes or wrong values. */
function tabLabel(tab: Tab, draft: Draft) {
  const { changes, errors, settings } = draft;
  const label = t(`adminSettings.tab.${tab}`);
  const here = (name: string): name is Name => isName(name) && fieldOf(name).tab === tab;
  const isWrong = Object.keys(errors).some((name) => errors[name] && here(name));
  if (isWrong || settings.unreadable.some((name) => here(name) && isLost(name, draft))) return t('adminSettings.tabWrong', { tab: label });
  return changes.some(({ name }) => here(name)) ? t('adminSettings.tabChanged', { tab: label }) : label;
}

const LEADS = {
  online: 'adminSettings.lead.online',
  keys: 'adminSettings.lead.keys',
  kinds: 'adminSettings.lead.kinds',
  channels: 'adminSettings.lead.channels',
} as const;
const TITLES = {
  site: 'adminSettings.group.site',
  uploads: 'adminSettings.group.uploads',
  analysis: 'adminSettings.group.analysis',
  online: 'adminSettings.group.online',
  ai: 'adminSettings.group.ai',
  scrobbling: 'adminSettings.group.scrobbling',
  payments: 'adminSettings.group.payments',
  keys: 'adminSettings.group.keys',
  connection: 'adminSettings.group.connection',
  backups: 'adminSettings.group.backups',
  signIn: 'adminSettings.group.signIn',
  requests: 'adminSettings.group.requests',
  visitors: 'adminSettings.group.visitors',
  kinds: 'adminSettings.group.kinds',
  channels: 'adminSettings.group.channels',
} as const satisfies Record<Section['id'], string>;

const Groups = ({ tab, draft }: { tab: Tab; draft: Draft }) =>
  groupsOf(tab).map(({ id, fields }) => (
    <Group key={id} id={id} title={t(TITLES[id])} lead={id in LEADS ? t(LEADS[id as keyof typeof LEADS]) : undefined}>
      {fields.map((field) => (
        <SettingField key={field.name} field={field} draft={draft} />
      ))}
    </Group>
  ));

type SaveBarProps = { count: number; onSave: () => void; onDiscard: () => void };

/** Stays in sight below the settings of every tab. */
const SaveBar = ({ count, onSave, onDiscard }: SaveBarProps) => (
  <div className="sticky bottom-[calc(var(--tabbar-h)+env(safe-area-inset-bottom)+8px)] z-10 mt-8 flex flex-wrap items-center justify-end gap-3 rounded-lg border border-line bg-surface p-3 shadow-2 lg:bottom-2">
    <p role="status" className="mr-auto text-fg-muted text-sm">
      {count > 0 && t('adminSettings.unsaved', { n: count })}
    </p>
    {count > 0 && (
      <Button variant="ghost" onClick={onDiscard}>
        {t('adminSettings.discard')}
      </Button>
    )}
    <Button disabled={count === 0} onClick={onSave}>
      {t('adminSettings.saveAll')}
    </Button>
  </div>
);

/** Asks before unsaved changes are lost. Other tabs of the page keep them. */
function Leaving({ isBlocked }: { isBlocked: boolean }) {
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => isBlocked && current.pathname !== next.pathname,
    enableBeforeUnload: isBlocked,
    withResolver: true,
  });
  if (leaving.status !== 'blocked') return null;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && leaving.reset()}
      title={t('adminSettings.leave')}
      description={t('adminSettings.leaveText')}
    >
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="ghost" onClick={leaving.reset}>
          {t('adminSettings.back')}
        </Button>
        <Button variant="danger" onClick={leaving.proceed}>
          {t('adminSettings.leaveConfirm')}
        </Button>
      </div>
    </Dialog>
  );
}
