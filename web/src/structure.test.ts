import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** The rules for folders and imports of the web app; docs/develop.md describes the folders. */

/** A file imports from its own layer and from those after it. */
const LAYERS = ['app', 'features', 'things', 'player', 'dj', 'audio', 'ui', 'api', 'lib', 'i18n'];
/** The player and the DJ desk are on one level: neither imports the other. */
const APART = ['player', 'dj'];
/** Bundles next to the app, and the folders they may import types and small helpers from. */
const BESIDE = ['embed', 'sw'];
const SMALL = ['api', 'lib', 'embed', 'sw', 'audio'];
const MAX_FILES = 40;

/** What files without React must not import. */
const HEADLESS = /^(audio|dj|player\/engine)\//;
const REACT = /^(react|react-dom|zustand|zustand\/react|lucide-react|radix-ui|@tanstack\/react-.*)(\/jsx-runtime)?$/;

type Import = { specifier: string; to: string | undefined };
type Source = Map<string, Import[]>;

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s+(?:[^'";]*?\sfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)|new URL\('([^']+)', import\.meta\.url\)/g;

/** Reads which file imports which. */
function read(files: ReadonlyMap<string, string>): Source {
  const resolve = (from: string, specifier: string) => {
    const plain = specifier.replace(/\?.*$/, '');
    const path = plain.startsWith('@/') ? plain.slice(2) : plain.startsWith('.') ? join(dirname(from), plain) : undefined;
    if (path === undefined) return undefined;
    return ['', '.ts', '.tsx', '.d.ts', '/index.ts'].map((end) => path + end).find((name) => files.has(name));
  };
  return new Map(
    [...files].map(([file, text]) => [
      file,
      [...text.matchAll(IMPORT)].map((match) => {
        const specifier = match[1] ?? match[2] ?? match[3] ?? '';
        return { specifier, to: resolve(file, specifier) };
      }),
    ]),
  );
}

const isTest = (file: string) => /\.test\.tsx?$|(^|\/)(testing|test-app|fakes)\.tsx?$|^testing\//.test(file);

/** The layer of a file; undefined for the files beside the layers, such as main.tsx. */
const layerOf = (file: string) => (file.includes('/') ? file.slice(0, file.indexOf('/')) : /^sw\b/.test(file) ? 'sw' : undefined);

const roomOf = (file: string) => file.split('/').slice(0, 2).join('/');

/** Says what is wrong with an import, or nothing. */
function problemOf(from: string, { specifier, to }: Import): string | undefined {
  const layer = layerOf(from);
  if (HEADLESS.test(from) && (REACT.test(specifier) || to?.endsWith('.tsx') || to?.startsWith('ui/')))
    return `${from} must work without React, but imports ${specifier}`;
  if (!to || !layer || layer === 'testing') return undefined;
  const target = layerOf(to);
  if (target === undefined || target === 'styles') return undefined;
  if (target === 'testing') return `${from} is no test, but imports ${to}`;
  if (BESIDE.includes(layer)) return SMALL.includes(target) ? undefined : `${from} imports ${to}`;
  if (!LAYERS.includes(layer) || !LAYERS.includes(target)) return `${from} imports ${to}: not a known folder`;
  if (LAYERS.indexOf(target) < LAYERS.indexOf(layer)) return `${from} imports ${to}: imports go ${LAYERS.join(' → ')}`;
  if (layer !== target && APART.includes(layer) && APART.includes(target)) return `${from} imports ${to}: they are on one level`;
  if (layer === 'features' && target === 'features' && roomOf(from) !== roomOf(to))
    return `${from} imports ${to}: features do not import each other`;
  if (from.startsWith('player/engine/') && to.startsWith('player/view/')) return `${from} imports ${to}: the engine knows no view`;
  return undefined;
}

/** The files that import each other in a circle, types and files loaded later included. */
function circles(source: Source): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string) => {
    const at = path.indexOf(file);
    if (at >= 0) found.push([...path.slice(at), file].join(' → '));
    if (at >= 0 || done.has(file)) return;
    path.push(file);
    for (const { to } of source.get(file) ?? []) if (to && to !== file) visit(to); // a file may name itself in a comment
    path.pop();
    done.add(file);
  };
  for (const file of source.keys()) visit(file);
  return found;
}

const problems = (source: Source) =>
  [...source].filter(([file]) => !isTest(file)).flatMap(([file, imports]) => imports.flatMap((one) => problemOf(file, one) ?? []));

/** Calls and queries with a handwritten type instead of the one in the API document. */
const BY_HAND =
  /\b(request(Page|With|Bytes)?|uploadFile|apiQuery|pagedList|queryOptions|useQuery|useInfiniteQuery|fetchQuery|ensureQueryData)<|\brequest(With)?\(.*\)\)? as [A-Z]/;

