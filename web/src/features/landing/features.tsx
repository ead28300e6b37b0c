import type { ReactNode } from 'react';
import { t } from '@/i18n/landing';
import { cn } from '@/lib/cn';
import { Community, Crossfade, Decks, Prompt, Sleeves, Stations } from './pictures';

/** The product's six features, each with a drawing. */
export function Features() {
  return (
    <section aria-labelledby="features" className="mx-auto max-w-6xl px-5 pb-8">
      <h2 id="features" className="display text-2xl">
        {t('landing.features')}
      </h2>
      <div className="mt-7 grid gap-4 md:grid-cols-6">
        <Feature title={t('landing.library.title')} text={t('landing.library.text')} className="md:col-span-4">
          <Sleeves />
        </Feature>
        <Feature title={t('landing.radio.title')} text={t('landing.radio.text')} className="md:col-span-2">
          <Stations />
        </Feature>
        <Feature title={t('landing.smart.title')} text={t('landing.smart.text')} className="md:col-span-3">
          <Crossfade />
        </Feature>
        <Feature title={t('landing.mixes.title')} text={t('landing.mixes.text')} className="md:col-span-3">
          <Decks />
        </Feature>
        <Feature title={t('landing.ai.title')} text={t('landing.ai.text')} className="md:col-span-2">
          <Prompt />
        </Feature>
        <Feature title={t('landing.community.title')} text={t('landing.community.text')} className="md:col-span-4">
          <Community />
        </Feature>
      </div>
    </section>
  );
}

function Feature({ title, text, className, children }: { title: string; text: string; className: string; children: ReactNode }) {
  return (
    <article className={cn('flex flex-col overflow-hidden rounded-xl border border-line bg-surface', className)}>
      <div aria-hidden className="grid h-48 place-items-center overflow-hidden bg-sunken">
        {children}
      </div>
      <div className="p-6">
        <h3 className="display text-lg">{title}</h3>
        <p className="mt-1.5 max-w-[52ch] text-fg-muted">{text}</p>
      </div>
    </article>
  );
}
