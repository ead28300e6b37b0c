import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

// It runs in the page without the package for Playwright, which puts half a megabyte into the page three times for each check.
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

/** Checks the page in both themes, except the part that is left out. Phones have the same colours as desktops, so only one theme is checked there. */
export async function expectAccessible(page: Page, leftOut?: string) {
  await page.evaluate(() => document.fonts.ready);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const isPhone = (page.viewportSize()?.width ?? 0) < 600;
  for (const theme of isPhone ? ['dark'] : ['dark', 'light']) {
    await page.evaluate((name) => {
      document.documentElement.dataset.theme = name;
    }, theme);
    await page.evaluate(settled);
    const options: axe.RunOptions = {
      // The second theme only has other colours.
      runOnly: theme === 'dark' ? { type: 'tag', values: TAGS } : { type: 'rule', values: ['color-contrast'] },
      ...(isPhone && { rules: { 'color-contrast': { enabled: false } } }),
      resultTypes: ['violations'], // passed checks are not reported
      preload: false,
    };
    expect.soft(await page.evaluate(violations, { leftOut, options }), `${page.url()} ${theme}`).toEqual([]);
  }
}

/** What is wrong with the page, a line for each element. Runs in the page. */
async function violations({ leftOut, options }: { leftOut: string | undefined; options: axe.RunOptions }): Promise<string[]> {
  const { axe } = window as unknown as { axe: typeof import('axe-core') };
  const found = await axe.run(leftOut ? { exclude: [leftOut] } : document, options);
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html, any }) => `${id}: ${html.slice(0, 160)} ${any[0]?.message ?? ''}`));
}

/** Waits for all animations except endless ones. */
const settled = () =>
  Promise.all(
    document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
      .map((animation) => animation.finished.catch(() => undefined)),
  ).then(() => undefined);
