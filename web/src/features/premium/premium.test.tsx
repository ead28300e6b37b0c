import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { OwnPremium } from '@/api/types';
import { setLocale } from '@/i18n/t';
import { renderApp } from '@/testing/app';
import { aMembership, onFree, onPremium, PLANS } from './testing';
import { amountOf, grantOf, invitationIn, price, whyOf } from './words';

type Answers = Parameters<typeof renderApp>[1];

const member = { id: 'u1', email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', role: 'listener', createdAt: '2025-03-01' };
const MINE = 'GET /api/premium';

const show = (mine: OwnPremium, answers: Answers = {}, search = '') =>
  renderApp(`/premium${search}`, {
    'GET /api/auth/user': member,
    [MINE]: mine,
    'GET /api/premium/plans': { plans: PLANS },
    'GET /api/premium/invoices': { invoices: [] },
    ...answers,
  });

const region = async (name: string) => within(await screen.findByRole('region', { name }));
const said = (text: string) => waitFor(() => expect(document.querySelector('[data-slot=toast]')?.textContent ?? '').toContain(text));
const click = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const confirm = async (name: string) => userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));
const refused = (status: number, detail: string) => ({ status, body: { detail } });

afterEach(() => setLocale('spec'));

describe('the page of a plan', () => {
  it('says without payments how to get a plan, and offers nothing to buy', async () => {
    show(onFree);
    expect(await screen.findByRole('heading', { level: 1, name: 'Your Premium' })).toBeTruthy();
    const plan = await region('Your plan');
    expect(plan.getByText('It costs nothing and has no end date.')).toBeTruthy();
    expect(screen.getByText(/Plans are not sold on this server. To get another plan, redeem a code or ask the operator./)).toBeTruthy();
    await screen.findByRole('article', { name: 'Premium' });
    expect(screen.queryByRole('button', { name: /Upgrade|Change/ })).toBeNull();
    expect(screen.getByRole('button', { name: 'Restore purchases' })).toBeTruthy(); // payments of other services
    expect(screen.queryByRole('region', { name: 'Invoices' })).toBeNull();
  });

  it('shows what the plan includes and how much is used, in words and as bars', async () => {
    show(onFree);
    const list = await region('What your plan includes');
    expect(list.getByText('Skips are never limited, and no plan has ads.')).toBeTruthy();
    expect(list.getByText('12 of 20 pieces used this month')).toBeTruthy();
    expect(list.getByText('Resets on December 1, 2026')).toBeTruthy();
    const bar = list.getByRole<HTMLProgressElement>('progressbar', { name: 'Usage: AI music' });
    expect([bar.value, bar.max]).toEqual([12, 20]);
    expect(list.getByText('1.5 GB used')).toBeTruthy();
    expect(list.getByText('1 of 3 stations used')).toBeTruthy();
    expect(list.getByText('up to 5 minutes')).toBeTruthy();
    expect(list.getByText('Not included')).toBeTruthy();
    expect(list.getAllByRole('progressbar')).toHaveLength(2);
    expect(list.queryByText(/teleporting/)).toBeNull(); // of a newer server
  });

  it('compares the plans', async () => {
    show(onFree);
    const premium = within(await screen.findByRole('article', { name: 'Premium' }));
    expect(premium.getByText('€5.00 per month')).toBeTruthy();
    expect(premium.getByText('€50.00 per year')).toBeTruthy();
    expect(premium.getByText('For you and 5 more people')).toBeTruthy();
    expect(premium.getByText('Storage: up to 50 GB')).toBeTruthy();
    expect(premium.getByText('AI music: No limit in this plan')).toBeTruthy();
    const free = within(screen.getByRole('article', { name: 'Free' }));
    expect(free.getByText('Your plan')).toBeTruthy();
    expect(free.getByText('Private radio stations: Not included')).toBeTruthy();
  });

  it('does not compare a plan with itself', async () => {
    show(onFree, { 'GET /api/premium/plans': { plans: PLANS.slice(0, 1) } });
    expect(await screen.findByText('No other plan is available here at the moment.')).toBeTruthy();
    expect(screen.queryByRole('article')).toBeNull();
  });

  it('says that plans do not limit operators', async () => {
    show({ ...onFree, unlimited: true });
    expect(await screen.findByText('You are an operator, so plans do not limit you.')).toBeTruthy();
  });

  it('says what the server says if it cannot load', async () => {
    show(onFree, { [MINE]: refused(403, 'Sign in with a session.') });
    expect(await screen.findByText('Sign in with a session.')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1, name: 'Your Premium' })).toBeTruthy();
  });

  it('is in Spanish', async () => {
    await setLocale('es');
    show(onFree);
    expect((await region('Lo que incluye tu plan')).getByText('12 de 20 piezas este mes')).toBeTruthy();
  });
});

