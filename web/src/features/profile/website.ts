/** The address of a link to a person's website; null for anything except a web page. */
export function webAddress(text: string): string | null {
  try {
    const { protocol, href } = new URL(text);
    return protocol === 'https:' || protocol === 'http:' ? href : null;
  } catch {
    return null;
  }
}

/** The address in short form. */
export const spoken = (text: string) => text.replace(/^https?:\/\//i, '').replace(/\/$/, '');
