import type { SmartField, SmartRule, SmartRules } from '@/api/types';

/** Rules during editing: all values are text, and some are still empty. */
export type DraftRule = { key: number; field: string; operator: string; value: string; to: string };
export type DraftGroup = { key: number; match: 'all' | 'any'; rules: (DraftRule | DraftGroup)[] };
export type DraftLimit = { kind: 'none' | 'count' | 'minutes'; value: string };
export type Draft = { group: DraftGroup; sort: string; limit: DraftLimit };

export const MAX_RULES = 50;
export const DEEPEST = 3;

let lastKey = 0;
const nextKey = () => ++lastKey;

export const isGroup = (rule: DraftRule | DraftGroup): rule is DraftGroup => 'rules' in rule;

/** The initial rule. */
export function newRule(fields: readonly SmartField[], name = 'genre'): DraftRule {
  const field = fields.find((one) => one.field === name) ?? fields[0];
  return { key: nextKey(), field: field?.field ?? '', operator: field?.operators[0] ?? '', value: '', to: '' };
}

export const newGroup = (fields: readonly SmartField[]): DraftGroup => ({ key: nextKey(), match: 'any', rules: [newRule(fields)] });

export const newDraft = (fields: readonly SmartField[]): Draft => ({
  group: { ...newGroup(fields), match: 'all' },
  sort: '',
  limit: { kind: 'none', value: '' },
});

/** A rule about another field that keeps what both fields have in common. */
export function withField(rule: DraftRule, field: SmartField, before: SmartField | undefined): DraftRule {
  const operator = field.operators.includes(rule.operator) ? rule.operator : (field.operators[0] ?? '');
  const sameKind = before?.type === field.type && field.type !== 'choice';
  return { ...rule, field: field.field, operator, value: sameKind ? rule.value : '', to: sameKind ? rule.to : '' };
}

export const countRules = (group: DraftGroup): number => group.rules.reduce((n, rule) => n + 1 + (isGroup(rule) ? countRules(rule) : 0), 0);

/** Whether a value is a number of days, whatever its field. */
export const isDays = (operator: string) => operator === 'inLast' || operator === 'notInLast';

/** The rules in the server's format; null while a value is missing. */
export function toRules({ group, sort, limit }: Draft, fields: readonly SmartField[]): SmartRules | null {
  const sent = sentGroup(group, fields);
  const n = Number(limit.value);
  if (!sent || (limit.kind !== 'none' && !(Number.isInteger(n) && n > 0))) return null;
  return { ...sent, sort, ...(limit.kind !== 'none' && { limit: { [limit.kind]: n } }) };
}

function sentGroup({ match, rules }: DraftGroup, fields: readonly SmartField[]): { match: 'all' | 'any'; rules: SmartRule[] } | null {
  const sent = rules.map((rule) => (isGroup(rule) ? sentGroup(rule, fields) : sentRule(rule, fields)));
  return sent.includes(null) ? null : { match, rules: sent.filter((rule) => rule !== null) };
}

function sentRule({ field, operator, value, to }: DraftRule, fields: readonly SmartField[]): SmartRule | null {
  const sent = sentValue(fields.find((one) => one.field === field)?.type, operator, value, to);
  return sent === null ? null : { field, operator, value: sent };
}

function sentValue(type: string | undefined, operator: string, value: string, to: string): unknown {
  if (type === 'boolean') return value !== 'false';
  if (operator === 'between') return isNumber(value) && isNumber(to) ? [numberIn(value), numberIn(to)] : null;
  if (type === 'number' || isDays(operator)) return isNumber(value) ? numberIn(value) : null;
  return value.trim() || null;
}

const numberIn = (text: string) => Number(text.trim().replace(',', '.'));
const isNumber = (text: string) => text.trim() !== '' && Number.isFinite(numberIn(text));

/** Existing rules in the editor's format. */
export function toDraft(rules: SmartRules): Draft {
  const { count, minutes } = rules.limit ?? {};
  const limit: DraftLimit = count
    ? { kind: 'count', value: String(count) }
    : { kind: minutes ? 'minutes' : 'none', value: String(minutes ?? '') };
  return { group: draftGroup(rules), sort: rules.sort ?? '', limit };
}

const draftGroup = ({ match = 'all', rules = [] }: Pick<SmartRule, 'match' | 'rules'>): DraftGroup => ({
  key: nextKey(),
  match,
  rules: rules.map((rule) => (rule.match ? draftGroup(rule) : draftRule(rule))),
});

function draftRule({ field = '', operator = '', value }: SmartRule): DraftRule {
  const [from, to] = Array.isArray(value) ? value : [value, ''];
  return { key: nextKey(), field, operator, value: String(from ?? ''), to: String(to ?? '') };
}
