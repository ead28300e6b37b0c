import { expect, it } from 'vitest';
import { languageName } from './language-name';

it.each([
  ['es', 'Spanish'],
  ['de-CH', 'Swiss High German'],
  ['English', 'English'], // as a directory of stations has it
  ['Español', 'Español'],
  ['Portuguese (Brazil)', 'Portuguese (Brazil)'],
  ['xx', 'xx'],
  ['', ''],
])('names the language %j as %j', (code, name) => {
  expect(languageName(code)).toBe(name);
});
