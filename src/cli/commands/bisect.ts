import { type Conclusion, nextStep, type Search } from '../../bisect/next-step.ts';
import type { SeriesVerdict } from '../../contract/documents.ts';
import { exitCode, type ExitCode, UserError } from '../../contract/user-error.ts';
import { cutPlain } from '../../report/plain-text.ts';
import { resolveCommit } from '../../runner/revisions/find-commit.ts';
import { listBetween } from '../../runner/revisions/list-between.ts';
import type { Commit } from '../../runner/revisions/read-first-parents.ts';
import { openRepository } from '../../runner/revisions/repository.ts';
import { hideFromOthers, isKeyOfJob } from '../../runner/setup/hide-keys.ts';
import { chooseSeries } from '../bisect/choose-series.ts';
import { renderFinding } from '../bisect/render-finding.ts';
import { conclude } from '../bisect/finding.ts';
import { tellFinding, tellProgress, tellStart } from '../bisect/tell-bisect.ts';
import { Trail } from '../bisect/trail.ts';
import { createJudge } from '../judge-record.ts';
import { listenForStop } from '../listen-for-stop.ts';
import type { BisectOptions } from '../options.ts';
import { nameProgram } from '../program-name.ts';
import { warnOfUncommitted } from '../tell-uncommitted.ts';
import { terminalOptions } from '../terminal-options.ts';
import { openWorkplace, type Workplace } from '../workplace.ts';

/** `perigee bisect`: which commit between a good one and a bad one changed a series. */
export async function bisect(
  good: string,
  bad = 'HEAD',
  options: BisectOptions,
): Promise<ExitCode> {
  hideFromOthers(process.env, isKeyOfJob);
  const workplace = await openWorkplace(process.cwd(), options);
  warnOfUncommitted(process.cwd(), options.config);
  const repository = await openRepository(workplace.root, process.env);
  const first = await resolveCommit(repository, good);
  const path = await listBetween(repository, first, await resolveCommit(repository, bad));
  const judge = await createJudge(workplace, undefined);
  const stop = listenForStop('the same command goes on with what was measured');
  const commits = [
    { commit: first, label: 'the good commit' },
    // A label may not be empty, and a subject may.
    ...path.map(({ commit, subject }) => ({ commit, label: cutPlain(subject, 60) || commit })),
  ];
  const trail = new Trail(workplace, judge, commits, options, stop.signal);
  try {
    await trail.readEarlier();
    const series = await findSeries(trail, workplace, options);
    say(tellStart(trail, path, series));
    const step = await search(trail, path, series, workplace);
    const finding = conclude(trail, path, series, step);
    const program = nameProgram(workplace.root);
    const { columns } = terminalOptions(process.stdout);
    const text =
      options.format === 'json'
        ? JSON.stringify(finding, undefined, 2)
        : options.format === 'markdown'
          ? renderFinding(finding)
          : tellFinding(finding, { root: workplace.root, program, columns }).join('\n');
    process.stdout.write(`${text}\n`);
    return finding.isFound ? exitCode.nothingRegressed : exitCode.undecided;
  } finally {
    stop.end();
  }
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Compares both ends of the path, if no earlier run did, and chooses what to follow. */
async function findSeries(
  trail: Trail,
  { suite, tests }: Workplace,
  options: BisectOptions,
): Promise<SeriesVerdict> {
  const names = tests.map(({ name }) => name);
  const earlier = trail.steps.findLast(({ from, record, to }) => {
    const measured = new Set(record.tests.map(({ name }) => name));
    return from === 0 && to === trail.last && names.every((name) => measured.has(name));
  });
  const whole = earlier ?? (await compareEnds(trail, tests));
  const wanted = { ...options, tests: names };
  try {
    return chooseSeries(whole.verdict, wanted);
  } catch (error) {
    const isAsked = (options.span ?? options.metric) !== undefined;
    const mayBeClearer = error instanceof UserError && error.exitCode === exitCode.undecided;
    if (!isAsked || !mayBeClearer) throw error;
    // The rule asks for no more pairs of a series that its limit allows.
    const more = await compareEnds(trail, tests, countMostPairs(suite));
    return chooseSeries(more.verdict, wanted);
  }
}

/** Where time limits the pairs of a change, `maxRepeats` is no wish: a search compares many commits. */
function countMostPairs({ maxRepeats, repeats, timeNs }: Workplace['suite']): number {
  return timeNs === undefined ? maxRepeats : Math.min(maxRepeats, Math.max(20, repeats));
}

async function compareEnds(
  trail: Trail,
  tests: Workplace['tests'],
  pairs?: number,
): ReturnType<Trail['compare']> {
  try {
    const more = pairs === undefined ? {} : { pairs };
    return await trail.compare({ from: 0, to: trail.last, tests, ...more });
  } catch (error) {
    if (!(error instanceof UserError) || error.exitCode !== exitCode.couldNotMeasure) throw error;
    const remedy = 'both ends of the search must build and run: name neighbours that do';
    throw new UserError({ ...error.facts, remedy: error.facts.remedy ?? remedy, cause: error });
  }
}

/** Measures until the commit is found, or enough was spent. */
async function search(
  trail: Trail,
  path: readonly Commit[],
  series: SeriesVerdict,
  { suite }: Workplace,
): Promise<Conclusion> {
  const tests = suite.tests.filter(({ name }) => name === series.test);
  for (;;) {
    const state: Search = {
      last: trail.last,
      readings: trail.readings(series),
      broken: new Set(trail.broken.keys()),
      mostPairs: countMostPairs(suite),
    };
    const step = nextStep(state);
    if (step.kind === 'found' || step.kind === 'unsure') return step;
    const { from, to } = step;
    const pairs = step.kind === 'measure' ? { pairs: step.pairs } : {};
    const isRead = await trail.probe({ from, to, tests, ...pairs }, series);
    say(tellProgress(trail, path, series, { from, to }));
    // What cannot be compared with its neighbour is not confirmed by asking again.
    if (step.kind === 'confirm' && !isRead) return { ...step, kind: 'unsure' };
  }
}
