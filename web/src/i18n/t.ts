import { useSyncExternalStore } from 'react';
import { PRODUCT } from './product';
import { type Catalog, type Key, spec, type Texts } from './spec';
import { SPANISH } from './spec/spanish';

/**
 * An ICU subset: `{name}` and `{n, plural, one {# song} other {# songs}}`. The parameters are read from the string's type, so a
 * wrong or missing one does not compile. `{product}` is always the product's name.
 */
type Names<S> = S extends `${string}{${infer N}, plural,${infer R}`
  ? N | Names<R extends `${string}}}${infer T}` ? T : ''>
  : S extends `${string}{${infer N}}${infer R}`
    ? N | Names<R>
    : never;
type Needed<K extends Key> = Exclude<Names<Texts[K]>, 'product'>;
type Args<K extends Key> = [Needed<K>] extends [never] ? [] : [Record<Needed<K>, string | number>];

/** Keys of strings without parameters, for labels in tables. */
export type PlainKey = { [K in Key]: [Needed<K>] extends [never] ? K : never }[Key];

export type LocaleName = 'spec' | 'en' | 'es';

let catalog: Partial<Catalog> = spec;
/** The default texts of the screens loaded so far. */
const added: Partial<Catalog> = {};
/** The Spanish texts of large areas, which load with them. */
const apart: (() => Promise<Partial<Catalog>>)[] = [];
let arriving: Promise<unknown> = Promise.resolve();
let name: LocaleName = 'spec';
/** The server puts the name that the operator chose into the page. Workers and the build have no page. */
let product: string = globalThis.document?.head?.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content || PRODUCT.name;
let described = '';
let plurals = new Intl.PluralRules('en');
let version = 0;
const listeners = new Set<() => void>();

const catalogs: Record<Exclude<LocaleName, 'spec'>, () => Promise<Partial<Catalog>>> = {
  en: () => import('./en').then((m) => m.en),
  es: () => import('./es').then((m) => m.es),
};

/** Registers the default texts of an area, and its Spanish ones if the Spanish catalogue leaves them out. */
export function addTexts(texts: Partial<Catalog>, spanish?: () => Promise<Partial<Catalog>>): void {
  Object.assign(added, texts);
  if (!spanish) return;
  apart.push(spanish);
  if (name === 'es') arriving = Promise.all([arriving, spanish().then(join)]);
}

const join = (texts: Partial<Catalog>) => {
  catalog = { ...catalog, ...texts };
};

/** Passes a module on once the texts that it registered have arrived. */
export async function withTexts<T>(module: T): Promise<T> {
  await arriving;
  return module;
}

function changed() {
  version++;
  for (const listener of listeners) listener();
}

/** The language for Intl functions. */
export const language = () => (name === 'es' ? 'es' : 'en');

const spanish: ReadonlySet<Key> = new Set<Key>(SPANISH);

/** The `lang` of a text that is not in the page's language: the default catalogue is English with some Spanish strings. */
export const langOf = (key: Key) => (name === 'spec' && spanish.has(key) ? 'es' : undefined);

/** Loads and shows another catalogue. The default, `spec`, is the specification's wording, including its Spanish strings. */
export async function setLocale(next: LocaleName): Promise<void> {
  const texts = next === 'spec' ? spec : await catalogs[next]();
  const rest = next === 'es' ? await Promise.all(apart.map((load) => load())) : [];
  catalog = Object.assign({}, texts, ...rest);
  name = next;
  plurals = new Intl.PluralRules(language());
  document.documentElement.lang = language();
  changed();
}

/** Sets the name and the description that the operator chose for the site. */
export function setSite(site: { siteName: string; siteDescription?: string }): void {
  const { siteName, siteDescription = '' } = site;
  const next = siteDescription === spec['app.tagline'] ? '' : siteDescription;
  if (siteName === product && next === described) return;
  product = siteName;
  described = next;
  changed();
}

export const productName = () => product;

/** What the operator says about the site; empty if nothing of their own. */
export const siteDescription = () => described;

/** Changes with every change of language, product name or description; it is the key of the app's root. */
export const useTextVersion = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => version,
  );

const PLURAL = /\{(\w+), plural, ((?:\w+ \{[^}]*\} ?)+)\}/g;
const FORM = /(\w+) \{([^}]*)\}/g;

export function t<K extends Key>(key: K, ...[args]: Args<K>): string {
  const values: Record<string, string | number> = { product, ...args };
  return ((catalog[key] ?? added[key]) as string)
    .replace(PLURAL, (_, variable: string, body: string) => {
      const n = Number(values[variable]);
      const forms = Object.fromEntries([...body.matchAll(FORM)].map((m) => [m[1], m[2]]));
      return (forms[plurals.select(n)] ?? forms.other ?? '').replaceAll('#', n.toLocaleString(language()));
    })
    .replace(/\{(\w+)\}/g, (_, variable: string) => String(values[variable] ?? ''));
}
