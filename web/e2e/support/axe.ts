import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const QUICK = { resultTypes: ['violations'] as 'violations'[], preload: false }; // passed checks are not reported
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

/** Checks the page in both themes, except the part that is left out. Phones have the same colours as desktops, so only one theme is checked there. */
export async function expectAccessible(page: Page, leftOut?: string) {
  await page.evaluate(() => document.fonts.ready);
  const isPhone = (page.viewportSize()?.width ?? 0) < 600;
  for (const theme of isPhone ? ['dark'] : ['dark', 'light']) {
    await page.evaluate((name) => {
      document.documentElement.dataset.theme = name;
    }, theme);
    await page.evaluate(settled);
    const first = theme === 'dark';
    // For the second theme, the script is already in the page.
    const axe = new AxeBuilder({ page, ...(!first && { axeSource: ';' }) }).setLegacyMode().options(QUICK); // quicker; there are no frames
    if (leftOut) axe.exclude(leftOut);
    // The second theme only has other colours.
    if (first) axe.withTags(TAGS);
    else axe.withRules('color-contrast');
    if (isPhone) axe.disableRules('color-contrast');
    const { violations } = await axe.analyze();
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, any }) => `${id}: ${html.slice(0, 160)} ${any[0]?.message ?? ''}`),
    );
    expect.soft(found, `${page.url()} ${theme}`).toEqual([]);
  }
}

/** Waits for all animations except endless ones. */
const settled = () =>
  Promise.all(
    document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
      .map((animation) => animation.finished.catch(() => undefined)),
  ).then(() => undefined);
