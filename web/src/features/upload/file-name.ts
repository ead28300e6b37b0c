/** Parses a file name: removes the extension, and splits artist and title at ` - `. */
export function parseFileName(name: string): { artist: string; title: string } {
  const stem = name.replace(/\.[^.]*$/, '') || name;
  const at = stem.indexOf(' - ');
  if (at < 0) return { artist: UNKNOWN_ARTIST, title: stem.trim() };
  return { artist: stem.slice(0, at).trim() || UNKNOWN_ARTIST, title: stem.slice(at + 3).trim() };
}

export const UNKNOWN_ARTIST = 'Unknown Artist';
