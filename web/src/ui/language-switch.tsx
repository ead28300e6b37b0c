import { setLocale, t } from '@/i18n/t';
import { usePrefs } from '@/lib/prefs';
import { toast } from './toast/toast-store';

/** Switches to the other language, shown by its own name; for visitors, who have no settings. */
export function LanguageSwitch() {
  const { locale, set } = usePrefs();
  const [next, name, lang] = locale === 'es' ? (['spec', 'English', 'en'] as const) : (['es', 'Español', 'es'] as const);
  const change = () =>
    setLocale(next).then(
      () => set({ locale: next }),
      (error: Error) => toast({ tone: 'danger', title: t('ui.loadFailed'), description: error.message }),
    );
  return (
    <button
      type="button"
      lang={lang}
      onClick={() => void change()}
      className="rounded-sm text-fg-muted text-sm hover:text-fg hover:underline hit"
    >
      {name}
    </button>
  );
}
