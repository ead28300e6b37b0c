import { useQueryClient } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useSession } from '@/api/auth/session';
import type { Desk } from '@/dj/desk';
import { langOf, t } from '@/i18n/desk';
import { Button } from '@/ui/button';
import { ProgressBar } from '@/ui/progress-bar';
import { fill } from './fill';

/** ms that finding takes at least: long enough to read what happens. */
const TAKES = 3000;

/** Puts two songs on the decks that fit some words and each other, new ones where the library has none. */
export function GenerateCard({ desk, focused }: { desk: Desk; focused: boolean }) {
  const [prompt, setPrompt] = useState('');
  const [isWorking, setWorking] = useState(false);
  const [said, setSaid] = useState('');
  const client = useQueryClient();
  const isSignedIn = useSession().user !== null;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focused) field.current?.focus();
  }, [focused]);
  const generate = async (event: FormEvent) => {
    event.preventDefault();
    if (prompt.trim() === '' || isWorking) return;
    setWorking(true);
    setSaid(t('desk.ai.working'));
    const filling = fill(desk, prompt, { client, isSignedIn, say: setSaid });
    const [outcome] = await Promise.all([filling, new Promise((resolve) => setTimeout(resolve, TAKES))]);
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