/** The lines that match, outside api/ and the embedded player, which has to stay small. */
const linesWith = (pattern: RegExp) => (files: ReadonlyMap<string, string>) =>
  [...files]
    .filter(([file]) => !isTest(file) && !/^(api|embed)\//.test(file))
    .flatMap(([file, text]) => text.split('\n').flatMap((line, i) => (pattern.test(line) ? `${file}:${i + 1}` : [])));

const typedByHand = linesWith(BY_HAND);

/** React.lazy throws where a part is shown if its code cannot be fetched: such a part is loaded lazily, or is one of ui/part. */
const unguarded = linesWith(/\blazy\((?!untilLoaded)/);

/** Parameters that are written into the path, where the type checker cannot compare them with the API document. */
const paramsByHand = linesWith(/['"`]\/api\/[^'"`]*\?[\w$]|withParams\(\s*['"`]\/api\/|\}\?(size|format|bitrate|start|limit|at|q|sort)=/);

/** The keys of texts that no code names, neither in full nor by a template such as `theme.${name}`. */
function unused(files: ReadonlyMap<string, string>): string[] {
  const code = [...files]
    .filter(([file]) => /\.tsx?$/.test(file) && !/^i18n\/|\.d\.ts$/.test(file) && !isTest(file))
    .map(([, text]) => text);
  const named = new Set(code.flatMap((text) => [...text.matchAll(/['"]([\w.-]+)['"]/g)].map((match) => match[1])));
  const templates = code
    .flatMap((text) => [...text.matchAll(/`(\w+\.[\w.]*\$\{[^`]*)`/g)].map((match) => match[1] ?? ''))
    .map((template) => template.replace(/\$\{[^}]*\}/g, '*'))
    .filter((template) => /^[\w.*]+$/.test(template))
    .map((template) => new RegExp(`^${template.replaceAll('.', '\\.').replaceAll('*', '[\\w-]+')}$`));
  return [...files]
    .filter(([file]) => /^i18n\/spec\/(?!index|spanish)/.test(file))
    .flatMap(([, text]) => [...text.matchAll(/^ {2}'([\w.-]+)':/gm)].map((match) => match[1] ?? ''))
    .filter((key) => !named.has(key) && !templates.some((template) => template.test(key)));
}

/** The files of each folder, without those in folders below it. */
function folders(files: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  return counts;
}

const root = dirname(fileURLToPath(import.meta.url));

/** The files in a folder and those below it, with their text if it is code. */
const filesIn = (folder: string) =>
  new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(folder, name)).isFile())
      .map((name) => [name, /\.(tsx?|js)$/.test(name) ? readFileSync(join(folder, name), 'utf8') : '']),
  );

const files = filesIn(root);
const browserTests = filesIn(join(root, '../e2e'));

