import { useNavigate } from '@tanstack/react-router';
import { Disc3, Download, Ellipsis, FileText, Layers, ListPlus, Megaphone, Music2, Share2, Trash2, WandSparkles } from 'lucide-react';
import { useState } from 'react';
import { useIsCreator, useSession } from '@/api/auth/session';
import { GENERATIONS } from '@/api/generation';
import type { Generation } from '@/api/types';
import { t } from '@/i18n/ai';
import { openJingle } from '@/lib/jingle';
import { openAddToPlaylist } from '@/lib/playlists';
import { openShare } from '@/lib/share';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { IconButton } from '@/ui/icon-button';
import { useMenuButton } from '@/ui/menu/menu-button';
import { planOf } from './plan';
import { useRemove } from './queries';

/** What the composer writes of a piece, beside its sound. */
const FILES = [
  { kind: 'stems', icon: Layers, later: 'ai.file.stemsLater' },
  { kind: 'midi', icon: Music2, later: 'ai.file.midiLater' },
  { kind: 'sheet', icon: FileText, later: undefined },
] as const;

/** What can be done with a piece that is ready. */
export function MoreButton({ music }: { music: Generation }) {
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const mayHaveStations = useIsCreator();
  const isOperator = useSession().user?.role === 'admin';
  const { trackId, title, audioUrl } = music;
  const isApproved = music.review?.status === 'approved';
  const mayHaveParts = isOperator || isApproved;
  const more = t('ai.more', { title });
  const menu = useMenuButton(more, () => [
    ...(trackId
      ? [
          { label: t('ai.addToPlaylist'), icon: ListPlus, onSelect: () => openAddToPlaylist([{ id: trackId }]) },
          {
            label: t(isApproved ? 'ai.share' : 'ai.shareLater'),
            icon: Share2,
            disabled: !isApproved,
            onSelect: () => openShare({ kind: 'track', id: trackId, title }),
          },
          {
            label: t('ai.toDeck'),
            icon: Disc3,
            onSelect: () => void navigate({ to: '/mixes', search: { tab: 'crear', track: trackId } }),
          },
          ...(mayHaveStations
            ? [
                {
                  label: t(isApproved ? 'ai.asJingle' : 'ai.asJingleLater'),
                  icon: Megaphone,
                  disabled: !isApproved,
                  onSelect: () => openJingle({ id: trackId, title }),
                },
              ]
            : []),
          {
            label: t('ai.composeLike'),
            icon: WandSparkles,
            onSelect: () => void navigate({ to: '/ai-music', search: { tab: 'crear', like: trackId } }),
          },
          'separator' as const,
        ]
      : []),
    ...(audioUrl ? [{ label: t('ai.save'), icon: Download, onSelect: () => save(audioUrl, title) }] : []),
    ...(planOf(music)
      ? FILES.map(({ kind, icon, later }) => ({
          label: t((!mayHaveParts && later) || `ai.file.${kind}`),
          icon,
          disabled: !mayHaveParts && !!later,
          onSelect: () => save(`${GENERATIONS}/${music.id}/files/${kind}`),
        }))
      : []),
    'separator' as const,
    { label: t('ai.remove'), icon: Trash2, danger: true, onSelect: () => setAsking(true) },
  ]);
  return (
    <>
      <IconButton size="sm" icon={Ellipsis} label={more} tooltip={false} {...menu} />
      {isAsking && <RemoveDialog music={music} onClose={() => setAsking(false)} />}
    </>
  );
}

/** Downloads a file. The server names it if name is left out. */
function save(address: string, name = '') {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}

function RemoveDialog({ music, onClose }: { music: Generation; onClose: () => void }) {
  const remove = useRemove(music.id);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('ai.remove')}
      description={t(music.review?.status === 'approved' ? 'ai.removeApproved' : 'ai.removeText')}
    >
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="ghost" onClick={onClose}>
          {t('ai.keep')}
        </Button>
        <Button variant="danger" pending={remove.isPending} onClick={() => remove.mutate(undefined, { onSuccess: onClose })}>
          {t('ai.remove')}
        </Button>
      </div>
    </Dialog>
  );
}
