import type { components } from '@/api/schema';
import { type Money, moneyOf, typedOf } from '@/lib/money';

export type Plan = components['schemas']['AdminPlan'];
type Form = components['schemas']['PlanForm'];
type Grants = Form['grants'];
type NamesOf<Kind> = { [Name in keyof Grants]: Grants[Name] extends Kind ? Name : never }[keyof Grants];
type SwitchName = NamesOf<boolean>;
export type NumberName = Exclude<keyof Grants, SwitchName>;

/** The switches, in the order in which people see them. */
const SWITCH_SET: Record<SwitchName, true> = { lossless: true, downloads: true, privateStations: true, earlyMixes: true };
/** The numbers, with the lowest that a plan may grant. */
export const LOWEST: Record<NumberName, number> = {
  aiGenerations: 0,
  aiLength: 0,
  automixMinutes: 0,
  storage: 1,
  stations: 0,
  streams: 0,
  recordingLength: 0,
};
export const SWITCHES = Object.keys(SWITCH_SET) as SwitchName[];
export const NUMBERS = Object.keys(LOWEST) as NumberName[];

const INTERVALS = ['month', 'year'] as const;
export type Interval = (typeof INTERVALS)[number];

/** A plan as it is typed. */
export type Draft = {
  name: string;
  description: string;
  rank: string;
  trialDays: string;
  familyMembers: string;
  offered: boolean;
  amounts: Record<Interval, string>;
  currencies: Record<Interval, string>;
  switches: Record<SwitchName, boolean>;
  /** null: no limit by the plan. */
  numbers: Record<NumberName, string | null>;
};

/** Everybody has this plan; it costs nothing, and no other is below it. */
export const FREE = 'free';
const STARTERS = [FREE, 'premium'];
export const canDelete = ({ id }: Plan) => !STARTERS.includes(id);

/** A new plan begins with what everybody has, so that nobody loses anything by mistake. */
export const newDraft = (free: Plan, rank: number): Draft => ({
  ...draftOf(free),
  name: '',
  description: '',
  rank: String(rank),
  offered: false,
});

const each = <Name extends string, T>(names: readonly Name[], of: (name: Name) => T) =>
  Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, T>;

export function draftOf({ name, description, rank, trialDays, familyMembers, offered, prices, grants }: Plan): Draft {
  const usual = (prices.month ?? prices.year)?.currency ?? 'EUR';
  const priced = (of: (money: Money) => string, none: string) =>
    each(INTERVALS, (interval) => {
      const money = prices[interval];
      return money ? of(money) : none;
    });
  return {
    name,
    description,
    rank: String(rank),
    trialDays: String(trialDays),
    familyMembers: String(familyMembers),
    offered,
    amounts: priced(typedOf, ''),
    currencies: priced(({ currency }) => currency, usual),
    switches: each(SWITCHES, (key) => grants[key]),
    numbers: each(NUMBERS, (key) => {
      const limit = grants[key];
      return limit === null ? null : String(limit);
    }),
  };
}

/** The intervals whose price is no amount of money. */
export const wrongPrices = ({ amounts, currencies }: Draft) =>
  INTERVALS.filter((interval) => moneyOf(amounts[interval], currencies[interval]) === undefined);

/** What the server gets. */
export const bodyOf = ({ amounts, currencies, switches, numbers, ...draft }: Draft): Form => ({
  ...draft,
  rank: Number(draft.rank),
  trialDays: Number(draft.trialDays),
  familyMembers: Number(draft.familyMembers),
  prices: each(INTERVALS, (interval) => moneyOf(amounts[interval], currencies[interval]) ?? null),
  grants: {
    ...switches,
    ...each(NUMBERS, (key) => {
      const typed = numbers[key];
      return typed === null ? null : Number(typed);
    }),
  },
});
