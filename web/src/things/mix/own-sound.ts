/** Whether the page may play an address: the server's own. What other servers send it does not pass on yet. */
export const isOwnSound = (address: string) => address.startsWith('/') && !address.startsWith('//');
