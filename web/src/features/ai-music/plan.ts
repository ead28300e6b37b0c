import type { Generation } from '@/api/types';

/** The parts of the composer's plan that people edit here. Everything else of it goes back to the server as it came. */
export type Plan = {
  title: string;
  style: string;
  bpm: number;
  /** Beats per bar. */
  beats: number;
  key: { tonic: number; mode: string };
  sections: Section[];
  /** Instruments by their role. */
  instruments: Record<string, string>;
};
type Section = { name: string; letter: string; bars: number; roles: string[] };

/** A section of a plan that is edited, with its place in the piece that is heard. */
export type EditedSection = Section & { heardAs: number };
export type EditedPlan = Omit<Plan, 'sections'> & { sections: EditedSection[] };

export const edited = (plan: Plan): EditedPlan => ({
  ...plan,
  sections: plan.sections.map((section, heardAs) => ({ ...section, heardAs })),
});

/** An edited plan as the server knows it. */
export const plain = (plan: EditedPlan): Plan => ({ ...plan, sections: plan.sections.map(({ heardAs: _, ...section }) => section) });

/** The plan of a piece; null for music of another provider. */
export const planOf = ({ plan }: Pick<Generation, 'plan'>): Plan | null => (isPlan(plan) ? plan : null);

const isPlan = (plan: unknown): plan is Plan =>
  typeof plan === 'object' && plan !== null && 'sections' in plan && 'instruments' in plan && 'key' in plan && 'bpm' in plan;

/** Seconds that the sections of a plan last. */
export const lengthOf = ({ sections, beats, bpm }: Plan) => (sections.reduce((sum, { bars }) => sum + bars, 0) * beats * 60) / bpm;

/** Leaves out a role, in all sections. Where nobody else plays, everybody does who is left. */
export function without<P extends Plan>(plan: P, role: string): P {
  const { [role]: _, ...instruments } = plan.instruments;
  const sections = plan.sections.map((section) => {
    const roles = section.roles.filter((name) => name !== role);
    return { ...section, roles: roles.length > 0 ? roles : Object.keys(instruments) };
  });
  return { ...plan, instruments, sections };
}

export const TONICS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] as const;
