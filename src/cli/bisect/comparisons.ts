import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { TakenReading } from '../../variability/bisect/next-step.ts';
import { readChange } from '../../variability/bisect/read-change.ts';
import type { RunRecord, SeriesVerdict, Verdict } from '../../contract/documents.ts';
import { type SeriesIdentity, seriesKey } from '../../contract/series-key.ts';
import type { SuiteTest } from '../../contract/suite.ts';
import { exitCode, UserError } from '../../contract/user-error.ts';
import { cutPlain } from '../../report/plain-text.ts';
import { countPairs } from '../../report/series-words.ts';
import { readRecords } from '../../runner/journal/read-records.ts';
import { readRunState } from '../../runner/journal/run-state.ts';
import type { Commit } from '../../runner/revisions/read-first-parents.ts';
import { digestFile, runSuite } from '../../runner/run-suite.ts';
import { stateFolder } from '../../runner/worktrees/state-directory.ts';
import { writeVerdictFiles } from '../../pipeline/verdict-files.ts';
import { withCollector } from '../../pipeline/with-collector.ts';
import { home } from '../home.ts';
import type { Judge } from '../judge-record.ts';
import { listWords, namePatch } from '../measure-again.ts';
import type { SelectionOptions } from '../shared-options.ts';
import { readPageParts } from '../page-parts.ts';
import { createProgressLine } from '../../pipeline/progress-line.ts';
import { listRuns, runFiles, runsFolder } from '../run-folder.ts';
import type { Workplace } from '../workplace.ts';

/** The good commit, and those that follow it up to the bad one. */
export type Path = readonly Pick<Commit, 'commit' | 'subject'>[];

/** A comparison of two commits of the path, by their numbers. */
export interface Comparison {
  from: number;
  to: number;
  record: RunRecord;
  verdict: Verdict;
}

export interface Measuring {
  workplace: Workplace;
  judge: Judge;
  path: Path;
  options: SelectionOptions;
  signal: AbortSignal;
}

/**
 * Compares two commits of the path in a run as any other, with its record and its page. What is set up for the side
 * before is kept for the next one.
 * @param pairs absent: as many as the rule asks for
 * @param followed the series that decides how long is measured; absent: all do
 * @throws UserError when they cannot be measured, or when the person stopped it
 */
export async function compareCommits(
  { workplace: { root, suite }, judge, path, options, signal }: Measuring,
  {
    from,
    to,
    tests,
    pairs,
    followed,
  }: {
    from: number;
    to: number;
    tests: readonly SuiteTest[];
    pairs?: number;
    followed?: SeriesIdentity;
  },
): Promise<Comparison> {
  const line = createProgressLine(process.stderr);
  const collecting = {
    ...{ home, signal, onProgress: line.show, onLook: line.tell },
    isolation: options.isolation,
    judge: (record: RunRecord) => follow(judge.shard(record).verdict, followed),
  };
  const sideOf = (number: number) => {
    const { commit = '', subject = '' } = path[number] ?? {};
    // A label may not be empty, and a subject may.
    return { kind: 'commit', commit, label: cutPlain(subject, 60) || commit } as const;
  };
  try {
    const record = await withCollector(collecting, (ports) =>
      runSuite({
        suite: pairs === undefined ? suite : { ...suite, repeats: pairs, maxRepeats: pairs },
        ...{ tests, repository: root, home, environment: process.env, ports },
        buildsFolder: join(root, stateFolder, 'builds'),
        sides: { before: sideOf(from), after: sideOf(to) },
        words: listWords(options, root),
      }),
    );
    const { verdict } = judge.shard(record);
    const patch = await namePatch(root, verdict.build);
    writeVerdictFiles(join(runsFolder(root), record.id), verdict, { ...readPageParts(), patch });
    if (record.status !== 'complete') throw stopped();
    return { from, to, record, verdict };
  } finally {
    line.end();
  }
}

/** A verdict of one series alone: what others may need is not measured. */
function follow(verdict: Verdict, followed: SeriesIdentity | undefined): Verdict {
  const found = followed && findSeries({ verdict }, followed);
  if (found === undefined) return verdict;
  const [conclusion, blocking] = found.blocking
    ? (['regressed', 1] as const)
    : (['undecided', 0] as const);
  return { ...verdict, conclusion, series: [found], counts: { ...verdict.counts, blocking } };
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
 * Finished runs that compared two commits of the path here with the perigee.yml of today, the oldest first: a search
 * that was stopped goes on with them.
 */
export async function readEarlier({ workplace, judge, path }: Measuring): Promise<Comparison[]> {
  const { root, suite } = workplace;
  const digest = await digestFile(suite.file);
  const numbers = new Map(path.map(({ commit }, number) => [commit, number]));
  const found: Comparison[] = [];
  for (const id of listRuns(root).slice(0, runsAtMost)) {
    const folder = join(runsFolder(root), id);
    if (!existsSync(join(folder, runFiles.record))) continue;
    try {
      const { record: state, suiteSha256 } = await readRunState(folder);
      const from = numbers.get(state.before.commit) ?? 0;
      const to = numbers.get(state.after.commit) ?? 0;
      const isOnPath = from < to && path[from]?.commit === state.before.commit;
      if (!isOnPath || suiteSha256 !== digest || state.shard.total > 1) continue;
      for (const record of await readRecords([folder])) {
        if (record.status !== 'complete') continue;
        found.push({ from, to, record, verdict: judge.shard(record).verdict });
      }
    } catch (error) {
      // Another version, or damaged: it is measured again.
      if (!(error instanceof UserError)) throw error;
    }
  }
  return found.reverse();
}

/** @returns undefined where nothing can be read of the series */
export function readComparison(
  comparison: Comparison,
  wanted: SeriesIdentity,
  mostPairs: number,
): TakenReading | undefined {
  const series = findSeries(comparison, wanted);
  const change = series && readChange(series);
  if (series === undefined || change === undefined) return undefined;
  const { from, record, to } = comparison;
  // Not by the state: a change that lies at the limit of the series stays undecided, however clear it is.
  const isFull = record.plan.maxRepeats >= mostPairs;
  return { ...change, from, to, pairs: countPairs(series), isFull };
}

export function findSeries(
  { verdict }: Pick<Comparison, 'verdict'>,
  wanted: SeriesIdentity,
): SeriesVerdict | undefined {
  return verdict.series.find((one) => seriesKey(one) === seriesKey(wanted));
}
