import type { GateSettings } from '../../../src/contract/gate.ts';
import type { Problem } from '../../../src/contract/documents.ts';
import type { Suite } from '../../../src/contract/suite.ts';
import { UserError } from '../../../src/contract/user-error.ts';
import { keepThresholds } from '../../../src/suite/keep-thresholds.ts';
import { parseSuite } from '../../../src/suite/parse-suite.ts';
import type { GithubSide } from '../github/github-side.ts';
import type { Configuration } from '../state/gate-facts.ts';
import type { Change } from './read-change.ts';

export const suiteFile = 'perigee.yml';

export type SuiteAt =
  | { kind: 'none' }
  | { kind: 'invalid'; error: string; text: string }
  | { kind: 'valid'; suite: Suite; text: string };

export interface ReadConfiguration {
  /** What the gate is decided by. */
  rules: Configuration;
  base: SuiteAt;
  head: SuiteAt;
  /** Whose runs count, and how; undefined where nothing valid says so. */
  gate?: GateSettings;
  /** What the measurements are planned and judged by; undefined where there is nothing valid. */
  judging?: Judging;
}

export interface Judging {
  /** As the change has it: its tests and where they run. */
  planned: Suite;
  /** The same with the thresholds that count. */
  suite: Suite;
  notes: readonly string[];
  problems: readonly Problem[];
}

/** Reads perigee.yml where it counts and where it is changed. */
export async function readConfiguration(
  github: GithubSide,
  { subject, head: commit, rulesAt }: Change,
): Promise<ReadConfiguration> {
  const read = (ref: string): Promise<SuiteAt> => readSuiteAt(github, subject.repository, ref);
  const [base, head] = await Promise.all([
    rulesAt === undefined ? ({ kind: 'none' } as const) : read(rulesAt),
    read(commit),
  ]);
  // A suite that the change brings is judged by itself: its verdict is shown, and blocks nothing.
  const ruling = base.kind === 'none' ? head : base;
  return {
    ...{ base, head, rules: describeRules(base, head) },
    ...(ruling.kind === 'valid' ? { gate: ruling.suite.gate } : {}),
    ...(ruling.kind === 'valid' && head.kind === 'valid'
      ? { judging: describeJudging(ruling.suite, head.suite) }
      : {}),
  };
}

async function readSuiteAt(
  github: GithubSide,
  repository: Change['subject']['repository'],
  ref: string,
): Promise<SuiteAt> {
  const text = await github.readFile(repository, suiteFile, ref);
  if (text === undefined) return { kind: 'none' };
  try {
    return { kind: 'valid', suite: parseSuite(text, suiteFile), text };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { kind: 'invalid', error: error.message, text };
  }
}

function describeRules(base: SuiteAt, head: SuiteAt): Configuration {
  switch (base.kind) {
    case 'valid':
      return { kind: 'valid', gate: base.suite.gate };
    case 'invalid':
      return { kind: 'invalid', error: base.error, mends: head.kind === 'valid' };
    case 'none':
      // One that is not valid is brought too: whoever wrote it wants to know.
      return { kind: 'none', brings: head.kind !== 'none' };
  }
}

function describeJudging(ruling: Suite, planned: Suite): Judging {
  if (ruling === planned) return { planned, suite: planned, notes: [], problems: [] };
  return { planned, ...keepThresholds(ruling, planned, suiteFile) };
}
