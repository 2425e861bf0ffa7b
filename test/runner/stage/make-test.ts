import type { SuiteTest } from '../../../src/contract/suite.ts';

export function makeTest(name: string, more: Partial<SuiteTest> = {}): SuiteTest {
  return {
    name,
    command: ['true'],
    directory: '.',
    environment: {},
    timeoutMs: 300_000,
    tags: [],
    when: 'commit',
    ...more,
  };
}
