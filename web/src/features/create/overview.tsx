import { Link } from '@tanstack/react-router';
import { Disc3, ListMusic, type LucideIcon, MicVocal, RadioTower, Sparkles, Upload } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useSession } from '@/api/auth/session';
import { t } from '@/i18n/create';
import { openNewPlaylist, openNewSmartPlaylist } from '@/lib/playlists';
import { openUpload } from '@/lib/upload';
import { Button } from '@/ui/button';
import { dialogPart } from '@/ui/part/part';

const PodcastDialog = dialogPart(() => import('@/things/podcast/podcast-dialog').then((m) => m.PodcastDialog));
const StationDialog = dialogPart(() => import('./station-dialog').then((m) => m.StationDialog));

/** Six things to create, each with its actions. */
export function Overview() {
  const [station, setStation] = useState(false);
  const [podcast, setPodcast] = useState(false);
  const mayUpload = useSession().user?.role !== 'listener';
  return (
    <div className="grid gap-4 @xl:grid-cols-2 @4xl:grid-cols-3">
      <Card icon={ListMusic} title={t('create.playlist')} text={t('create.playlistText')}>
        <Button size="sm" onClick={() => openNewPlaylist()}>
          {t('create.playlistAction')}
        </Button>
        <Button size="sm" variant="secondary" onClick={openNewSmartPlaylist}>
          {t('create.smartAction')}
        </Button>
      </Card>
      <Card icon={Sparkles} title={t('create.ai')} text={t('create.aiText')}>
        <Way to="/ai-music" tab="crear" label={t('create.aiAction')} />
      </Card>
      <Card icon={RadioTower} title={t('create.station')} text={t('create.stationText')}>
        <Button size="sm" onClick={() => setStation(true)}>
          {t('create.stationAction')}
        </Button>
      </Card>
      <Card icon={Disc3} title={t('create.mix')} text={t('create.mixText')}>
        <Way to="/mixes" tab="crear" label={t('create.mixAction')} />
      </Card>
      <Card icon={MicVocal} title={t('create.podcast')} text={t('create.podcastText')}>
        <Button size="sm" onClick={() => setPodcast(true)}>
          {t('create.podcastNew')}
        </Button>
        <Way to="/radios" tab="podcasts" label={t('create.podcastAction')} />
      </Card>
      <Card icon={Upload} title={t('create.upload')} text={t(mayUpload ? 'create.uploadText' : 'create.uploadAsk')}>
        {mayUpload && (
          <Button size="sm" onClick={() => openUpload()}>
            {t('create.uploadAction')}
          </Button>
        )}
      </Card>
      {podcast && <PodcastDialog onClose={() => setPodcast(false)} />}
      {station && <StationDialog onClose={() => setStation(false)} />}
    </div>
  );
}

function Card({ icon: Icon, title, text, children }: { icon: LucideIcon; title: string; text: string; children: ReactNode }) {
  return (
    <section className="flex flex-col rounded-xl border border-line bg-surface p-5">
      <span className="grid size-12 place-items-center rounded-lg bg-surface-3 text-accent-text">
        <Icon size={22} aria-hidden />
      </span>
      <h2 className="display mt-4 text-lg">{title}</h2>
      <p className="mt-1 flex-1 text-fg-muted">{text}</p>
      <div className="mt-4 flex flex-wrap gap-2">{children}</div>
    </section>
  );
}

function Way({ to, tab, label }: { to: '/ai-music' | '/mixes' | '/radios'; tab: string; label: string }) {
  return (
    <Button asChild size="sm" variant="secondary">
      <Link to={to} search={{ tab }}>
        {label}
      </Link>
    </Button>
  );
}
