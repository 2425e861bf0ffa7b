/** perigee.yml after parsing: units resolved, defaults filled in, every rule with its place in the file. */
import type { Annotations, HostSettings, Metric, Renamed } from './documents.ts';
import type { GateSettings } from './gate.ts';
import type { NumberDeclarations } from './numbers.ts';
import type { RuledAs } from './renames.ts';

export interface Suite {
  name: string;
  /** Absolute path of the perigee.yml it came from. */
  file: string;
  setup: readonly (readonly string[])[];
  setupTimeoutMs: number;
  /** Commands of both sides see their checkout at one path. */
  samePath?: true;
  repeats: number;
  maxRepeats: number;
  /** How long to measure, beyond the first pairs of every test. Absent: until tests have what they need. */
  timeNs?: number;
  /** `timeNs` is the default, which is longer in a job of a CI. */
  isUsualTime?: true;
  outliersPerFive: 0 | 1;
  warmup: number;
  /** For each side. */
  builds: number;
  services: readonly ServiceReference[];
  tests: readonly SuiteTest[];
  /** The numbers that tests may record; every name when absent. */
  numbers?: NumberDeclarations;
  /** The settings of the machine while tests run. */
  host: HostSettings;
  shards: SuiteShards;
  thresholds: readonly ThresholdRule[];
  /** What the file of a change says, where older thresholds or tags count: its author mistypes these. */
  written?: Pick<Suite, 'tests' | 'thresholds'>;
  /** Absent where the file has none. */
  budget?: BudgetSettings;
  gate: GateSettings;
}

/** How much worse many changes together may make a series, as shares: 0.05 is 5%. At least one of the two is there. */
export interface BudgetSettings {
  release?: number;
  year?: number;
  action: 'warn' | 'block';
}

export interface SuiteBudget extends BudgetSettings {
  suite: string;
}

export interface SuiteShards {
  /** How many in all, where a command does not say. */
  total?: number;
  /** Each of them measures every test, with as many shards as the others. */
  platforms?: readonly string[];
  /** Name of a test → index of its shard, from 0. */
  pins: ReadonlyMap<string, number>;
}

export interface SuiteTest {
  name: string;
  /** Its former names, and those of its spans. */
  renamed?: Renamed;
  /** Its names before the change, whose rules count: they are chosen by those names. */
  ruledAs?: RuledAs;
  /** Its place: `perigee.yml:6:5`; absent for a test that came from no file. */
  where?: string;
  command: readonly string[];
  /** For a test runner: its test cases become spans. The command then only says what it is. */
  cases?: CasesReference;
  /** Relative to the repository's root; '.' for the root itself. */
  directory: string;
  /** The suite's environment with the test's own laid over it. */
  environment: Readonly<Record<string, string>>;
  timeoutMs: number;
  /** The place of the timeout: `perigee.yml:12:14`. Absent if the file says nothing of it. */
  timeoutWhere?: string;
  tags: readonly string[];
  /** The place of the numbers of the test's own tool; absent for a test that has none. */
  results?: ResultsReference;
  /** It is measured whatever it reads; absent: it is left out where it reads the same on both sides. */
  affected?: 'always';
  /** The code that it measures does not come from this repository; absent where it does. */
  code?: 'outside';
  when: 'commit' | 'nightly';
  /** In pairs, in runs that count instructions, or both. Absent: in pairs. */
  measure?: readonly ('times' | 'instructions')[];
}

/** Whether a test is measured in this way. */
export function isMeasured(
  test: Pick<SuiteTest, 'measure'>,
  by: 'times' | 'instructions',
): boolean {
  return (test.measure ?? ['times']).includes(by);
}

/** The tests with their instructions counted, beside what they measure or in place of it. */
export function countInstructions(tests: readonly SuiteTest[], how: 'too' | 'only'): SuiteTest[] {
  return tests.map((test) => {
    const times = how === 'too' && isMeasured(test, 'times') ? (['times'] as const) : [];
    return { ...test, measure: [...times, 'instructions'] };
  });
}

/** Test runners that Perigee starts itself, with what makes each test case a span. */
export const caseRunners = ['vitest', 'jest', 'mocha', 'pytest', 'go', 'junit'] as const;
export type CaseRunner = (typeof caseRunners)[number];

/** The file in which `go test` leaves how long its tests took: its output may be too long to be kept. */
export const goTestFile = '.perigee-go-test.json';

export interface CasesReference {
  runner: CaseRunner;
  /** For paths relative to the test's directory; `**` for all. */
  pattern: string;
}

export interface ResultsReference {
  /** Relative to the test's directory; what it prints when absent. */
  file?: string;
  /** An adapter's name, or `auto`. */
  format: string;
}

/** A service that Perigee starts for each execution. */
export interface StartedService {
  name: string;
  command: readonly string[];
  /** Exits with 0 once the service answers. Absent: it is ready as soon as it runs. */
  ready?: readonly string[];
  readyTimeoutMs: number;
}

export type ServiceReference =
  | StartedService
  | { name: string; pid: number }
  | { name: string; pidFile: string }
  | { name: string; cgroup: string };

export interface ThresholdRule {
  /** Its place: `perigee.yml:31:5`, or `built-in`. */
  where: string;
  match: ThresholdMatch;
  /** It came from `thresholds.defaults`: every rule that matches beats it, it beats the built-in ones. */
  isDefault?: true;
  /** It stands in a file that several suites share, so it may be for another one. */
  isShared?: true;
  /** It stands beside a number that the suite declares, which the newest run may not have recorded yet. */
  isDeclared?: true;
  /** 0.05 is 5% worse. At least one of relative and absolute is there; with both, both must be passed. */
  relative?: number;
  absolute?: { value: number; unit: Metric['unit'] };
  /** How large an improvement has to be; absent: as large as what is too much. */
  better?: Pick<ThresholdRule, 'relative' | 'absolute'>;
  action: 'block' | 'warn';
  /** The change that runs have to be able to show, as a share; absent: twice the threshold. */
  see?: number;
  /** The whole interval of the change has to pass the limit; absent: the estimate has to. */
  certainty?: 'sure';
  /** Until the end of this day (UTC, YYYY-MM-DD) a blocking rule only warns. */
  until?: string;
  because?: string;
  owner?: string;
}

/** `perigee.yml` of `perigee.yml:31:5`; empty for a rule that stands in no file. */
export function fileOfRule(where: string): string {
  return /^(.*?):\d{1,7}(?::\d+)?$/.exec(where)?.[1] ?? '';
}

/** Names may hold `*`. What is absent matches everything. */
export interface ThresholdMatch {
  test?: string;
  span?: string;
  annotations?: Annotations;
  metric?: string;
  branch?: string;
  platform?: string;
  tag?: string;
}

/** The time that a person waits, and that a job of a CI may take, where perigee.yml does not say. */
export const usualTimeNs = { command: 120e9, job: 300e9 };
