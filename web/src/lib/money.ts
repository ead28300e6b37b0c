/** An amount in minor units, such as cents, of a currency by its code of ISO 4217. */
export type Money = { amount: number; currency: string };

/** The currencies of ISO 4217 that have other than two decimals, as on the server. Browsers drop the decimals of some others. */
const WHOLE = new Set('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' '));
const FINE = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '));

/** The other currencies in which payment services count. */
const COINS = new Map([
  ['BTC', 8],
  ['SATS', 0],
]);

const decimalsOf = (currency: string) => COINS.get(currency) ?? (WHOLE.has(currency) ? 0 : FINE.has(currency) ? 3 : 2);

const isCode = (currency: string) => /^[A-Z]{3}$/.test(currency);

/** An amount as people read it: `€5.00`. */
export function moneyText({ amount, currency }: Money, locale: string): string {
  const digits = decimalsOf(currency);
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const number = amount / 10 ** digits;
  if (!isCode(currency)) return `${number.toLocaleString(locale, options)} ${currency}`.trim();
  return number.toLocaleString(locale, { style: 'currency', currency, ...options });
}

/** An amount as people type it: `5.00`. */
export const typedOf = ({ amount, currency }: Money) => (amount / 10 ** decimalsOf(currency)).toFixed(decimalsOf(currency));

/** What people typed: null for no amount, undefined for what is none. */
export function moneyOf(typed: string, typedCurrency: string): Money | null | undefined {
  const text = typed.trim().replace(',', '.');
  const currency = typedCurrency.trim().toUpperCase();
  if (text === '') return null;
  const digits = decimalsOf(currency);
  const number = /^\d{1,8}(?:\.(\d+))?$/.exec(text);
  if (!number || (number[1] ?? '').length > digits || !isCode(currency)) return undefined;
  return { amount: Math.round(Number(text) * 10 ** digits), currency };
}
