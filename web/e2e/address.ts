/** Where the server under test listens; e2e/server.mjs starts it there. */
export const base = 'http://127.0.0.1:4791';

/** The second server, for signing in: see e2e/server.mjs. */
export const accounts = 'http://localhost:4792';

/** The identity provider of the second server. */
export const provider = 'http://127.0.0.1:4793';