describe('the web app', () => {
  const source = read(files);

  it('imports in one direction', () => expect(problems(source)).toEqual([]));
  it('has no circles', () => expect(circles(source)).toEqual([]));
  it('loads no part that takes down the page when it cannot be fetched', () => expect(unguarded(files)).toEqual([]));

  it('takes the types of calls from the API document', () => expect(typedByHand(files)).toEqual([]));
  it('takes the types of parameters from the API document', () => expect(paramsByHand(files)).toEqual([]));
  it.each([files, browserTests])('has no large folders', (some) => {
    expect([...folders(some.keys())].filter(([, count]) => count > MAX_FILES)).toEqual([]);
  });
  it('shows each of its texts', () => expect(unused(files)).toEqual([]));
});

describe('the rules', () => {
  it.each([
    ['a feature of another', 'features/home/home-page.tsx', "import { x } from '@/features/radio/panel';", 'features/radio/panel.ts'],
    ['a thing of a feature', 'things/track/row.tsx', "import { x } from '@/features/radio/panel';", 'features/radio/panel.ts'],
    ['a part that loads later', 'ui/a.tsx', "const load = () => import('@/player/view/bar');", 'player/view/bar.tsx'],
    ['a type', 'lib/a.ts', "import type { X } from '@/api/types';", 'api/types.ts'],
    ['the engine of React', 'player/engine/a.ts', "import { useState } from 'react';", ''],
    ['the engine of hooks', 'player/engine/a.ts', "import { create } from 'zustand';", ''],
    ['the engine of a view', 'player/engine/a.ts', "import { x } from '@/player/view/b';", 'player/view/b.ts'],
    ['the audio graph of the player', 'audio/a.ts', "import type { X } from '@/player/engine/b';", 'player/engine/b.ts'],
    ['the player of the DJ desk', 'player/view/a.tsx', "import { x } from '@/dj/deck';", 'dj/deck.ts'],
    ['test helpers outside tests', 'features/home/a.tsx', "import { x } from '@/testing/pages';", 'testing/pages.tsx'],
  ])('find an import by %s', (_, from, text, to) => {
    expect(problems(read(new Map([[from, text], [to, '']])))).toHaveLength(1); // biome-ignore format: one line
  });

  it.each([
    "const user = await request<User>('/api/auth/user');",
    "const user = (await request('/api/auth/user')) as User;",
    "useQuery<Track[]>({ queryKey: ['/api/tracks'] });",
    "export const query = queryOptions<Track[]>({ queryKey: ['/api/tracks'] });",
  ])('find a call that is typed by hand: %s', (text) => {
    expect(typedByHand(new Map([['things/a.ts', text]]))).toEqual(['things/a.ts:1']);
    expect(typedByHand(new Map([['api/a.ts', text]]))).toEqual([]);
  });

  it.each([
    "const tracks = await request('/api/tracks?limit=50');",
    'const tracks = await request(`/api/tracks?artist=` + id);',
    "const path = withParams('/api/tracks', { limit: 50 });",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is the text of a file
    'audio.src = `${audioUrl}?format=mp3`;',
  ])('find parameters that are written by hand: %s', (text) => {
    expect(paramsByHand(new Map([['things/a.ts', text]]))).toEqual(['things/a.ts:1']);
  });

  it('find a text that nothing shows', () => {
    const texts = "  'theme.dark': 'Dark',\n  'theme.title': 'Theme',\n  'track.play': 'Play',\n  'track.gone': 'Gone',\n";
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is the text of a file
    const code = "t(`theme.${theme}`); t('track.play'); // 'track.pause'";
    const test = "t('track.gone')";
    expect(
      unused(
        new Map([
          ['i18n/spec/app.ts', texts],
          ['ui/theme.tsx', code],
          ['ui/theme.test.tsx', test],
        ]),
      ),
    ).toEqual(['track.gone']);
  });

  it('find a circle', () => {
    const circle = read(
      new Map([
        ['features/a/page.tsx', "import { Panel } from './panel';"],
        ['features/a/panel.tsx', "import type { Props } from './page';"],
      ]),
    );
    expect(circles(circle)).toEqual(['features/a/page.tsx → features/a/panel.tsx → features/a/page.tsx']);
  });
});
