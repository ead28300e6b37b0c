import { render, screen, within } from '@testing-library/react';
import { lexer } from 'marked';
import { expect, it } from 'vitest';
import { MANUAL, sectionsAbout } from './manual';
import { Markdown } from './markdown';

it('has every section once, with something in it', () => {
  expect(MANUAL.length).toBeGreaterThan(25);
  expect(new Set(MANUAL.map(({ anchor }) => anchor)).size).toBe(MANUAL.length);
  const bare = MANUAL.filter(({ text }) => text.trim() === '').map(({ title }) => title);
  expect(bare).toEqual([]);
});

it('finds sections by their titles first, then by their texts', () => {
  expect(sectionsAbout('BACKUPS')[0]?.title).toBe('Backups');
  expect(sectionsAbout('slackwebhook').map(({ title }) => title)).toContain('Alerts');
  expect(sectionsAbout('no such words')).toEqual([]);
});

it('shows Markdown without taking its text for markup', () => {
  const source = [
    'Use `--data` & **<b>care</b>**, see [Mail](#mail), [age](https://age.example) and [code](../main.go).',
    '',
    '```sh',
    'sonora serve',
    '```',
    '',
    '- one',
    '- two',
    '',
    '| Option | Means |',
    '|---|---|',
    '| `--x` | *y* |',
  ];
  const { container } = render(<Markdown tokens={lexer(source.join('\n'))} />);
  expect(container.querySelector('p')?.textContent).toBe('Use --data & <b>care</b>, see Mail, age and code.');
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['#mail', 'https://age.example']);
  const example = screen.getByRole('figure', { name: 'Example' });
  expect([example.textContent, example.tabIndex]).toEqual(['sonora serve', 0]);
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['one', 'two']);
  expect(within(screen.getByRole('table')).getByRole('columnheader', { name: 'Option' })).toBeTruthy();
  expect(screen.getByRole('cell', { name: '--x' })).toBeTruthy();
});
