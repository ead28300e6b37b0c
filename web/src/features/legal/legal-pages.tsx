import { Link } from '@tanstack/react-router';
import { language, productName, t } from '@/i18n/landing';
import { day } from '@/lib/format';
import { Wordmark } from '@/ui/mark';
import { CHANGED, privacy, type Section, terms } from './text';

export const TermsPage = () => <Legal title={t('title.terms')} sections={terms(productName())} />;
export const PrivacyPage = () => <Legal title={t('title.privacy')} sections={privacy(productName())} />;

function Legal({ title, sections }: { title: string; sections: Section[] }) {
  return (
    <div className="mx-auto max-w-[68ch] px-5 py-8">
      <header>
        <Link to="/" aria-label={t('landing.nav')} className="inline-block rounded-md">
          <Wordmark />
        </Link>
      </header>
      <main className="mt-12">
        <h1 className="display text-[2.125rem] leading-tight">{title}</h1>
        <p className="mt-2 text-fg-muted text-sm">{t('legal.updated', { day: day(CHANGED, language()) })}</p>
        {sections.map(([heading, ...paragraphs]) => (
          <section key={heading} className="mt-8">
            <h2 className="display text-lg">{heading}</h2>
            {paragraphs.map((paragraph) => (
              <p key={paragraph} className="mt-2 text-fg-muted leading-relaxed">
                {paragraph}
              </p>
            ))}
          </section>
        ))}
      </main>
      <nav aria-label={t('landing.legal')} className="mt-12 flex gap-6 border-line border-t pt-6 text-fg-muted text-sm">
        <Link to="/terms" className="hover:text-fg hover:underline">
          {t('title.terms')}
        </Link>
        <Link to="/privacy" className="hover:text-fg hover:underline">
          {t('title.privacy')}
        </Link>
      </nav>
    </div>
  );
}
