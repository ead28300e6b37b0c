import { useQueries, useQuery } from '@tanstack/react-query';
import { generationQuery } from '@/api/generation';
import type { Generation } from '@/api/types';
import { t } from '@/i18n/ai';
import { Button } from '@/ui/button';
import { usePlayFrom, usePlayGeneration } from './use-play-generation';

/** Compares a piece with the one that it was made from: the other one goes on where this one is. */
export function Versions({ music, parentId }: { music: Generation; parentId: string }) {
  const before = useQuery(generationQuery(parentId)).data;
  return <Compared pieces={[before, music]} text={t('ai.compareText')} />;
}

/** Compares the pieces that a service made for one order. */
export function Alternatives({ music }: { music: Generation }) {
  const others = useQueries({ queries: music.alternatives.map((id) => generationQuery(id)) });
  return <Compared pieces={[music, ...others.map(({ data }) => data)]} text={t('ai.alternativesText')} />;
}

/** Nothing unless two of them can be heard. */
function Compared({ pieces, text }: { pieces: (Generation | undefined)[]; text: string }) {
  const heard = pieces.flatMap((piece) => (piece?.audioUrl ? [piece] : []));
  if (heard.length < 2) return null;
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="sr-only">{t('ai.compare')}</legend>
      {heard.map((piece, i) => (
        <Version key={piece.id} label={String.fromCharCode(A + i)} music={piece} />
      ))}
      <span className="text-fg-muted text-sm">{text}</span>
    </fieldset>
  );
}

const A = 65; // its code

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
