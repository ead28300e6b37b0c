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

/** Where this browser says its person is, as far as that is one of the countries; '' otherwise. */
export function ownCountry(languages: readonly string[] = navigator.languages): string {
  for (const language of languages) {
    const country = REGIONS[language.split('-').at(-1)?.toUpperCase() ?? ''];
    if (country && language.includes('-')) return country;
  }
  return '';
}
