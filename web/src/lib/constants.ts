import { PRODUCT } from '@/i18n/product';

/** Constants of the app. Times are in milliseconds, volumes from 0 to 1. */

export const STORAGE = {
  access: 'access_token',
  refresh: 'refresh_token',
  oauthState: 'google_oauth_state',
  legacyToken: `${PRODUCT.slug}_token`,
  legacyUser: `${PRODUCT.slug}_user`,
  prefs: `${PRODUCT.slug}_prefs`,
  left: `${PRODUCT.slug}_left`,
  me: `${PRODUCT.slug}_me`,
  sleep: `${PRODUCT.slug}_sleep`,
} as const;

/** The host of all API calls: the page's own. */
export const BACKEND = '';
export const API_VERSION = '1.0';
export const LEGACY_API_VERSION = 'v1';
export const REQUEST_TIMEOUT = 10_000;
export const PROBE_TIMEOUT = 5_000;
/** For polling whether the server is available; queries and mutations are never retried. */
export const RETRIES = 3;
export const RETRY_DELAY = 1_000;
/** How many failures the error log keeps. */
export const ERROR_LOG = 10;

export const TOAST_DURATION = 5_000;
export const TOAST_SWIPE = 50;
export const TOAST_REMOVE_DELAY = 1_000_000;
export const TOOLTIP_DELAY = 700;
export const TOOLTIP_SKIP_DELAY = 300;

export const REGISTER_MIN_PASSWORD = 6;

export const HOME = { tracks: 6, stations: 3, mixes: 3 } as const;
export const SEARCH_ALL = { tracks: 8, stations: 8, mixes: 6 } as const;
export const DEFAULT_SEARCH_TAB = 'all';

/** The stars of a rating. */
export const MAX_STARS = 5;
