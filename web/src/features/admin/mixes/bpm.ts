/** The tempo that somebody typed, as a whole number; null for none, undefined for what is no tempo. */
export function bpmOf(typed: string): number | null | undefined {
  if (typed.trim() === '') return null;
  const bpm = Number.parseInt(typed, 10);
  return bpm > 0 && bpm <= 1000 ? bpm : undefined;
}
