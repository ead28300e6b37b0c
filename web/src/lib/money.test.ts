import { expect, it } from 'vitest';
import { moneyOf, moneyText, typedOf } from './money';

it('writes an amount with the decimals of its currency, whatever the browser thinks of them', () => {
  expect(moneyText({ amount: 125_050, currency: 'EUR' }, 'en')).toBe('€1,250.50');
  expect(moneyText({ amount: -500, currency: 'USD' }, 'en')).toBe('-$5.00');
  expect(moneyText({ amount: 500, currency: 'JPY' }, 'en')).toBe('¥500');
  for (const [currency, amount, text] of [
    ['AFN', 12_345, '123.45'],
    ['IQD', 12_345, '12.345'],
    ['BTC', 150_000, '0.00150000'],
    ['SATS', 21_000, '21,000 SATS'],
  ] as const)
    expect(moneyText({ amount, currency }, 'en')).toContain(text);
});

it('writes an amount as people type it', () => {
  expect(typedOf({ amount: 500, currency: 'EUR' })).toBe('5.00');
  expect(typedOf({ amount: 500, currency: 'JPY' })).toBe('500');
  expect(typedOf({ amount: 1234, currency: 'KWD' })).toBe('1.234');
});

it('reads what people type', () => {
  expect(moneyOf('5', 'eur')).toEqual({ amount: 500, currency: 'EUR' });
  expect(moneyOf(' 19,99 ', 'USD')).toEqual({ amount: 1999, currency: 'USD' });
  expect(moneyOf('500', 'JPY')).toEqual({ amount: 500, currency: 'JPY' });
  expect(moneyOf(' ', 'EUR')).toBeNull();
  for (const [typed, currency] of [
    ['5.5', 'JPY'],
    ['-1', 'EUR'],
    ['1.999', 'EUR'],
    ['123456789', 'EUR'],
    ['5', 'euro'],
    ['five', 'EUR'],
  ] as const)
    expect(moneyOf(typed, currency)).toBeUndefined();
});
