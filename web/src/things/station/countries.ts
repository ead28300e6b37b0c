import { language } from '@/i18n/t';

/** The countries a station can be chosen by. The names stay as they are: stations are stored under them. */
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

/** Where this browser says its person is, as far as that is one of the countries; '' otherwise. */
export function ownCountry(languages: readonly string[] = navigator.languages): string {
  for (const language of languages) {
    const country = REGIONS[language.split('-').at(-1)?.toUpperCase() ?? ''];
    if (country && language.includes('-')) return country;
  }
  return '';
}
