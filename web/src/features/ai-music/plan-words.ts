import { t } from '@/i18n/ai';

const SECTIONS = ['intro', 'verse', 'chorus', 'bridge', 'break', 'build', 'drop', 'solo', 'outro'] as const;
const ROLES = ['drums', 'percussion', 'bass', 'comp', 'pad', 'arp', 'lead', 'counter', 'texture', 'effects'] as const;
export const MODES = ['major', 'minor', 'dorian', 'phrygian', 'lydian', 'mixolydian', 'harmonic minor', 'phrygian dominant'] as const;
const WORDS = [...SECTIONS, ...ROLES, ...MODES];

/** What a section, a role or a scale is called; one that only a newer server knows has the server's name. */
export function nameOf(name: string): string {
  const known = WORDS.find((word) => word === name);
  return known ? t(`ai.word.${known}`) : name;
}
