/** Whether the page can play an address: only the server's own. It does not relay other servers' audio yet. */
export const isOwnSound = (address: string) => address.startsWith('/') && !address.startsWith('//');
