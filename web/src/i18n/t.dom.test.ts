import { afterEach, describe, expect, it, vi } from 'vitest';
import { en } from './en';
import { es } from './es';
import { alerts as esAlerts } from './es/admin/alerts';
import { maintenance as esMaintenance } from './es/admin/maintenance';
import { mixTable as esMixTable } from './es/admin/mixes';
import { adminMusic as esAdminMusic } from './es/admin/music';
import { peopleTable as esPeopleTable } from './es/admin/people';
import { adminPremium as esAdminPremium } from './es/admin/premium';
import { table as esTable } from './es/admin/table';
import { ai as esAI } from './es/ai';
import { aiReview as esAIReview } from './es/ai-review';
import { automix as esAutomix } from './es/automix';
import { desk as esDesk } from './es/desk';
import { diagnostics as esDiagnostics } from './es/diagnostics';
import { mix as esMix } from './es/mix';
import { operator as esOperator } from './es/operator';
import { premium as esPremium } from './es/premium';
import { spec as shared } from './spec';
import { admin } from './spec/admin';
import { alerts } from './spec/admin/alerts';
import { maintenance } from './spec/admin/maintenance';
import { mixTable } from './spec/admin/mixes';
import { adminMusic } from './spec/admin/music';
import { peopleTable } from './spec/admin/people';
import { adminPremium } from './spec/admin/premium';
import { table } from './spec/admin/table';
import { ai } from './spec/ai';
import { aiReview } from './spec/ai-review';
import { analysis } from './spec/analysis';
import { auth } from './spec/auth';
import { automix } from './spec/automix';
import { broadcast } from './spec/broadcast';
import { browse } from './spec/browse';
import { commands } from './spec/commands';
import { create } from './spec/create';
import { desk } from './spec/desk';
import { diagnostics } from './spec/diagnostics';
import { downloads } from './spec/downloads';
import { history } from './spec/history';
import { landing } from './spec/landing';
import { lists } from './spec/lists';
import { mix } from './spec/mix';
import { mixes } from './spec/mixes';
import { notifications } from './spec/notifications';
import { nowPlaying } from './spec/now-playing';
import { onAir } from './spec/on-air';
import { operator } from './spec/operator';
import { players } from './spec/players';
import { playlists } from './spec/playlists';
import { podcasts } from './spec/podcasts';
import { premium } from './spec/premium';
import { radio } from './spec/radio';
import { rating } from './spec/rating';
import { search } from './spec/search';
import { settings } from './spec/settings';
import { share } from './spec/share';
import { sound } from './spec/sound';
import { tags } from './spec/tags';
import { upload } from './spec/upload';
import { addTexts, langOf, language, setLocale, setSite, siteDescription, t, withTexts } from './t';

afterEach(async () => {
  setSite({ siteName: 'Sonora' });
  await setLocale('spec');
});

const spec = {
  ...shared,
  ...analysis,
  ...auth,
  ...broadcast,
  ...browse,
  ...radio,
  ...rating,
  ...create,
  ...admin,
  ...desk,
  ...downloads,
  ...players,
  ...history,
  ...landing,
  ...lists,
  ...ai,
  ...aiReview,
  ...alerts,
  ...maintenance,
  ...automix,
  ...mix,
  ...mixes,
  ...mixTable,
  ...adminMusic,
  ...peopleTable,
  ...adminPremium,
  ...playlists,
  ...podcasts,
  ...premium,
  ...nowPlaying,
  ...onAir,
  ...diagnostics,
  ...operator,
  ...commands,
  ...search,
  ...settings,
  ...share,
  ...sound,
  ...table,
  ...tags,
  ...notifications,
  ...upload,
};

// A single word after `one` or `other` is a text.
const parameters = (text: string) => [...new Set([...text.matchAll(/(?<!(?:one|other) )\{(\w+)(?:,|\})/g)].map((m) => m[1]))].sort();

describe('catalogues', () => {
  it.each([
    ['en', { ...spec, ...en }],
    [
      'es',
      {
        ...es,
        ...esDesk,
        ...esMix,
        ...esAutomix,
        ...esAI,
        ...esAIReview,
        ...esDiagnostics,
        ...esOperator,
        ...esPremium,
        ...esAlerts,
        ...esMaintenance,
        ...esMixTable,
        ...esAdminMusic,
        ...esPeopleTable,
        ...esAdminPremium,
        ...esTable,
      },
    ],
  ])('%s has every key, no empty text and the same parameters', (_, catalogue) => {
    expect(Object.keys(catalogue).sort()).toEqual(Object.keys(spec).sort());
    for (const [key, text] of Object.entries(spec)) {
      const translated = catalogue[key as keyof typeof spec] as string;
      expect(translated, key).not.toBe('');
      expect(parameters(translated), key).toEqual(parameters(text));
    }
  });

  it('contain no Spanish in English', () => {
    for (const [key, text] of Object.entries({ ...spec, ...en }))
      if (!key.match(/^(settings|command)\.language/)) expect(text, key).not.toMatch(/[áéíóúñ¿¡]/);
  });
});

describe('t', () => {
  it('fills in parameters, plurals and the product name', async () => {
    expect(t('home.songs', { n: 1 })).toBe('1 song');
    expect(t('home.songs', { n: 2500 })).toBe('2,500 songs');
    expect(t('register.title')).toBe('Join Sonora');
    await setLocale('es');
    expect(t('home.songs', { n: 1 })).toBe('1 canción');
    expect(language()).toBe('es');
    expect(document.documentElement.lang).toBe('es');
  });

  it('waits for the Spanish texts that load with an area', async () => {
    await setLocale('es');
    addTexts(desk, async () => esDesk);
    await withTexts({});
    expect(t('desk.a')).toBe(esDesk['desk.a']);
    await setLocale('spec');
    expect(t('desk.a')).toBe(desk['desk.a']);
    await setLocale('es');
    expect(t('desk.sync')).toBe(esDesk['desk.sync']);
  });

  it('uses another product name everywhere', () => {
    setSite({ siteName: 'Attic' });
    expect([t('register.title'), t('register.welcome')]).toEqual(['Join Attic', 'Welcome to Attic!']);
  });

  it('describes the site as the operator does', () => {
    setSite({ siteName: 'Sonora', siteDescription: 'Music of our house' });
    expect(siteDescription()).toBe('Music of our house');
    for (const unchanged of ['', 'Professional Music Platform']) {
      setSite({ siteName: 'Sonora', siteDescription: unchanged });
      expect(siteDescription()).toBe('');
    }
  });

  it('starts with the name in the page', async () => {
    const meta = document.createElement('meta');
    meta.setAttribute('property', 'og:site_name');
    meta.content = 'Attic';
    document.head.append(meta);
    vi.resetModules();
    const fresh = await import('./t');
    meta.remove();
    expect(fresh.productName()).toBe('Attic');
  });

  it('marks the Spanish strings of the default locale', async () => {
    expect([langOf('admin.restricted.title'), langOf('nav.home')]).toEqual(['es', undefined]);
    await setLocale('en');
    expect(langOf('admin.restricted.title')).toBeUndefined();
    expect(t('admin.restricted.title')).toBe('Restricted access');
  });

  it('rejects wrong keys and missing parameters at compile time', () => {
    // @ts-expect-error n is missing
    expect(() => t('home.songs')).not.toThrow();
    // @ts-expect-error no such key
    expect(() => t('nope')).toThrow();
  });
});
