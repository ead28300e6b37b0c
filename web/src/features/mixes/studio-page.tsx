import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useSession } from '@/api/auth/session';
import type { Mix } from '@/api/types';
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
import { MixGrid, NoMixes } from './mix-grid';
import { MixSearch } from './mix-search';
import { genresOf, HOW_MANY, matching, mixesQuery, SORTS, type Sort, sorted } from './mixes';

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
  const query = useQuery(mixesQuery);
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
          <QueryView query={query} skeleton={<CoverGridSkeleton cards={HOW_MANY.recent} />}>
            {(mixes) => <Shown tab={chosen} mixes={mixes} />}
          </QueryView>
        )}
      </Tabs>
      {isUploading && <UploadDialog onClose={() => setUploading(false)} />}
    </>
  );
}

function Shown({ tab, mixes }: { tab: Exclude<Tab, 'crear'>; mixes: Mix[] }) {
  if (tab === 'explorar') return <Explore mixes={mixes} />;
  if (mixes.length === 0) return <NoMixes />;
  const first =
    tab === 'recientes' ? sorted(mixes, 'newest').slice(0, HOW_MANY.recent) : sorted(mixes, 'likes').slice(0, HOW_MANY.featured);
  return <MixGrid label={t(`mixes.tab.${TABS[tab]}`)} mixes={first} onClear={() => {}} />;
}

function Explore({ mixes }: { mixes: Mix[] }) {
  const [words, setWords] = useState('');
  const [genre, setGenre] = useState('');
  const [sort, setSort] = useState<Sort>('likes');
  const clear = () => {
    setWords('');
    setGenre('');
  };
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center gap-3">
        <MixSearch value={words} onChange={setWords} />
        <Select
          label={t('mixes.genre')}
          value={genre}
          onChange={setGenre}
          options={[{ value: '', label: t('mixes.all') }, ...genresOf(mixes).map((name) => ({ value: name, label: name }))]}
        />
        <Select
          label={t('mixes.sort')}
          value={sort}
          onChange={setSort}
          options={SORTS.map((value) => ({ value, label: t(`mixes.sort.${value}`) }))}
        />
      </div>
      {mixes.length === 0 && words.trim() === '' ? (
        <NoMixes />
      ) : (
        <MixGrid label={t('mixes.tab.explore')} mixes={sorted(matching(mixes, words, genre), sort)} onClear={clear} />
      )}
    </>
  );
}
