import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Disc3, Ellipsis, Eye, EyeOff, Globe, Lock, Pause, Play } from 'lucide-react';
import { request } from '@/api/client';
import type { AdminMix } from '@/api/types';
import { language, t } from '@/i18n/admin';
import '@/i18n/mixes';
import { count, megabytes, percent, span } from '@/lib/format';
import { usePlayMix } from '@/things/mix/mix-card';
import { isOwnSound } from '@/things/mix/own-sound';
import { Badge } from '@/ui/badge';
import { EmptyState } from '@/ui/empty-state';
import { IconButton } from '@/ui/icon-button';
import { type MenuItem, openMenu } from '@/ui/menu/open-menu';
import { PageHeader } from '@/ui/page-header';
import { DeleteButton } from './delete-button';
import { Figure, Figures } from './figures';
import { mixesQuery, statsQuery, useChange } from './lists';
import { Row } from './plain-table';
import { SearchedList } from './searched-list';

const columns = () => [
  t('admin.mixes.mix'),
  t('admin.mixes.category'),
  'BPM',
  t('admin.mixes.duration'),
  t('admin.mixes.size'),
  t('admin.mixes.plays'),
  t('admin.mixes.likes'),
  t('admin.table.status'),
  t('admin.table.actions'),
];

/** Every DJ mix, the hidden ones too. */
export function MixesPage() {
  const query = useInfiniteQuery(mixesQuery);
  return (
    <>
      <PageHeader title={t('admin.mixes')} />
      <Totals mixes={query.hasNextPage ? null : (query.data?.pages.flatMap(({ items }) => items) ?? [])} />
      <SearchedList
        query={query}
        search={t('admin.mixes.search')}
        textsOf={({ title, djName, genre }) => [title, djName, genre]}
        label={t('admin.mixes')}
        columns={columns()}
        empty={<EmptyState icon={Disc3} title={t('admin.mixes.none')} text={t('admin.mixes.noneText')} />}
        row={(mix) => <MixRow key={mix.id} mix={mix} />}
      />
    </>
  );
}

/** mixes are all mixes, or null while some are not loaded: then there are no sums. */
function Totals({ mixes }: { mixes: AdminMix[] | null }) {
  const totals = useQuery(statsQuery).data?.mixes;
  if (!totals) return null;
  const sum = (of: (mix: AdminMix) => number) => mixes?.reduce((total, mix) => total + of(mix), 0) ?? 0;
  return (
    <Figures>
      <Figure label={t('admin.mixes.total')} value={count(totals.total, language())} />
      {mixes && (
        <>
          <Figure
            label={t('admin.mixes.plays')}
            value={count(
              sum(({ playCount }) => playCount),
              language(),
            )}
          />
          <Figure label={t('admin.mixes.size')} value={megabytes(sum(({ fileSize }) => fileSize))} />
        </>
      )}
      <Figure label={t('admin.mixes.active')} value={percent(totals.total && (100 * totals.active) / totals.total)} />
    </Figures>
  );
}

function MixRow({ mix }: { mix: AdminMix }) {
  const { id, title, djName, category, bpm, duration, fileSize, playCount, likes, isActive, isPublic } = mix;
  const change = useChange();
  const save = (body: { isActive?: boolean; isPublic?: boolean }) =>
    change.mutate({
      call: () => request(`/api/admin/mixes/${id}`, { method: 'PUT', body }),
      done: t('admin.changed', { name: title }),
    });
  const items: MenuItem[] = [
    isActive
      ? { label: t('admin.mixes.hide'), icon: EyeOff, onSelect: () => save({ isActive: false }) }
      : { label: t('admin.mixes.show'), icon: Eye, onSelect: () => save({ isActive: true }) },
    isPublic
      ? { label: t('admin.mixes.makePrivate'), icon: Lock, onSelect: () => save({ isPublic: false }) }
      : { label: t('admin.mixes.makePublic'), icon: Globe, onSelect: () => save({ isPublic: true }) },
  ];
  const more = t('admin.moreFor', { name: title });
  return (
    <Row
      columns={columns()}
      name={title}
      below={djName}
      cells={[
        category,
        bpm ? Math.round(bpm) : '—',
        duration > 0 ? span(duration) : '—',
        fileSize > 0 ? megabytes(fileSize) : '—',
        count(playCount, language()),
        count(likes, language()),
        <span key="status" className="flex flex-wrap gap-1.5">
          <Badge tone={isActive ? 'success' : 'neutral'}>{t(isActive ? 'admin.mixes.active' : 'admin.mixes.inactive')}</Badge>
          <Badge tone="outline">{t(isPublic ? 'admin.public' : 'admin.private')}</Badge>
        </span>,
      ]}
      actions={
        <>
          {isOwnSound(mix.audioUrl) && <PlayButton mix={mix} />}
          <IconButton
            icon={Ellipsis}
            label={more}
            tooltip={false}
            size="sm"
            aria-haspopup="menu"
            onClick={(event) => openMenu(event, more, items)}
          />
          <DeleteButton
            name={title}
            text={t('admin.mixes.deleteText')}
            onConfirm={() =>
              change.mutate({
                call: () => request(`/api/admin/mixes/${id}`, { method: 'DELETE' }),
                done: t('admin.deleted', { name: title }),
              })
            }
          />
        </>
      }
    />
  );
}

function PlayButton({ mix }: { mix: AdminMix }) {
  const { state, toggle } = usePlayMix(mix);
  const isPlaying = state === 'playing';
  return (
    <IconButton
      icon={isPlaying ? Pause : Play}
      label={t(isPlaying ? 'mix.pause' : 'mix.play', { title: mix.title })}
      size="sm"
      onClick={toggle}
    />
  );
}
