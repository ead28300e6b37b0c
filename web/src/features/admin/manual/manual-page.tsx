import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { t } from '@/i18n/operator';
import { PageHeader } from '@/ui/page-header';
import { MANUAL, type Section } from './manual';
import { Markdown } from './markdown';

/** The manual for operators, with its contents above it. */
export function ManualPage() {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash) document.getElementById(hash)?.scrollIntoView();
  }, [hash]);
  return (
    <>
      <PageHeader title={t('admin.manual')} lead={t('operator.manualLead')} />
      <Contents />
      <article lang="en" className="max-w-[70ch] break-words">
        {MANUAL.map((section) => (
          <Part key={section.anchor} section={section} />
        ))}
      </article>
    </>
  );
}

function Contents() {
  return (
    <nav aria-label={t('operator.contents')} className="mb-6">
      <ul lang="en" className="flex flex-wrap gap-x-4 text-sm">
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
    <section className="mt-9">
      <Heading id={anchor} className={depth === 2 ? 'display scroll-mt-20 text-lg' : 'scroll-mt-20 font-semibold'}>
        {title}
      </Heading>
      <Markdown tokens={body} />
    </section>
  );
}
