import type { CaseRunner } from '../contract/suite.ts';

/** The pattern of a test that names none. */
export function everyCase(runner: CaseRunner): string {
  return runner === 'go' ? './...' : '**';
}