describe('the reason for a plan', () => {
  const grant: OwnPremium = { ...onPremium, source: 'grant', status: 'granted', interval: null, memberships: [] };
  it.each<[string, OwnPremium, string]>([
    ['a trial', { ...onPremium, status: 'trialing', trialEndsAt: '2026-12-04T12:00:00Z' }, 'Your free trial ends on December 4, 2026.'],
    ['a subscription', onPremium, 'You pay every month. The next payment is due on December 20, 2026.'],
    ['a donation', { ...onPremium, source: 'community' }, 'Paid until December 20, 2026.'],
    [
      'a late payment',
      { ...onPremium, status: 'past_due', graceUntil: '2026-12-27T12:00:00Z' },
      'Your last payment did not go through. You keep the plan until December 27, 2026.',
    ],
    [
      'a canceled one',
      { ...onPremium, status: 'canceled' },
      'You canceled it. You keep the plan until December 20, 2026, and no further payment is taken.',
    ],
    ['a grant', { ...grant, endsAt: null }, 'An operator gave it to you. It has no end date.'],
    ['a code', { ...grant, source: 'code' }, 'You redeemed a code for it. It runs until December 20, 2026.'],
    ['a family', { ...grant, source: 'family', status: 'family' }, 'Someone shares it with you. You have it for as long as they do.'],
  ])('is %s', async (_, mine, text) => {
    expect(whyOf(mine)).toBe(text);
    show(mine);
    expect((await region('Your plan')).getByText(text)).toBeTruthy();
  });

  it('shows what the operator wrote', async () => {
    show({ ...grant, reason: 'For the translations' });
    const plan = await region('Your plan');
    expect(plan.getByText('Granted')).toBeTruthy();
    expect(plan.getByText('The operator wrote: For the translations')).toBeTruthy();
  });
});

describe('a person whose account is to be deleted', () => {
  const leaving = { 'GET /api/auth/user': { ...member, deleteAt: '2026-12-14T12:00:00Z' } };
  const stopped: OwnPremium = { ...onPremium, status: 'canceled', memberships: [aMembership({ status: 'canceled' })] };

  it.each([
    ['the account', '2026-12-20T12:00:00Z', 'December 14, 2026'],
    ['what is paid', '2026-12-03T12:00:00Z', 'December 3, 2026'],
  ])('is told that the subscription ends with %s, and not offered what the server refuses', async (_, endsAt, day) => {
    show({ ...stopped, endsAt, memberships: [aMembership({ status: 'canceled', endsAt })] }, leaving);
    const plan = await region('Your plan');
    expect(plan.getByText('Ending')).toBeTruthy();
    expect(plan.getByText(`Your account is to be deleted, so no further payment is taken. You keep the plan until ${day}.`)).toBeTruthy();
    const payments = await region('Payments');
    expect(
      payments.getByText(
        `It ends on ${day}. Your account is to be deleted: keep it first if you want to continue or change the subscription.`,
      ),
    ).toBeTruthy();
    expect(screen.getByText('Your account is to be deleted. Keep it first if you want to choose another plan.')).toBeTruthy();
    await screen.findByRole('article', { name: 'Premium' });
    expect(screen.queryByRole('button', { name: /Resume|Cancel|Upgrade|Change|Subscribe/ })).toBeNull();
    expect(screen.queryByText(/You canceled it/)).toBeNull();
  });

  it('is told so before the payment provider knows', async () => {
    show(onPremium, leaving);
    const plan = await region('Your plan');
    expect(plan.getByText(/^Your account is to be deleted/)).toBeTruthy();
    expect(plan.queryByText(/next payment/)).toBeNull();
  });

  it('keeps the account, and sees what becomes of the plan', async () => {
    const KEEP = 'DELETE /api/account/delete';
    const app = show(stopped, { ...leaving, [KEEP]: { detail: 'Kept.' } });
    const payments = await region('Payments');
    const before = app.bodies(MINE).length;
    await userEvent.click(payments.getByRole('button', { name: 'Keep my account' }));
    await said('Your account is not deleted');
    expect(app.bodies(KEEP)).toHaveLength(1);
    await waitFor(() => expect(app.bodies(MINE).length).toBeGreaterThan(before));
  });

  it('may redeem a code, which the server allows', async () => {
    show(onFree, leaving);
    expect((await region('Redeem a code')).getByLabelText('Code')).toBeTruthy();
    expect((await region('Your plan')).getByText('It costs nothing and has no end date.')).toBeTruthy();
  });
});

