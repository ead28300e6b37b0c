/** The address of the server under test, started by server.mjs. */
export const base = 'http://127.0.0.1:4791';

/** The address of the second server, for tests of accounts. */
export const accounts = 'http://localhost:4792';

/** The identity provider of the second server. */
export const provider = 'http://127.0.0.1:4793';
