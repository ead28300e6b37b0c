import { Copy } from 'lucide-react';
import type { Station } from '@/api/types';
import { t } from '@/i18n/radio';
import { copyText } from '@/lib/copy';
import { languageName } from '@/lib/language-name';
import { countryLabel } from '@/things/station/countries';
import { Button } from '@/ui/button';
import { toast } from '@/ui/toast/toast-store';
import { Panel } from './panel';

/** A station's details, and its stream addresses for other players. */
export function About({ station }: { station: Station }) {
  const { description, formats, bitrate, rewindHours } = station;
  const address = `${location.origin}${station.listenUrl}`;
  const copy = async () => {
    try {
      await copyText(address);
      toast({ title: t('station.copied'), description: address });
    } catch {
      toast({ tone: 'danger', title: t('station.notCopied') });
    }
  };
  const facts = [
    { name: t('radio.country'), value: countryLabel(station.country) },
    { name: t('radio.genre'), value: station.genre },
    { name: t('station.language'), value: languageName(station.language) },
    { name: t('station.format'), value: `${formats.map((format) => format.toUpperCase()).join(', ')} · ${bitrate} kbit/s` },
  ].filter(({ value }) => value !== '');
  return (
    <Panel title={t('station.about')}>
      {description && <p className="mb-4 whitespace-pre-line break-words">{description}</p>}
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3">
        {facts.map(({ name, value }) => (
          <div key={name} className="min-w-0">
            <dt className="text-fg-muted text-sm">{name}</dt>
            <dd className="truncate">{value}</dd>
          </div>
        ))}
      </dl>
      {rewindHours > 0 && <p className="mt-3 text-fg-muted text-sm">{t('station.rewind', { n: rewindHours })}</p>}
      <p className="mt-4 text-fg-muted text-sm">{t('station.address')}</p>
      <div className="mt-1 flex items-center gap-3">
        <code className="min-w-0 flex-1 truncate rounded-md bg-surface-2 px-3 py-2 text-sm">{address}</code>
        <Button variant="secondary" size="sm" onClick={() => void copy()}>
          <Copy size={16} aria-hidden />
          {t('station.copy')}
        </Button>
      </div>
    </Panel>
  );
}
