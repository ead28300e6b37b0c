import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useSession } from '@/api/auth/session';
import { langOf, t, withTexts } from '@/i18n/mixes';
import { lazily } from '@/lib/until-loaded';
import { CoverGridSkeleton } from '@/things/list/cover-grid';
import { Button } from '@/ui/button';
import { PageHeader } from '@/ui/page-header';
import { dialogPart } from '@/ui/part/part';
import { Waiting } from '@/ui/part/waiting';
import { QueryView } from '@/ui/query-view';
import { Select } from '@/ui/select';
import { Tabs } from '@/ui/tabs';
import { FoundMixes } from './found-mixes';
import { MixGrid, NoMixes } from './mix-grid';
import { MixSearch } from './mix-search';
import { firstMixes, HOW_MANY, type MixFilter, mixGenres, SORTS } from './mixes';

const DeskTab = lazily(() => import('./desk/desk-tab').then(withTexts).then((m) => m.DeskTab));

const TABS = { explorar: 'explore', crear: 'create', recientes: 'recent', destacados: 'featured' } as const;
const UploadDialog = dialogPart(() => import('./upload-dialog').then(withTexts).then((m) => m.UploadDialog));

type Tab = keyof typeof TABS;
const NAMES = Object.keys(TABS) as Tab[];

/** /mixes: the mixes of this server, and the desk to make one. The tab is in the address. */
export function StudioPage() {
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const chosen = NAMES.find((tab) => tab === search.tab) ?? (search.tool ? 'crear' : 'explorar');
  const { user } = useSession();
  const [isUploading, setUploading] = useState(false);
  return (
    <>
      <PageHeader
        title={t('title.djStudio')}
        lead={chosen === 'crear' ? undefined : t('dj.lead')}
        actions={
          <>
            {user && user.role !== 'listener' && (
              <Button variant="secondary" onClick={() => setUploading(true)}>
                {t('mixes.upload')}
              </Button>
            )}
            <Button asChild variant="secondary">
              <Link to="/automixes">{t('title.automix')}</Link>
            </Button>
          </>
        }
      />
      <Tabs
        label={t('title.djStudio')}
        value={chosen}
        onChange={(tab) => void navigate({ to: '.', search: { tab }, replace: true })}
        tabs={NAMES.map((value) => ({ value, label: t(`mixes.tab.${TABS[value]}`), lang: langOf(`mixes.tab.${TABS[value]}`) }))}
      >
        {chosen === 'crear' ? (
          <Suspense fallback={<Waiting />}>
            <DeskTab />
          </Suspense>
        ) : (
          <Shown key={chosen} tab={chosen} />
        )}
      </Tabs>
      {isUploading && <UploadDialog onClose={() => setUploading(false)} />}
    </>
  );
}

function Shown({ tab }: { tab: Exclude<Tab, 'crear'> }) {
  if (tab === 'explorar') return <Explore />;
  return <First tab={tab} />;
}

const FIRST = { recientes: firstMixes('newest', HOW_MANY.recent), destacados: firstMixes('likes', HOW_MANY.featured) } as const;

function First({ tab }: { tab: keyof typeof FIRST }) {
  return (
    <QueryView query={useQuery(FIRST[tab])} skeleton={<CoverGridSkeleton cards={HOW_MANY.recent} />} empty={<NoMixes />}>
      {(mixes) => <MixGrid label={t(`mixes.tab.${TABS[tab]}`)} mixes={mixes} />}
    </QueryView>
  );
}

const NO_FILTER = { q: '', genre: '' };

function Explore() {
  const [filter, setFilter] = useState<MixFilter>({ ...NO_FILTER, sort: 'likes' });
  const change = (part: Partial<MixFilter>) => setFilter((before) => ({ ...before, ...part }));
  const genres = useQuery(mixGenres).data ?? [];
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center gap-3">
        <MixSearch value={filter.q} onChange={(q) => change({ q })} />
        <Select
          label={t('mixes.genre')}
          value={filter.genre}
          onChange={(genre) => change({ genre })}
          options={[{ value: '', label: t('mixes.all') }, ...genres.map(({ name }) => ({ value: name, label: name }))]}
        />
        <Select
          label={t('mixes.sort')}
          value={filter.sort}
          onChange={(sort) => change({ sort })}
          options={SORTS.map((value) => ({ value, label: t(`mixes.sort.${value}`) }))}
        />
      </div>
      <FoundMixes label={t('mixes.tab.explore')} filter={filter} none={<NoMixes />} onClear={() => change(NO_FILTER)} />
    </>
  );
}
