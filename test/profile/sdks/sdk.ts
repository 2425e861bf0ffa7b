/**
 * What the conformance suite asks of every SDK: sdk.test.ts and record.test.ts run a program of each name, and
 * say what has to come of it.
 */
export type Scenario =
  | 'nested'
  | 'concurrent'
  | 'repeated'
  | 'failing'
  | 'refused'
  | 'manyClasses'
  | 'twoLines'
  | 'inside'
  | 'numbers'
  | 'distributions'
  | 'emptyBuckets'
  | 'wrongValues'
  | 'failingWithNumbers'
  | 'undeclared'
  | 'outliving'
  | 'tooManyValues';

export interface Sdk {
  name: string;
  /** Why it cannot run on this machine; absent when it can. */
  missing?: string;
  /** Makes its programs. */
  build?: () => Promise<unknown>;
  /** @returns the command, or undefined for what this SDK does not do */
  program(scenario: Scenario): string[] | undefined;
}
