import type { GateSettings } from '../../../src/contract/gate.ts';
import type { Problem } from '../../../src/contract/documents.ts';
import type { Suite } from '../../../src/contract/suite.ts';
import { UserError } from '../../../src/contract/user-error.ts';
import { keepPlan, type PlanNumbers } from '../../../src/suite/keep-plan.ts';
import { keepThresholds } from '../../../src/suite/keep-thresholds.ts';
import type { SuiteText } from '../../../src/pipeline/read-suite-text.ts';
import type { Configuration } from '../../../src/gate/gate-facts.ts';
import type { LookPorts } from '../ports.ts';
import type { Change } from './read-change.ts';

export const suiteFile = 'perigee.yml';

export type SuiteAt =
  | { kind: 'none' }
  | ({ kind: 'invalid'; error: string } & SuiteText)
  | ({ kind: 'valid'; suite: Suite } & SuiteText);

export interface ReadConfiguration {
  /** The configuration that decides. */
  rules: Configuration;
  base: SuiteAt;
  head: SuiteAt;
  /**
   * The commit at which the change left the base branch. Differences from it are of the change; later changes of the
   * base branch are not.
   */
  start: SuiteAt;
  /** Whose runs count, and how; undefined where nothing valid says so. */
  gate?: GateSettings;
  /** The plan and rules of the measurements; undefined if none are valid. */
  judging?: Judging;
}

export interface Judging {
  /** As the change has it: its tests and where they run. */
  planned: Suite;
  /** The same with the thresholds that count. */
  suite: Suite;
  notes: readonly string[];
  problems: readonly Problem[];
  /** Thresholds that count → where they stand in the file of the change; absent where they are its own. */
  moved?: ReadonlyMap<string, string>;
  /** perigee.yml where the change began, of which the tests are run before; absent where it is not valid. */
  base?: Suite | 'none';
  /** The least that a record must have planned. */
  leastPlan: PlanNumbers;
}

interface ConfigurationPorts {
  github: Pick<LookPorts['github'], 'readFile'>;
  readers: Pick<LookPorts['readers'], 'findShared' | 'parseSuite'>;
}

/** Reads perigee.yml where it counts, where it is changed and where that began. */
export async function readConfiguration(
  { github, readers }: ConfigurationPorts,
  { subject, before, head: commit, rulesAt }: Change,
): Promise<ReadConfiguration> {
  const read = (ref: string): Promise<SuiteAt> =>
    readSuiteAt({ github, readers }, subject.repository, ref);
  const [base, head] = await Promise.all([
    rulesAt === undefined ? ({ kind: 'none' } as const) : read(rulesAt),
    read(commit),
  ]);
  const start =
    before === undefined || before === rulesAt || isSameFile(base, head)
      ? base
      : await read(before);
  const files = { base, head, start };
  // A suite that the change brings is judged by itself: its verdict is shown, and blocks nothing.
  const ruling = base.kind === 'none' ? head : base;
  return {
    ...{ ...files, rules: describeRules(files) },
    ...(ruling.kind === 'valid' ? { gate: ruling.suite.gate } : {}),
    ...(ruling.kind === 'valid' && head.kind === 'valid'
      ? { judging: describeJudging(ruling.suite, head.suite, start) }
      : {}),
  };
}

/** Whether merging would leave the file as it is: the change has it as it was where it began. */
export function isUntouched({ head, start }: Pick<ReadConfiguration, 'head' | 'start'>): boolean {
  return isSameFile(head, start);
}

export function isSameFile(some: SuiteAt, other: SuiteAt): boolean {
  if (some.kind === 'none' || other.kind === 'none') return some.kind === other.kind;
  return some.text === other.text && some.shared === other.shared;
}

/** @param ref a commit, or a branch */
export async function readSuiteAt(
  { github, readers }: ConfigurationPorts,
  repository: Change['subject']['repository'],
  ref: string,
): Promise<SuiteAt> {
  const text = await github.readFile(repository, suiteFile, ref);
  if (text === undefined) return { kind: 'none' };
  let shared: string | undefined;
  try {
    const path = await readers.findShared(text, suiteFile);
    shared = path === undefined ? undefined : await github.readFile(repository, path, ref);
    const suite = await readers.parseSuite(text, suiteFile, shared);
    return { kind: 'valid', suite, text, shared };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { kind: 'invalid', error: error.message, text, shared };
  }
}

/** @returns path of the file of thresholds that perigee.yml names there, where it can be read */
export async function findSharedAt(
  {
    github,
    readers,
  }: {
    github: ConfigurationPorts['github'];
    readers: Pick<ConfigurationPorts['readers'], 'findShared'>;
  },
  repository: Change['subject']['repository'],
  ref: string,
): Promise<string | undefined> {
  const text = await github.readFile(repository, suiteFile, ref);
  try {
    return text === undefined ? undefined : await readers.findShared(text, suiteFile);
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

function describeRules(files: Pick<ReadConfiguration, 'base' | 'head' | 'start'>): Configuration {
  const { base, head } = files;
  switch (base.kind) {
    case 'valid':
      return { kind: 'valid', gate: base.suite.gate };
    case 'invalid': {
      const mends = head.kind === 'valid' && !isUntouched(files);
      return { kind: 'invalid', error: base.error, mends };
    }
    case 'none':
      // An invalid one is returned too: its author wants to know.
      return { kind: 'none', brings: head.kind !== 'none' && !isUntouched(files) };
  }
}

/** By the thresholds that rule; what is said of the change is what it changes itself. */
function describeJudging(ruling: Suite, planned: Suite, start: SuiteAt): Judging {
  const before: Pick<Judging, 'base'> = start.kind === 'none' ? { base: 'none' } : {};
  if (ruling === planned) {
    return { planned, suite: planned, notes: [], problems: [], leastPlan: planned, ...before };
  }
  const { base: _, ...kept } = keepThresholds(ruling, planned, suiteFile);
  if (start.kind !== 'valid') {
    return { ...kept, planned, leastPlan: keepPlan(ruling, planned), ...before };
  }
  // The thresholds of `kept` count, so their new places are named there too.
  const { moved: _moved, ...own } = keepThresholds(start.suite, planned, suiteFile);
  const { notes, problems } = own;
  return { ...own, ...kept, notes, problems, planned, leastPlan: keepPlan(start.suite, planned) };
}
