import { language } from '@/i18n/t';

/** The countries of the station filter. The names are fixed: stations are stored with them. */
export const COUNTRIES = ['USA', 'UK', 'Canada', 'Germany', 'France', 'Spain', 'Brazil', 'Japan', 'Mexico', 'Australia'] as const;

const REGIONS: Record<string, (typeof COUNTRIES)[number]> = {
  US: 'USA',
  GB: 'UK',
  CA: 'Canada',
  DE: 'Germany',
  FR: 'France',
  ES: 'Spain',
  BR: 'Brazil',
  JP: 'Japan',
  MX: 'Mexico',
  AU: 'Australia',
};

/** The name of a country as people read it; in English as it is stored. */
export function countryLabel(name: string): string {
  const region = Object.keys(REGIONS).find((code) => REGIONS[code] === name);
  if (!region || language() === 'en') return name;
  return new Intl.DisplayNames(language(), { type: 'region' }).of(region) ?? name;
}

/** The country of this browser if it is in the list; otherwise ''. */
export function ownCountry(languages: readonly string[] = navigator.languages): string {
  for (const language of languages) {
    const country = REGIONS[language.split('-').at(-1)?.toUpperCase() ?? ''];
    if (country && language.includes('-')) return country;
  }
  return '';
}
