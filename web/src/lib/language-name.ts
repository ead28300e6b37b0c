import { language } from '@/i18n/t';

/** The name of a language in the language of the app, by its code. Other texts, such as a name, stay as they are. */
export function languageName(code: string): string {
  try {
    return new Intl.DisplayNames(language(), { type: 'language', fallback: 'none' }).of(code) ?? code;
  } catch {
    return code; // cannot be a code
  }
}
