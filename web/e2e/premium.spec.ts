import { type Browser, type BrowserContextOptions, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/axe';
import { OwnServer, type Session } from './support/own-server';
import { Stripe } from './support/stripe';

// These tests change the plans and enter keys, so they have their own server. Each goes on where the one before it ended.
test.describe.configure({ mode: 'serial' });

const server = new OwnServer(4799);
const stripe = new Stripe(4800, server.base);
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const DESK = { viewport: { width: 1440, height: 900 } };
let operator: Session;
let mara: Session;
let dita: Session;

test.beforeAll(async () => {
  server.tone('A440.flac', 'sine=frequency=440:duration=5', { title: 'A440', artist: 'Fork' });
  await Promise.all([server.start(), stripe.start()]);
  await server.signIn(1);
  [operator, mara, dita] = [await server.operator(), await server.member(), await server.creator()];
});

test.afterAll(async () => {
  await Promise.all([operator.api.dispose(), mara.api.dispose(), dita.api.dispose()]);
  await Promise.all([server.remove(), stripe.stop()]);
});

/** A page on which somebody is signed in. */
async function pageOf(browser: Browser, { state }: Session, screen: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({
    ...screen,
    baseURL: server.base,
    storageState: state,
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
  });
  return context.newPage();
}

/** Opens a page, which may not be wider than the screen. */
async function open(page: Page, path: string) {
  await page.goto(path);
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
  const spare = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(spare, `${path} is too wide`).toBeLessThanOrEqual(0);
}

const plan = (page: Page) => page.getByRole('region', { name: 'Your plan', exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const confirm = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
const toast = (page: Page, text: string) => expect(page.locator('[data-slot=toast]').filter({ hasText: text })).toBeVisible();

/** Expects a plan and its state, which a message of Stripe's may change a moment later. */
const expectPlan = (page: Page, ...texts: string[]) =>
  expect(async () => {
    await open(page, '/premium');
    for (const text of texts) await expect(plan(page)).toContainText(text, { timeout: 1000 });
  }).toPass({ timeout: 20_000 });

test('without a payment provider, plans are granted, shared and redeemed on a phone', { tag: '@desktop' }, async ({ browser }) => {
  const [sols, maras, ditas] = [
    await pageOf(browser, operator, PHONE),
    await pageOf(browser, mara, PHONE),
    await pageOf(browser, dita, PHONE),
  ];
  await expectPlan(maras, 'Free', 'It costs nothing and has no end date.');

  // The operator lets two people share the plan Premium, and grants it.
  await open(sols, '/admin/premium?tab=plans');
  await press(sols, 'Edit Premium');
  await sols.getByLabel('Family members').fill('2');
  await confirm(sols, 'Save');
  await toast(sols, 'Premium saved');
  await open(sols, '/admin/premium?tab=memberships');
  await press(sols, 'Grant a plan');
  await sols.getByLabel('Find a person by name or email').fill('mara');
  await sols.getByRole('list', { name: 'People found' }).getByRole('button').click();
  await sols.getByLabel('Reason').fill('For the summer party');
  await confirm(sols, 'Grant');
  await toast(sols, 'Mara Member has the plan now');
  await expectPlan(maras, 'Premium', 'Granted', 'The operator wrote: For the summer party');
  await expect(maras.getByRole('button', { name: /Upgrade/ })).toHaveCount(0);

  // Mara shares it with Dita, who leaves again.
  await press(maras, 'Invite somebody');
  await maras.getByLabel('Email address of the person').fill('dita@example.com');
  await confirm(maras, 'Create invitation');
  const link = await maras.getByRole('list', { name: 'Invitation link' }).textContent();
  await confirm(maras, 'Done');
  await open(ditas, link ?? '');
  await ditas.getByRole('region', { name: 'Somebody wants to share a plan with you' }).getByRole('button').click();
  await toast(ditas, 'You have joined. Your plan: Premium.');
  await expect(plan(ditas)).toContainText('Someone shares it with you.');
  await expectPlan(ditas, 'Premium', 'Family');
  await press(ditas, 'Leave family');
  await confirm(ditas, 'Leave family');
  await toast(ditas, 'You have left the family');
  await expectPlan(ditas, 'Free', 'It costs nothing');

  // The operator makes a code, which Dita redeems.
  await open(sols, '/admin/premium?tab=codes');
  await press(sols, 'Make codes');
  await sols.getByLabel('Number of codes').fill('1');
  await confirm(sols, 'Make codes');
  const code = await sols.getByRole('list', { name: 'Codes' }).textContent();
  await confirm(sols, 'I have saved it');
  await ditas.getByLabel('Code', { exact: true }).fill(code?.toLowerCase() ?? '');
  await press(ditas, 'Redeem');
  await toast(ditas, 'The code is redeemed. Your plan: Premium.');
  await expectPlan(ditas, 'Premium', 'Granted', 'You redeemed a code for it. It runs until');

  // The operator ends the grant.
  await open(sols, '/admin/premium?tab=memberships');
  await sols.getByRole('row').filter({ hasText: 'Mara Member' }).click();
  await press(sols, 'End membership');
  const ask = sols.getByRole('dialog', { name: 'End membership?' });
  await ask.getByLabel('Reason').fill('The party is over');
  await ask.getByLabel(/Mara Member/).fill('mara member');
  await ask.getByRole('button', { name: 'End membership' }).click();
  await toast(sols, 'The membership of Mara Member has ended');
  await expectPlan(maras, 'Free', 'It costs nothing');
  await Promise.all([sols, maras, ditas].map((page) => page.context().close()));
});

/** Offers the plan Premium, and a better one, for money. */
async function sell() {
  const { api, headers } = operator;
  const plans = '/api/admin/premium/plans';
  const { id, version, archivedAt, createdAt, updatedAt, ...premium } = await (await api.get(`${plans}/premium`, { headers })).json();
  const studio = { name: 'Studio', rank: 200, prices: { month: { amount: 900, currency: 'EUR' }, year: null } };
  for (const answer of [
    await api.put(`${plans}/premium`, { headers, data: { ...premium, offered: true } }),
    await api.post(plans, { headers, data: { ...premium, ...studio, offered: true } }),
    await api.put('/api/admin/settings', { headers, data: stripe.settings }),
  ])
    expect(answer.ok(), await answer.text()).toBe(true);
}

test('a subscription is bought, runs late, is changed, cancelled, resumed and ends', { tag: '@desktop' }, async ({ browser }) => {
  await sell();
  const page = await pageOf(browser, mara, DESK);
  const payments = page.getByRole('region', { name: 'Payments', exact: true });

  await expectPlan(page, 'Free');
  await expect(page.getByRole('article', { name: 'Premium' })).toContainText('The first 14 days are free.');
  await press(page, 'Premium: Upgrade for €5.00 per month');
  await page.getByRole('heading', { name: 'Pay' }).waitFor();
  await press(page, 'Pay');
  await expect(page).toHaveURL(`${server.base}/premium?paid=1`);
  await expect(page.getByText('Thank you for your payment')).toBeVisible();
  await expectPlan(page, 'Premium', 'Free trial', 'Your free trial ends on');

  // The card does not work any more when the trial ends.
  await payments.getByRole('button', { name: 'Open customer portal' }).click();
  await press(page, 'Use a card that is declined');
  await expect(page).toHaveURL(`${server.base}/premium`);
  await stripe.elapse(15);
  await expectPlan(page, 'Premium', 'Payment late', 'You keep the plan until');
  await plan(page).getByRole('button', { name: 'Open customer portal' }).click();
  await press(page, 'Use a card that works, and pay what is open');
  await expectPlan(page, 'Premium', 'Active', 'You pay every month. The next payment is due on');
  await expect(page.getByRole('region', { name: 'Invoices' })).toContainText('€5.00');

  await press(page, 'Studio: Change to €9.00 per month');
  await confirm(page, 'Change plan');
  await toast(page, 'Your plan has changed');
  await expectPlan(page, 'Studio', 'Active');

  const cancel = async () => {
    await press(page, 'Cancel subscription');
    await confirm(page, 'Cancel subscription');
    await toast(page, 'Your subscription is canceled');
    await expectPlan(page, 'Studio', 'Canceled', 'no further payment is taken');
  };
  await cancel();
  await press(page, 'Resume subscription');
  await toast(page, 'Your subscription continues');
  await expectPlan(page, 'Studio', 'Active', 'The next payment is due on');

  // The subscription of an account that is to be deleted ends with it, and goes on if the account is kept.
  const leave = { headers: mara.headers, data: { password: 'quiet-river' } };
  expect((await mara.api.post('/api/account/delete', leave)).ok()).toBe(true);
  await expectPlan(page, 'Studio', 'Ending', 'Your account is to be deleted, so no further payment is taken.');
  await expect(page.getByRole('button', { name: /Resume|Change to/ })).toHaveCount(0);
  await payments.getByRole('button', { name: 'Keep my account' }).click();
  await toast(page, 'Your account is not deleted');
  await expectPlan(page, 'Studio', 'Active', 'The next payment is due on');

  await cancel();
  await stripe.elapse(31);
  await expectPlan(page, 'Free', 'It costs nothing and has no end date.');
  await expect(page.getByRole('button', { name: 'Premium: Upgrade for €5.00 per month' })).toBeVisible();
  await page.context().close();
});

test('the pages are accessible with all of this on them', { tag: '@desktop' }, async ({ browser }) => {
  test.setTimeout(120_000);
  const [sols, maras] = [await pageOf(browser, operator, DESK), await pageOf(browser, mara, DESK)];
  await open(sols, '/admin/premium?tab=comparison');
  await press(sols, 'Compare now');
  await expect(sols.getByText('Stripe and this server agree.')).toBeVisible();
  for (const tab of ['overview', 'plans', 'memberships', 'codes', 'payments', 'comparison']) {
    await open(sols, `/admin/premium?tab=${tab}`);
    await expectAccessible(sols);
  }
  await open(maras, '/premium');
  await expectAccessible(maras);
  await Promise.all([sols, maras].map((page) => page.context().close()));
});

test('without the keys, nothing is sold any more', { tag: '@desktop' }, async ({ browser }) => {
  const page = await pageOf(browser, mara, DESK);
  const data = { stripeSecretKey: null, stripeWebhookSecret: null };
  expect((await operator.api.put('/api/admin/settings', { headers: operator.headers, data })).ok()).toBe(true);
  await open(page, '/premium');
  await expect(page.getByText('Plans are not sold on this server.')).toBeVisible();
  await expect(page.getByRole('button', { name: /Upgrade/ })).toHaveCount(0);
  await page.context().close();
});
