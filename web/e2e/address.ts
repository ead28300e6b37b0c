/** Where the server under test listens; e2e/server.mjs starts it there. */
export const base = 'http://127.0.0.1:4791';
