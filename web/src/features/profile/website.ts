/** Where a link to a person's website may lead; null for anything but a web page. */
export function webAddress(text: string): string | null {
  try {
    const { protocol, href } = new URL(text);
    return protocol === 'https:' || protocol === 'http:' ? href : null;
  } catch {
    return null;
  }
}

/** The address as people say it. */
export const spoken = (text: string) => text.replace(/^https?:\/\//i, '').replace(/\/$/, '');
