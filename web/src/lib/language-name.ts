import { language } from '@/i18n/t';

/** The name of a language in the language of the app. What is not a language code, such as a name, stays as it is. */
export function languageName(code: string): string {
  try {
    return new Intl.DisplayNames(language(), { type: 'language' }).of(code) ?? code;
  } catch {
    return code; // not a code, or empty
  }
}