describe('a person who can pay', () => {
  const payable = { ...onFree, payments: { configured: true, portal: false } };
  const CHECKOUT = 'POST /api/premium/checkout';

  it('goes to the page of the payment provider', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
    const app = show(payable, { [CHECKOUT]: { url: 'https://pay.example/1' } });
    expect(await screen.findByText('The first 14 days are free.')).toBeTruthy();
    await click('Premium: Upgrade for €50.00 per year');
    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.example/1'));
    expect(app.bodies(CHECKOUT)).toEqual([{ planId: 'premium', interval: 'year' }]);
  });

  it('is told what another tab has bought, and sees it', async () => {
    const app = show(payable, { [CHECKOUT]: refused(409, 'You have a subscription already. Change it instead of buying another one.') });
    await screen.findByRole('article', { name: 'Premium' });
    const before = app.bodies(MINE).length;
    await click('Premium: Upgrade for €5.00 per month');
    await said('You have a subscription already.');
    await waitFor(() => expect(app.bodies(MINE).length).toBeGreaterThan(before));
  });

  it('comes back, and the payment provider is asked what was paid', async () => {
    const RESTORE = 'POST /api/premium/restore';
    const app = show(payable, { [RESTORE]: { status: 200, body: '' } }, '?paid=1');
    expect((await screen.findByText('Thank you for your payment')).closest('[role=status]')).toBeTruthy();
    await waitFor(() => expect(app.bodies(RESTORE)).toHaveLength(1));
  });

  it('restores purchases, and is told that there are none', async () => {
    show(payable, { 'POST /api/premium/restore': { matched: 0, verified: true, provider: 'unknown' } });
    await click('Restore purchases');
    await said('No payment was found');
    await said('If you paid with another email address');
  });

  it.each([
    [{ matched: 2, verified: true, provider: 'unreachable' }, ['2 payments from your address', 'does not answer now']],
    [{ matched: 0, verified: true, provider: 'unreachable' }, ['What you have paid for still works']],
    [{ matched: 0, verified: false, provider: 'none' }, ['No payment was found', 'Verify yours first']],
    [{ matched: 0, verified: false, provider: 'asked' }, ['Your payments are up to date']],
  ])('restores purchases without a payment provider too: %o', async (answer, words) => {
    show(onFree, { 'POST /api/premium/restore': answer });
    await click('Restore purchases');
    for (const word of words) await said(word);
  });
});

