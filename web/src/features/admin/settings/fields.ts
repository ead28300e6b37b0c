import type { components } from '@/api/schema';
import { type PlainKey, t } from '@/i18n/admin-settings';
import { adminSettings } from '@/i18n/spec/admin/settings';

export type Settings = components['schemas']['Settings'];
type SettingName = Exclude<keyof Settings, 'locked' | 'unreadable' | 'version' | '$schema'>;

export const TABS = ['general', 'keys', 'database', 'security', 'notifications'] as const;
export type Tab = (typeof TABS)[number];

/** How people edit a setting. Lists have a line for each entry; `secret` and `secret-url` are texts that the server shows masked. */
type Kind = 'text' | 'email' | 'url' | 'number' | 'switch' | 'list' | 'select' | 'provider' | 'secret' | 'secret-url' | 'template';

export type Field = { name: Name; kind: Kind; step?: number; options?: readonly string[] };

type GroupOf<F, I = string> = { id: I; fields: readonly F[] };

const of = <const K extends Kind, const N extends SettingName>(kind: K, ...names: N[]) => names.map((name) => ({ name, kind }));

/** Everything that operators can change, by its tab and its group. */
const FIELDS = {
  general: [
    {
      id: 'site',
      fields: [
        ...of('text', 'siteName', 'siteDescription'),
        ...of('email', 'adminEmail'),
        { name: 'timezone', kind: 'select', options: ['UTC', 'America/New_York', 'America/Los_Angeles', 'Europe/London', 'Europe/Madrid'] },
        ...of('switch', 'landingMusic', 'developerPanels'),
      ],
    },
    { id: 'uploads', fields: [...of('switch', 'newAccountsMayUpload'), ...of('number', 'maxUploadSize', 'uploadQuota')] },
    { id: 'analysis', fields: of('switch', 'analyseTracks') },
    { id: 'online', fields: of('switch', 'askMusicBrainz', 'askCoverArtArchive', 'askLrclib', 'radioDirectory') },
  ],
  keys: [
    {
      id: 'ai',
      fields: [
        ...of('provider', 'aiProvider'),
        { name: 'aiAutoApprove', kind: 'number', step: 0.1 },
        ...of('number', 'aiMonthlyBudget', 'aiPersonBudget'),
        ...of('list', 'aiBlockedWords'),
      ],
    },
    {
      id: 'keys',
      fields: [
        ...of('secret', 'sunoApiKey'),
        ...of('url', 'sunoApiUrl'),
        ...of('secret', 'mubertApiKey', 'aivaApiKey', 'openaiApiKey', 'stabilityApiKey', 'elevenLabsApiKey'),
        ...of('url', 'aceStepUrl'),
        ...of('secret', 'aceStepApiKey'),
        ...of('template', 'aiHttpProvider'),
      ],
    },
    { id: 'scrobbling', fields: [...of('secret', 'lastfmApiKey', 'lastfmApiSecret'), ...of('url', 'lastfmApiUrl')] },
    {
      id: 'payments',
      fields: [
        ...of('secret', 'stripeSecretKey', 'stripeWebhookSecret'),
        ...of('url', 'stripeApiUrl'),
        ...of('switch', 'stripeAutomaticTax'),
        ...of('secret', 'kofiToken', 'patreonSecret', 'btcpaySecret', 'openCollectiveSecret', 'paymentWebhookSecret'),
        ...of('number', 'premiumGraceDays'),
      ],
    },
  ],
  database: [
    { id: 'connection', fields: [...of('text', 'databaseHost'), ...of('number', 'databasePort'), ...of('text', 'databaseName')] },
    { id: 'backups', fields: [{ name: 'backupFrequency', kind: 'select', options: ['hourly', 'daily', 'weekly', 'monthly'] }] },
  ],
  security: [
    {
      id: 'signIn',
      fields: [
        ...of('switch', 'enableTwoFactor'),
        ...of('number', 'passwordMinLength', 'maxLoginAttempts', 'sessionTimeout'),
        { name: 'registration', kind: 'select', options: ['open', 'invitation', 'closed'] },
        ...of('switch', 'requireVerification'),
      ],
    },
    { id: 'requests', fields: [...of('list', 'allowedOrigins'), ...of('number', 'maxRequestSize', 'rateLimitPerMinute')] },
    { id: 'visitors', fields: of('switch', 'requireSignIn', 'scannedTracksPublic', 'allowSharing', 'relayInside') },
  ],
  notifications: [
    { id: 'kinds', fields: of('switch', 'notifyOnNewRadio', 'notifyOnAIContent', 'notifyOnUserActions') },
    {
      id: 'channels',
      fields: [
        ...of('switch', 'emailNotifications'),
        ...of('secret-url', 'slackWebhook', 'discordWebhook', 'genericWebhook'),
        ...of('secret', 'genericWebhookSecret'),
      ],
    },
  ],
} as const satisfies Record<Tab, readonly GroupOf<{ name: SettingName; kind: Kind; step?: number; options?: readonly string[] }>[]>;

/** The name of a setting that operators can change. */
export type Name = (typeof FIELDS)[Tab][number]['fields'][number]['name'];
export type Group = GroupOf<Field, (typeof FIELDS)[Tab][number]['id']>;

export const groupsOf = (tab: Tab): readonly Group[] => FIELDS[tab];

/** Every setting with its tab. */
const ALL = new Map(
  TABS.flatMap((tab) => groupsOf(tab).flatMap(({ fields }) => fields.map((field) => [field.name, { ...field, tab }] as const))),
);

export const fieldOf = (name: Name) => ALL.get(name) as Field & { tab: Tab };
export const isName = (name: string): name is Name => ALL.has(name as Name);

/** Settings that operators change on the dashboard. */
const APART: Record<string, PlainKey> = {
  maintenance: 'set.maintenance',
  maintenanceMessage: 'set.maintenanceMessage',
  maintenanceUntil: 'set.maintenanceUntil',
};

/** What a setting is called; its name in the API if a newer server has it. */
export const labelOf = (name: string) => (isName(name) ? t(`set.${name}`) : APART[name] ? t(APART[name]) : name);

/** What people may want to know about a setting. */
export function hintOf(name: Name): string | undefined {
  const key = `set.${name}.hint`;
  return key in adminSettings ? t(key as PlainKey) : undefined;
}
