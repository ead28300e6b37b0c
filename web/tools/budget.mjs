// Fails if the built app exceeds its size budget. Sizes are gzip, in kB of 1000 bytes, read from Vite's manifest.
import { existsSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const dist = new URL('../../internal/web/dist/', import.meta.url);
const manifestFile = new URL('.vite/manifest.json', dist);
if (!existsSync(manifestFile)) throw new Error('No build to measure: run `npm run build` first.');
const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'));

const BARS = { first: 170, following: 80, lazy: 40, desk: 60, admin: 90, css: 16, fonts: 65 };

const raw = (file) => readFileSync(new URL(file, dist));
const gzip = (file) => gzipSync(raw(file), { level: 9 }).length / 1000;
const sum = (files, size) => [...files].reduce((total, file) => total + size(file), 0);

/** The chunks that loading these needs at once: the chunks themselves and all their static imports. */
function graph(keys, found = new Set()) {
  for (const key of keys) {
    if (found.has(key)) continue;
    found.add(key);
    graph(manifest[key].imports ?? [], found);
  }
  return found;
}

const scripts = (keys) => new Set([...keys].map((key) => manifest[key].file));
const sheets = (keys) => new Set([...keys].flatMap((key) => manifest[key].css ?? []));
const chunk = (end) => {
  const key = Object.keys(manifest).find((name) => name.endsWith(end));
  if (!key) throw new Error(`${end} is not in the manifest.`);
  return key;
};

// What a member's first page loads: the entry, the shell and the home page.
const first = graph([chunk('index.html')]);
const firstScripts = scripts(first);

const lines = [
  ['first load, JavaScript', sum(firstScripts, gzip), BARS.first],
  ['first load, CSS', sum(sheets(first), gzip), BARS.css],
];

// Latin text only loads the Latin subset; the CSS only names the others.
const fonts = Object.values(manifest).flatMap((entry) => entry.assets ?? []);
const latin = new Set(fonts.filter((file) => /-latin-wght-normal.*\.woff2$/.test(file)));
lines.push(['fonts (woff2)', sum(latin, (file) => raw(file).length / 1000), BARS.fonts]);

// What loads by itself after the first screen; vite.config.ts puts it together.
const following = scripts(graph(Object.keys(manifest).filter((key) => ['player', 'home', 'overlays'].includes(manifest[key].name))));
lines.push([
  'after the first screen',
  sum(
    [...following].filter((file) => !firstScripts.has(file)),
    gzip,
  ),
  BARS.following,
]);

// What each lazy part adds to what is already loaded. The parts of the DJ desk load after the desk.
const desk = 'src/features/mixes/desk/desk-tab.tsx';
const deskScripts = scripts(graph([desk]));
for (const [key, entry] of Object.entries(manifest)) {
  if (!entry.isDynamicEntry || first.has(key)) continue;
  const isPart = key !== desk && /^src\/(features\/mixes\/desk|dj)\//.test(key);
  const added = [...scripts(graph([key]))].filter(
    (file) => !firstScripts.has(file) && !following.has(file) && !(isPart && deskScripts.has(file)),
  );
  lines.push([key.replace(/^src\//, ''), sum(added, gzip), barOf(key)]);
}

function barOf(key) {
  if (key === desk) return BARS.desk;
  return key.startsWith('src/features/admin/') ? BARS.admin : BARS.lazy;
}

let failed = false;
for (const [name, size, bar] of lines) {
  const over = size > bar;
  failed ||= over;
  console.log(`${over ? 'OVER' : '  ok'} ${size.toFixed(1).padStart(7)} of ${bar} kB  ${name}`);
}
process.exitCode = failed ? 1 : 0;
