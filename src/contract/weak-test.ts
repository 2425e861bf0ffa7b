import type { Problem } from './documents.ts';

/** Why a test can pass with slower code, the most certain first. */
export const weaknesses = [
  'mostly-compiling',
  'does-nothing',
  'mostly-starting',
  'mostly-waiting',
  'too-short',
] as const;

export type Weakness = (typeof weaknesses)[number];

const codes: ReadonlySet<string> = new Set<string>([...weaknesses, 'placeholder-test']);

/** Whether a problem says that a test hardly measures the code, so that its green says little. */
export function isWeakTest({ code }: Pick<Problem, 'code'>): boolean {
  return codes.has(code);
}
