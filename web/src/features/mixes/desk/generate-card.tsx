import { Sparkles } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { request } from '@/api/client';
import type { Desk } from '@/dj/desk';
import { pairFor, parsePrompt } from '@/dj/generate';
import { fromLibrary } from '@/dj/loading';
import { fromSample, SAMPLES } from '@/dj/samples';
import { langOf, t } from '@/i18n/desk';
import { Button } from '@/ui/button';
import { ProgressBar } from '@/ui/progress-bar';

/** ms that finding takes at least: long enough to read what happens. */
const TAKES = 3000;
/** How many songs with a tempo are looked at. */
const LOOKED_AT = 1000;

/** Puts two songs on the decks that fit some words and each other. */
export function GenerateCard({ desk, focused }: { desk: Desk; focused: boolean }) {
  const [prompt, setPrompt] = useState('');
  const [isWorking, setWorking] = useState(false);
  const [said, setSaid] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focused) field.current?.focus();
  }, [focused]);
  const generate = async (event: FormEvent) => {
    event.preventDefault();
    if (prompt.trim() === '' || isWorking) return;
    setWorking(true);
    setSaid(t('desk.ai.working'));
    const [outcome] = await Promise.all([fill(desk, prompt), new Promise((resolve) => setTimeout(resolve, TAKES))]);
    setSaid(outcome);
    setWorking(false);
  };
  return (
    <form className="desk-ai" onSubmit={(event) => void generate(event)} aria-busy={isWorking}>
      <span aria-hidden className="desk-ai-mark">
        <Sparkles size={18} />
      </span>
      <input
        ref={field}
        aria-label={t('desk.ai.prompt')}
        placeholder={t('desk.ai.hint')}
        value={prompt}
        maxLength={500}
        onChange={({ target }) => setPrompt(target.value)}
      />
      <Button type="submit" pending={isWorking} disabled={prompt.trim() === ''} lang={langOf('desk.ai.generate')}>
        {t('desk.ai.generate')}
      </Button>
      <p role="status" className="desk-ai-said">
        {said}
      </p>
      {isWorking && <ProgressBar label={t('desk.ai.working')} className="desk-ai-bar" />}
    </form>
  );
}

/** Loads both decks and says why these. */
async function fill(desk: Desk, prompt: string): Promise<string> {
  const [a, b] = desk.decks;
  if (!a || !b) return '';
  const tracks = await request('/api/tracks', { query: { bpmMin: 1, limit: LOOKED_AT, sort: 'random' } }).catch(() => []);
  const pair = pairFor(parsePrompt(prompt), tracks);
  if (pair) {
    await Promise.all([desk.load(a, pair[0].title, fromLibrary(pair[0])), desk.load(b, pair[1].title, fromLibrary(pair[1]))]);
    return t('desk.ai.chose', { a: pair[0].title, b: pair[1].title });
  }
  await Promise.all(
    SAMPLES.map((sample, i) => {
      const title = t('desk.ai.sample', { bpm: sample.bpm });
      return desk.load(i === 0 ? a : b, title, fromSample(sample, title));
    }),
  );
  return t('desk.ai.samples');
}
