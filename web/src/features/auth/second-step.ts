import { create } from 'zustand';
import { ApiError } from '@/api/error';

/** What can complete a sign-in with a correct password. */
export type Factor = (typeof FACTORS)[number];
const FACTORS = ['totp', 'passkey', 'recovery', 'enrol'] as const;
const isFactor = (name: string): name is Factor => FACTORS.some((factor) => factor === name);

/** A sign-in with a correct password: what can complete it, and the token of the attempt. Kept in memory only. */
export type SecondStep = { challenge: string; factors: readonly Factor[] };

type State = { step: SecondStep | null; startedOver: boolean };

export const useSecondStep = create<State>(() => ({ step: null, startedOver: false }));

export const setSecondStep = (step: SecondStep | null) => useSecondStep.setState({ step, startedOver: false });

/** Returns to email and password. */
export const startOver = () => useSecondStep.setState({ step: null, startedOver: true });

/** The second step that a refused sign-in requires, if that is why it was refused. */
export function secondStepOf(error: unknown): SecondStep | null {
  if (!(error instanceof ApiError) || error.status !== 401) return null;
  const { challenge, second_factor: factors } = error.fieldErrors;
  return challenge?.[0] && factors ? { challenge: challenge[0], factors: factors.filter(isFactor) } : null;
}

/** Whether a sign-in was refused because the address is not verified. */
export const isUnverified = (error: unknown) => error instanceof ApiError && error.status === 401 && 'unverified' in error.fieldErrors;
