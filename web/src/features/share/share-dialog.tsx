import { useQuery } from '@tanstack/react-query';
import { Copy, Share2, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Share } from '@/api/types';
import { language, t } from '@/i18n/share';
import { copyText } from '@/lib/copy';
import { day } from '@/lib/format';
import { addressOf, closeShare, handOver, type Shareable, useShareDialog } from '@/lib/share';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { IconButton } from '@/ui/icon-button';
import { Select } from '@/ui/select';
import { toast } from '@/ui/toast/toast-store';
import { LIFETIMES, type Lifetime, sharesQuery, useMakeShare, useRevokeShare, visitsOf } from './queries';

/** Shares an item: by its address with people who have an account here, and by a link with everyone else. */
export function ShareDialog() {
  const item = useShareDialog((state) => state.item);
  return (
    <Dialog
      open={!!item}
      onOpenChange={(open) => !open && closeShare()}
      title={t('share.title', { title: item?.title ?? '' })}
      description={t('share.lead')}
    >
      {item && (
        <div className="grid gap-6">
          <Address label={t('share.members')} title={item.title} url={addressOf(item)} />
          <Links item={item} />
        </div>
      )}
    </Dialog>
  );
}

/** An address, with buttons to share it. */
function Address({ label, title, url }: { label: string; title: string; url: string }) {
  const pass = async () => {
    try {
      if ((await handOver(title, url)) === 'copied') toast({ title: t('share.copied') });
    } catch {
      toast({ tone: 'danger', title: t('track.linkNotCopied'), description: url });
    }
  };
  return (
    <div className="flex items-center gap-2">
      <label className="grid min-w-0 flex-1 gap-1.5">
        <span className="font-semibold text-sm">{label}</span>
        <input
          readOnly
          value={url}
          onFocus={(event) => event.target.select()}
          className="h-11 w-full min-w-0 truncate rounded-md border border-control-line bg-surface px-3.5 text-sm"
        />
      </label>
      <IconButton
        className="mt-6"
        icon={'share' in navigator ? Share2 : Copy}
        label={t('share.pass', { title: label })}
        onClick={() => void pass()}
      />
    </div>
  );
}

function Links({ item }: { item: Shareable }) {
  const links = useQuery(sharesQuery).data?.filter((share) => share.kind === item.kind && share.itemId === item.id && !isOver(share)) ?? [];
  const make = useMakeShare();
  const [days, setDays] = useState<Lifetime>(0);
  return (
    <section className="grid gap-3 border-line border-t pt-5">
      <h3 className="font-semibold">{t('share.everybody')}</h3>
      <p className="text-fg-muted text-sm">{t('share.everybodyText')}</p>
      {links.map((share) => (
        <Link key={share.id} share={share} />
      ))}
      <div className="flex flex-wrap gap-2">
        <Select
          label={t('share.lifetime')}
          value={String(days)}
          onChange={(value) => setDays(Number(value) as Lifetime)}
          options={LIFETIMES.map((n) => ({ value: String(n), label: lifetimeName(n) }))}
        />
        <Button
          variant={links.length > 0 ? 'secondary' : 'primary'}
          pending={make.isPending}
          onClick={({ detail }) => detail < 2 && make.mutate({ item, days })} // a double click creates one link
        >
          {t('share.make')}
        </Button>
      </div>
    </section>
  );
}

const LISTS: readonly string[] = ['album', 'playlist'];

const isOver = ({ expiresAt }: Share) => expiresAt !== null && Date.parse(expiresAt) <= Date.now();

const lifetimeName = (days: Lifetime) => (days === 0 ? t('share.forever') : t('share.days', { n: days }));

function Link({ share }: { share: Share }) {
  const revoke = useRevokeShare();
  const embed = async () => {
    const url = `${location.origin}/embed/${share.id}`;
    const height = LISTS.includes(share.kind) ? 380 : 152;
    const code = `<iframe src="${url}" width="480" height="${height}" style="border:0;border-radius:14px" allow="autoplay" loading="lazy"></iframe>`;
    try {
      await copyText(code);
      toast({ title: t('share.embedCopied') });
    } catch {
      toast({ tone: 'danger', title: t('track.linkNotCopied'), description: code });
    }
  };
  return (
    <div className="grid gap-2 rounded-lg border border-line p-3">
      <Address label={until(share)} title={share.title} url={location.origin + share.url} />
      <div className="flex items-center gap-2">
        <span className="tnum flex-1 text-fg-muted text-sm">{visitsOf(share)}</span>
        <Button size="sm" variant="ghost" onClick={() => void embed()}>
          {t('share.embed')}
        </Button>
        <IconButton icon={Trash2} label={t('share.revoke')} disabled={revoke.isPending} onClick={() => revoke.mutate(share.id)} />
      </div>
    </div>
  );
}

const until = ({ expiresAt }: Share) =>
  expiresAt === null ? t('share.linkForever') : t('share.linkUntil', { day: day(expiresAt, language()) });
