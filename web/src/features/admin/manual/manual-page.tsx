import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { t } from '@/i18n/operator';
import { PageHeader } from '@/ui/page-header';
import { MANUAL, type Section } from './manual';
import { Markdown } from './markdown';

/** The manual for operators, with its contents beside it. */
export function ManualPage() {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash) document.getElementById(hash)?.scrollIntoView();
  }, [hash]);
  return (
    <>
      <PageHeader title={t('admin.manual')} lead={t('operator.manualLead')} />
      <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[14rem_minmax(0,1fr)]">
        <Contents />
        <article lang="en" className="min-w-0 max-w-[80ch] break-words">
          {MANUAL.map((section) => (
            <Part key={section.anchor} section={section} />
          ))}
        </article>
      </div>
    </>
  );
}

function Contents() {
  return (
    <nav aria-label={t('operator.contents')} className="lg:sticky lg:top-4 lg:max-h-[calc(100dvh-6rem)] lg:self-start lg:overflow-y-auto">
      <ul lang="en" className="flex flex-wrap gap-x-4 text-sm lg:grid">
        {MANUAL.filter(({ depth }) => depth === 2).map(({ anchor, title }) => (
          <li key={anchor}>
            <a href={`#${anchor}`} className="block py-1.5 text-fg-muted hover:text-fg hover:underline">
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Part({ section: { anchor, title, depth, body } }: { section: Section }) {
  const Heading = depth === 2 ? 'h2' : 'h3';
  return (
    <section className="mt-8 first:mt-0">
      <Heading id={anchor} className={depth === 2 ? 'display scroll-mt-20 text-lg' : 'scroll-mt-20 font-semibold'}>
        {title}
      </Heading>
      <Markdown tokens={body} />
    </section>
  );
}
