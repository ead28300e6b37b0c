/** The end of a day that people chose in a date field, in their time zone; null for none. */
export const endOf = (day: string) => (day === '' ? null : new Date(`${day}T23:59:59`).toISOString());
