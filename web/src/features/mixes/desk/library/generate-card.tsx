import { Sparkles } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { request } from '@/api/client';
import { fromLibrary } from '@/dj/deck/loading';
import { fromSample, SAMPLES } from '@/dj/deck/samples';
import type { Desk } from '@/dj/desk';
import { langOf, t } from '@/i18n/desk';
import { Button } from '@/ui/button';
import { ProgressBar } from '@/ui/progress-bar';
import { offerAll } from './offer';
import { pairText } from './pair-text';

/** ms that finding takes at least: long enough to read what happens. */
const TAKES = 3000;

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
  const answer = await request('/api/automixes/pair', { query: { prompt } }).catch(() => null);
  const [one, other] = answer?.tracks ?? [];
  if (one && other) {
    const isDone = await offerAll(desk, [
      { deck: a, title: one.title, load: fromLibrary(one) },
      { deck: b, title: other.title, load: fromLibrary(other) },
    ]);
    if (!isDone) return '';
    return pairText(answer?.understood ?? null, one.title, other.title);
  }
  const samples = SAMPLES.map((sample, i) => {
    const title = t('desk.ai.sample', { bpm: sample.bpm });
    return { deck: i === 0 ? a : b, title, load: fromSample(sample, title) };
  });
  if (!(await offerAll(desk, samples))) return '';
  return t(answer ? 'desk.ai.samples' : 'desk.ai.unreachable');
}