describe('a person with a subscription', () => {
  it('changes it after a question', async () => {
    const CHANGE = 'POST /api/premium/change';
    const app = show(onPremium, { [CHANGE]: { status: 200, body: '' } });
    const premium = within(await screen.findByRole('article', { name: 'Premium' }));
    expect(premium.getAllByRole('button')).toHaveLength(1); // not what they have
    await click('Premium: Change to €50.00 per year');
    expect(within(screen.getByRole('dialog')).getByText(/credited against €50.00 per year/)).toBeTruthy();
    expect(app.bodies(CHANGE)).toEqual([]);
    await confirm('Change plan');
    await said('Your plan has changed');
    expect(app.bodies(CHANGE)).toEqual([{ planId: 'premium', interval: 'year' }]);
  });

  it('is told before a change in a trial that nothing is charged now', async () => {
    show({ ...onPremium, status: 'trialing', memberships: [aMembership({ status: 'trialing' })] });
    await click('Premium: Change to €50.00 per year');
    const dialog = within(screen.getByRole('dialog'));
    expect(
      dialog.getByText(/nothing is charged now\. Your trial goes on until December 20, 2026; after that, you pay €50\.00 per year\.$/),
    ).toBeTruthy();
    expect(dialog.queryByText(/credited/)).toBeNull();
  });

  it('cancels it after a question', async () => {
    const CANCEL = 'POST /api/premium/cancel';
    const app = show(onPremium, { [CANCEL]: { status: 200, body: '' } });
    await click('Cancel subscription');
    expect(screen.getByText('You keep your plan until December 20, 2026, and no further payment is taken. Your music stays.')).toBeTruthy();
    await confirm('Keep it as it is');
    expect(app.bodies(CANCEL)).toEqual([]);
    await click('Cancel subscription');
    await confirm('Cancel subscription');
    await said('Your subscription is canceled');
    expect(app.bodies(CANCEL)).toHaveLength(1);
  });

  it('names no day when it cancels what is paid late', async () => {
    show({ ...onPremium, status: 'past_due', memberships: [aMembership({ status: 'past_due' })] });
    await click('Cancel subscription');
    expect(screen.getByText('You keep your plan until the end of the period that you have paid for. Your music stays.')).toBeTruthy();
  });

  it('resumes a canceled one', async () => {
    const RESUME = 'POST /api/premium/resume';
    const app = show(
      { ...onPremium, status: 'canceled', cancelAtPeriodEnd: true, memberships: [aMembership({ status: 'canceled' })] },
      { [RESUME]: { status: 200, body: '' } },
    );
    expect((await region('Payments')).getByText('It is canceled and ends on December 20, 2026.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Cancel subscription' })).toBeNull();
    await click('Resume subscription');
    await said('Your subscription continues');
    expect(app.bodies(RESUME)).toHaveLength(1);
  });

  it('can cancel it also while an operator gives a better plan', async () => {
    const gold = { id: 'gold', name: 'Gold', description: '', rank: 150 };
    show({ ...onPremium, plan: gold, source: 'grant', status: 'granted', interval: null });
    expect(await screen.findByRole('button', { name: 'Cancel subscription' })).toBeTruthy();
    expect(screen.getByText('Subscription: Premium')).toBeTruthy();
    const plan = await region('Your plan');
    expect(plan.getByText('Gold')).toBeTruthy();
    expect(plan.getByText('You also have a subscription to Premium. Gold comes first for as long as you have it.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Open customer portal' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Premium: Change to €5.00 per month' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Premium: Change to €50.00 per year' })).toBeTruthy();
  });

  it('is told of a subscription to the plan that an operator gave', async () => {
    show({ ...onPremium, source: 'grant', status: 'granted', interval: null });
    expect((await region('Your plan')).getByText('You also have a subscription to this plan.')).toBeTruthy();
  });

  it('is told of the payments elsewhere before a subscription to a plan that was given', async () => {
    show({ ...onPremium, source: 'community', interval: null, memberships: [], payments: { configured: true, portal: false } });
    expect(await screen.findByRole('button', { name: 'Premium: Subscribe for €5.00 per month' })).toBeTruthy();
    expect(screen.getByText(/If you pay for it elsewhere, end that payment there/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Premium: Upgrade/ })).toBeNull();
  });

  it('is sold no lower plan as an upgrade, and none beside a plan without an end', async () => {
    const pro = { ...onPremium, plan: { id: 'pro', name: 'Pro', description: '', rank: 150 }, source: 'grant' as const, interval: null };
    const none = { memberships: [], payments: { configured: true, portal: false } };
    const { unmount } = show({ ...pro, ...none, endsAt: '2027-01-30T12:00:00Z' });
    expect(await screen.findByRole('button', { name: 'Premium: Subscribe for €5.00 per month' })).toBeTruthy();
    expect(screen.getByText(/takes effect only when yours has ended/)).toBeTruthy();
    unmount();
    show({ ...pro, ...none, endsAt: null });
    expect(await screen.findByRole('article', { name: 'Premium' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Premium: / })).toBeNull();
  });

  it('is led to the customer portal when a payment is late', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
    show({ ...onPremium, status: 'past_due' }, { 'POST /api/premium/portal': { url: 'https://pay.example/portal' } });
    await userEvent.click((await region('Your plan')).getByRole('button', { name: 'Open customer portal' }));
    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.example/portal'));
  });

  it('sees the invoices', async () => {
    const bill = { id: 'i1', number: 'A-1', at: '2026-11-01T12:00:00Z', amount: 500, currency: 'EUR', status: 'paid', pdf: '' };
    show(onPremium, { 'GET /api/premium/invoices': { invoices: [{ ...bill, url: 'https://pay.example/i1' }] } });
    const invoices = await region('Invoices');
    expect(await invoices.findByText('November 1, 2026 · A-1')).toBeTruthy();
    expect(invoices.getByText('€5.00')).toBeTruthy();
    expect(invoices.getByRole('link', { name: 'View invoice A-1' }).getAttribute('href')).toBe('https://pay.example/i1');
    expect(invoices.queryByRole('link', { name: /PDF/ })).toBeNull();
  });
});

