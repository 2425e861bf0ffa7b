import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { TakenReading } from '../../bisect/next-step.ts';
import { readChange } from '../../bisect/read-change.ts';
import type { SeriesVerdict, RunRecord } from '../../contract/documents.ts';
import { seriesKey } from '../../contract/series-key.ts';
import type { Suite, SuiteTest } from '../../contract/suite.ts';
import { exitCode, UserError } from '../../contract/user-error.ts';
import { countPairs } from '../../report/series-words.ts';
import { readRecords } from '../../runner/journal/read-records.ts';
import { readRunState } from '../../runner/journal/run-state.ts';
import { digestFile } from '../../runner/run-suite.ts';
import type { Judge } from '../judge-record.ts';
import type { BisectOptions } from '../options.ts';
import { listRuns, runFiles, runsFolder } from '../run-folder.ts';
import type { Workplace } from '../workplace.ts';
import { type Compared, compareCommits, type NamedCommit } from './compare-commits.ts';

/** A comparison of two commits of the path, by their numbers: 0 is the good one. */
export interface Step extends Compared {
  from: number;
  to: number;
  /** It was there when the search began. */
  isEarlier: boolean;
}

export interface Wanted {
  from: number;
  to: number;
  tests: readonly SuiteTest[];
  /** Absent: as many as the rule asks for. */
  pairs?: number;
}

/** All that was measured on the way. */
export class Trail {
  readonly steps: Step[] = [];
  /** Why a commit cannot be measured, by its number. */
  readonly broken = new Map<number, string>();
  readonly #workplace: Workplace;
  readonly #judge: Judge;
  readonly #commits: readonly NamedCommit[];
  readonly #options: BisectOptions;
  readonly #signal: AbortSignal;

  /** @param commits the good one, and those that follow it up to the bad one */
  constructor(
    workplace: Workplace,
    judge: Judge,
    commits: readonly NamedCommit[],
    options: BisectOptions,
    signal: AbortSignal,
  ) {
    this.#workplace = workplace;
    this.#judge = judge;
    this.#commits = commits;
    this.#options = options;
    this.#signal = signal;
  }

  /** Full object id of the good commit. */
  get good(): string {
    return this.#commits[0]?.commit ?? '';
  }

  get last(): number {
    return this.#commits.length - 1;
  }

  async readEarlier(): Promise<void> {
    const numbers = new Map(this.#commits.map(({ commit }, number) => [commit, number]));
    for (const record of await readEarlier(this.#workplace, new Set(numbers.keys()))) {
      const from = numbers.get(record.before.commit) ?? 0;
      const to = numbers.get(record.after.commit) ?? 0;
      if (from > to) continue;
      const { verdict } = this.#judge.shard(record);
      this.steps.push({ from, to, record, verdict, isEarlier: true });
    }
  }

  /** @throws UserError when they cannot be measured, or when the person stopped it */
  async compare({ from, to, ...wanted }: Wanted): Promise<Step> {
    const [before, after] = [this.#commits[from], this.#commits[to]];
    if (before === undefined || after === undefined) throw new Error(`no commit ${from} or ${to}`);
    const comparison = { ...wanted, before, after };
    const compared = await compareCommits(
      ...([this.#workplace, this.#judge, this.#options, comparison, this.#signal] as const),
    );
    if (compared.record.status !== 'complete') throw stopped();
    const step = { from, to, ...compared, isEarlier: false };
    this.steps.push(step);
    return step;
  }

  /**
   * Compares the good commit with another one, which may turn out not to be measurable.
   * @returns whether there is something to read of the series now
   */
  async probe(wanted: Wanted, series: SeriesVerdict): Promise<boolean> {
    try {
      const step = await this.compare(wanted);
      if (readStep(step, series, this.#workplace.suite) !== undefined) return true;
      this.broken.set(wanted.to, whyUnreadable(step, series));
    } catch (error) {
      const isOfCommit = error instanceof UserError && error.exitCode === exitCode.couldNotMeasure;
      if (!isOfCommit || this.#signal.aborted) throw error;
      this.broken.set(wanted.to, error.facts.seen);
    }
    return false;
  }

  readings(series: SeriesVerdict): TakenReading[] {
    return this.steps.flatMap((step) => readStep(step, series, this.#workplace.suite) ?? []);
  }
}

function readStep(
  step: Step,
  series: SeriesVerdict,
  { maxRepeats }: Pick<Suite, 'maxRepeats'>,
): TakenReading | undefined {
  const found = findSeries(step, series);
  const change = found && readChange(found);
  if (found === undefined || change === undefined) return undefined;
  const { from, record, to } = step;
  // Not by the state: a change that lies at the limit of the series stays undecided, however clear it is.
  const isFull = record.plan.maxRepeats >= maxRepeats;
  return { ...change, from, to, pairs: countPairs(found), isFull };
}

export function findSeries(
  { verdict }: Compared,
  wanted: SeriesVerdict,
): SeriesVerdict | undefined {
  const key = seriesKey(wanted);
  return verdict.series.find((one) => seriesKey(one) === key);
}

function whyUnreadable({ verdict }: Step, { test }: SeriesVerdict): string {
  const outcome = verdict.tests.find(({ name }) => name === test);
  const { failed = 0, timedOut = 0 } = outcome?.after ?? {};
  if (failed + timedOut > 0) return `the test failed ${failed + timedOut} times there`;
  return 'the series has no value there';
}

function stopped(): UserError {
  return new UserError({
    seen: 'stopped before the commit was found',
    remedy: 'give the same command again: it goes on with what was measured',
    exitCode: exitCode.couldNotMeasure,
  });
}

/** Older ones are looked at no more. */
const runsAtMost = 500;

/**
 * Finished runs that compared two commits of a path here with the perigee.yml of today: a search that was stopped goes
 * on with them, and one that follows another series begins with them.
 * @param path full object ids
 */
async function readEarlier(
  { root, suite }: Workplace,
  path: ReadonlySet<string>,
): Promise<RunRecord[]> {
  const digest = await digestFile(suite.file);
  const found: RunRecord[] = [];
  for (const id of listRuns(root).slice(0, runsAtMost)) {
    const folder = join(runsFolder(root), id);
    if (!existsSync(join(folder, runFiles.record))) continue;
    try {
      const { record, suiteSha256 } = await readRunState(folder);
      const { before, after, shard } = record;
      const isOnPath = path.has(before.commit) && path.has(after.commit);
      if (!isOnPath || before.commit === after.commit) continue;
      if (suiteSha256 !== digest || shard.total > 1) continue;
      found.push(...(await readRecords([folder])).filter(({ status }) => status === 'complete'));
    } catch (error) {
      // Of another version, or damaged: it is measured again.
      if (!(error instanceof UserError)) throw error;
    }
  }
  return found.reverse();
}
