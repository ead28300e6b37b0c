import { useQuery } from '@tanstack/react-query';
import { generationQuery } from '@/api/generation';
import type { Generation } from '@/api/types';
import { t } from '@/i18n/ai';
import { Button } from '@/ui/button';
import { usePlayFrom, usePlayGeneration } from './use-play-generation';

/** Compares a piece with the one that it was made from: the other one goes on where this one is. */
export function Versions({ music, parentId }: { music: Generation; parentId: string }) {
  const before = useQuery(generationQuery(parentId)).data;
  if (!before?.audioUrl) return null;
  return (
    <fieldset className="flex items-center gap-2">
      <legend className="sr-only">{t('ai.compare')}</legend>
      <Version label="A" music={before} />
      <Version label="B" music={music} />
      <span className="text-fg-muted text-sm">{t('ai.compareText')}</span>
    </fieldset>
  );
}

function Version({ label, music }: { label: string; music: Generation }) {
  const { state } = usePlayGeneration(music);
  const playFrom = usePlayFrom(music);
  const isHeard = state !== 'stopped';
  return (
    <Button
      size="sm"
      variant={isHeard ? 'primary' : 'outline'}
      aria-pressed={isHeard}
      aria-label={t('ai.version', { version: label, title: music.title })}
      onClick={() => !isHeard && playFrom()}
    >
      {label}
    </Button>
  );
}
