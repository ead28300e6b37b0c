import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const QUICK = { resultTypes: ['violations'] as 'violations'[], preload: false }; // nothing is made of what is right
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

/** Nothing is wrong with the page as it stands but for what is left out, in both themes; a phone has the same colours as a desk. */
export async function expectAccessible(page: Page, leftOut?: string) {
  await page.evaluate(() => document.fonts.ready);
  const isPhone = (page.viewportSize()?.width ?? 0) < 600;
  for (const theme of isPhone ? ['dark'] : ['dark', 'light']) {
    await page.evaluate((name) => {
      document.documentElement.dataset.theme = name;
    }, theme);
    await page.evaluate(settled);
    const first = theme === 'dark';
    // For the second theme the script is there already.
    const axe = new AxeBuilder({ page, ...(!first && { axeSource: ';' }) }).setLegacyMode().options(QUICK); // quicker; there are no frames
    if (leftOut) axe.exclude(leftOut);
    // The second theme has other colours only.
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

/** Waits until nothing moves any more but what never ends. */
const settled = () =>
  Promise.all(
    document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
      .map((animation) => animation.finished.catch(() => undefined)),
  ).then(() => undefined);