describe('a code', () => {
  const REDEEM = 'POST /api/premium/codes/redeem';

  it('gives the plan at once', async () => {
    const app = show(onFree, { [REDEEM]: { ...onPremium, source: 'code', status: 'granted' } });
    const field = await screen.findByLabelText<HTMLInputElement>('Code');
    const redeem = screen.getByRole<HTMLButtonElement>('button', { name: 'Redeem' });
    expect(redeem.disabled).toBe(true);
    await userEvent.type(field, ' MZXW-6YTB ');
    await userEvent.click(redeem);
    await said('The code is redeemed. Your plan: Premium.');
    expect(app.bodies(REDEEM)).toEqual([{ code: 'MZXW-6YTB' }]);
    expect((await region('Your plan')).getByText('Premium')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Code').value).toBe('');
  });

  it('that is refused stays, with what the server says next to it', async () => {
    show(onFree, { [REDEEM]: refused(410, 'This code has expired.') });
    const field = await screen.findByLabelText<HTMLInputElement>('Code');
    await userEvent.type(field, 'OLD{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('This code has expired.');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(field.value).toBe('OLD');
  });
});

describe('a family', () => {
  const INVITE = 'POST /api/premium/family/invitations';
  const JOIN = 'POST /api/premium/family/join';
  const ben = { id: 'f1', name: 'Ben', email: 'ben@example.org', status: 'joined' } as const;
  const eve = { id: 'f2', name: '', email: 'eve@example.org', status: 'invited' } as const;
  const payer: OwnPremium = { ...onPremium, family: { role: 'payer', max: 2, members: [ben] } };
  const joined: OwnPremium = {
    ...onPremium,
    source: 'family',
    status: 'family',
    memberships: [],
    family: { role: 'member', max: 0, members: [ben] },
  };

  it('shows the link of an invitation once, also when it takes the last place', async () => {
    const answers: Answers = { [INVITE]: { ...eve, invitation: 'K5SWIZ', mailed: false, expiresAt: '2026-12-13T12:00:00Z' } };
    const app = show(payer, answers);
    await click('Invite somebody');
    await userEvent.type(await screen.findByLabelText('Email address of the person'), eve.email);
    await confirm('Create invitation');
    const dialog = within(await screen.findByRole('dialog', { name: 'Invitation for eve@example.org' }));
    expect(dialog.getByText(`${location.origin}/premium?family=K5SWIZ`)).toBeTruthy();
    await waitFor(() => expect(app.client.isFetching()).toBe(0));
    app.client.setQueryData(['/api/premium'], { ...payer, family: { ...payer.family, members: [ben, eve] } });
    expect(await screen.findByText('All places are taken. Remove somebody to invite another person.')).toBeTruthy();
    expect(screen.getByText(`${location.origin}/premium?family=K5SWIZ`)).toBeTruthy();
    await confirm('Done');
    expect(screen.queryByText(/K5SWIZ/)).toBeNull();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Invite somebody' }).disabled).toBe(true);
    expect(app.bodies(INVITE)).toEqual([{ email: eve.email }]);
  });

  it.each([
    [true, /^An email with this link is on its way\./],
    [false, /^Send this link to the person\./],
  ])('says whether the invitation went by mail: %s', async (mailed, text) => {
    show(payer, { [INVITE]: { ...eve, invitation: 'K5SWIZ', mailed, expiresAt: '2026-12-13T12:00:00Z' } });
    await click('Invite somebody');
    await userEvent.type(await screen.findByLabelText('Email address of the person'), eve.email);
    await confirm('Create invitation');
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it('says which address is refused', async () => {
    show(payer, { [INVITE]: { status: 400, body: { detail: 'Wrong.', email: ['Enter a valid email address.'] } } });
    await click('Invite somebody');
    await userEvent.type(await screen.findByLabelText('Email address of the person'), 'eve');
    await confirm('Create invitation');
    expect((await screen.findByRole('alert')).textContent).toBe('Enter a valid email address.');
  });

  it('has a member without a name', async () => {
    show({ ...payer, family: { role: 'payer', max: 2, members: [{ ...ben, name: '', email: '' }] } });
    expect(await screen.findByText('Someone without a name')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Remove Someone without a name' })).toBeTruthy();
  });

  it('loses a member after a question', async () => {
    const REMOVE = 'DELETE /api/premium/family/members/f1';
    const app = show(payer, { [REMOVE]: { status: 200, body: '' } });
    await click('Remove Ben');
    await confirm('Remove');
    await said('Removed from your family');
    expect(app.bodies(REMOVE)).toHaveLength(1);
  });

  it('can be left', async () => {
    const LEAVE = 'DELETE /api/premium/family/members/f1';
    const app = show(joined, { [LEAVE]: { status: 200, body: '' } });
    expect(await screen.findByText('You belong to a family')).toBeTruthy();
    expect(screen.queryByLabelText('Invitation')).toBeNull();
    await click('Leave family');
    await confirm('Leave family');
    await said('You have left the family');
    expect(app.bodies(LEAVE)).toHaveLength(1);
  });

  it('is joined with a link', async () => {
    const app = show(onFree, { [JOIN]: joined }, '?family=K5SWIZ');
    await userEvent.click((await region('Somebody wants to share a plan with you')).getByRole('button', { name: 'Join family' }));
    await said('You have joined. Your plan: Premium.');
    expect(app.bodies(JOIN)).toEqual([{ invitation: 'K5SWIZ' }]);
    await waitFor(() => expect(app.address()).toBe('/premium'));
    expect(screen.queryByText('Somebody wants to share a plan with you')).toBeNull();
  });

  it('says why a link does not work', async () => {
    show(onFree, { [JOIN]: refused(404, 'This invitation does not work any more.') }, '?family=OLD');
    await userEvent.click((await region('Somebody wants to share a plan with you')).getByRole('button', { name: 'Join family' }));
    expect((await screen.findByRole('alert')).textContent).toBe('This invitation does not work any more.');
  });

  it('is joined with a link that is pasted', async () => {
    const app = show(onFree, { [JOIN]: joined });
    await userEvent.type(await screen.findByLabelText('Invitation'), 'https://music.example/premium?family=K5SWIZ');
    await click('Join family');
    await said('You have joined.');
    expect(app.bodies(JOIN)).toEqual([{ invitation: 'K5SWIZ' }]);
  });
});

describe('the words', () => {
  it('name amounts in units that people use', () => {
    expect(amountOf('aiLength', 90)).toBe('1.5 minutes');
    expect(amountOf('aiLength', 20)).toBe('20 seconds');
    expect(amountOf('storage', 500)).toBe('500 MB');
    expect(amountOf('stations', 1)).toBe('1 station');
    expect(grantOf('streams', 0)).toBe('Not included');
    expect(grantOf('automixMinutes', 120)).toBe('120 minutes per month');
  });

  it('know currencies without minor units', () => {
    expect(price({ amount: 500, currency: 'JPY' })).toBe('¥500');
    expect(price({ amount: 499, currency: 'USD' })).toBe('$4.99');
  });

  it.each(['K5', ' K5 ', 'https://music.example/premium?family=K5'])('find the invitation in %s', (text) => {
    expect(invitationIn(text)).toBe('K5');
  });
});
