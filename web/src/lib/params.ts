/** Sets parameters of an address. Undefined and empty ones are left out. */
export function withParams(address: string, params: object): string {
  const [path = '', before] = address.split('?');
  const all = Object.entries({ ...Object.fromEntries(new URLSearchParams(before)), ...params });
  const set = all.filter(([, value]) => value !== undefined && value !== '').map(([name, value]) => [name, String(value)]);
  return set.length > 0 ? `${path}?${new URLSearchParams(set)}` : path;
}
