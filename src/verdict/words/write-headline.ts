import { countThings } from '../../contract/count-things.ts';
import { describeBaseless } from '../../contract/baseless-tests.ts';
import { openPlatforms } from '../../contract/compare-platforms.ts';
import type { Counts, Problem, SeriesVerdict, Verdict } from '../../contract/documents.ts';
import { findCanary } from '../../contract/canaries.ts';
import { isGap } from '../../contract/gaps.ts';
import { titleMetric } from '../../contract/metrics.ts';
import { describeReductions, isPlanReduced } from '../../contract/suite-changes.ts';
import { isOnlyTimeOpen } from '../../contract/busy-machine.ts';
import { describeMissed } from '../../contract/missed-change.ts';
import { missingPlatforms, namePlatform } from '../../contract/platforms.ts';
import { countOthers, listAnnotations } from '../../contract/series-key.ts';
import { isAlone } from '../../contract/sides.ts';
import { isNothingCompared, isSuspected, isUndecidedBlocker, type Measured } from '../conclude.ts';
import type { TestFindings } from '../judge-tests.ts';
import { formatChangeInWords, formatRange, formatShareOf } from './format-change.ts';
import { cutText, shortenName } from '../../contract/cut-text.ts';

const longest = 500;

/** The verdict in one sentence, plain text, at most 500 characters. */
export function writeHeadline(
  conclusion: Verdict['conclusion'],
  aggregate: Measured,
  series: readonly SeriesVerdict[],
  counts: Counts,
  findings: TestFindings,
): string {
  const end =
    describeUnaffected(findings.unaffected.length, series.length) +
    describeBaseless(findings.baseless) +
    describeReductions(aggregate.problems);
  const room = longest - end.length;
  const text = compose(conclusion, aggregate, series, counts, findings);
  return cutText(text, room) + end;
}

function compose(
  conclusion: Verdict['conclusion'],
  aggregate: Measured,
  series: readonly SeriesVerdict[],
  counts: Counts,
  { broken, timedOut, unaffected, unmeasured }: TestFindings,
): string {
  switch (conclusion) {
    case 'regressed': {
      const parts = [];
      if (broken.length > 0) {
        const how = timedOut.length === broken.length ? 'times out' : 'fails';
        const others = broken.length > 1 ? ` and ${broken.length - 1} more` : '';
        parts.push(
          `test ${shortenName(broken[0] as string)}${others} passed before and ${how} after`,
        );
      }
      if (counts.blocking > 0) parts.push(describeRegressed(aggregate, series));
      return `Regressed: ${parts.join('; ')}`;
    }
    case 'nothing-measured':
      return `Nothing measured: no test gave a value${isAlone(aggregate.build) ? '' : ' on either side'}`;
    case 'incomplete':
      return describeIncomplete(aggregate, series, counts, unmeasured);
    case 'undecided': {
      if (isAlone(aggregate.build)) {
        return `Undecided: only one side was measured; there is no baseline to compare ${countThings(series.length, 'series')} with`;
      }
      if (isNothingCompared(series) && unaffected.length === 0) {
        return `Undecided: nothing to compare with; no series has a baseline, ${countThings(series.length, 'is', 'are')} new or did not run before`;
      }
      const open = series.filter(isUndecidedBlocker);
      if (isOnlyTimeOpen(series, aggregate.problems)) {
        return `Undecided: the machine was too busy to judge ${countThings(open.length, 'latency', 'latencies')}; CPU time is cleared there; ${formatNone(counts)}${describeRest({ ...counts, undecided: 0 })}`;
      }
      if (open.every(({ evidence }) => evidence.veto !== undefined)) {
        return `Undecided: the machine changed between the sides, which may explain ${countThings(open.length, 'series')} (${nameCanaries(open)}); ${formatNone(counts)}${describeRest({ ...counts, undecided: 0 })}`;
      }
      const suspected = open.filter(isSuspected).length;
      if (suspected === open.length) {
        return `Undecided: ${countThings(open.length, 'series points', 'series point')} past the limit, which may be chance: measure again; ${formatNone(counts)}${describeRest({ ...counts, undecided: 0 })}`;
      }
      const vanished = open.filter(({ after }) => after.location === undefined).length;
      const gone = vanished === 0 ? '' : `, ${vanished} of them vanished`;
      return `Undecided: ${countThings(open.length, 'series')} of ${series.length} could not be decided${gone}; ${formatNone(counts)}${describeRest({ ...counts, undecided: 0 })}`;
    }
    case 'passed':
      return series.length === 0
        ? describeNothing(aggregate.problems, unaffected.length)
        : describePassed(series, counts);
  }
}

function nameCanaries(series: readonly SeriesVerdict[]): string {
  const names = series.map(({ evidence }) => evidence.veto?.canary ?? '');
  const titles = [...new Set(names)].map((name) => findCanary(name)?.title ?? name);
  return `${titles.slice(0, 3).join(', ')} canary`;
}

function describeIncomplete(
  { shards, build, problems }: Measured,
  series: readonly SeriesVerdict[],
  counts: Counts,
  [first = '', ...others]: readonly string[],
): string {
  const alone = isAlone(build);
  const withRest = (rest: string): string =>
    alone
      ? 'what was measured has no baseline to compare with'
      : `${formatNone(counts)} in ${rest}${describeWarnings(counts)}`;
  if (shards.missing.length > 0) {
    return `Incomplete: ${shards.missing.length} of ${shards.total} shards ${shards.missing.length === 1 ? 'is' : 'are'} missing${namePlatforms(problems)}; ${withRest('the others')}`;
  }
  const gap = problems.find(isGap);
  if (gap !== undefined) {
    return `Incomplete: ${gap.message}; ${withRest('what was compared')}`;
  }
  if (first !== '') {
    const tests = `${countThings(others.length + 1, 'test')} could not be ${alone ? 'measured' : 'compared'}`;
    const names = `${shortenName(first)}${others.length > 0 ? ', …' : ''}`;
    return `Incomplete: ${tests}, too few executions passed (${names}); ${withRest('the others')}`;
  }
  const open = series.filter(isUndecidedBlocker).length;
  if (open > 0 && problems.some(isPlanReduced)) {
    return `Incomplete: ${countThings(open, 'series')} of ${series.length} could not be decided with what was measured; ${withRest('the others')}`;
  }
  if (isAllOpen(counts) && !alone) {
    return `Incomplete: stopped after ${countThings(countPairs(series), 'pair')}: nothing is decided yet`;
  }
  return `Incomplete: the run was interrupted${build.finishedAt === undefined ? '' : ' before its end'}; ${withRest('what was measured')}`;
}

/** The platforms of the missing shards, if a build has several. */
function namePlatforms(problems: readonly Problem[]): string {
  const missing = missingPlatforms(problems).map(namePlatform);
  return missing.length === 0 ? '' : ` (${missing.join(', ')})`;
}

/** Behind what was measured; where nothing was, they are all there is to say. */
function describeUnaffected(tests: number, series: number): string {
  if (tests === 0 || series === 0) return '';
  return `; ${countThings(tests, 'test')} left out, which this change does not touch`;
}

function isAllOpen(counts: Counts): boolean {
  return counts.regressed + counts.improved + counts['not-regressed'] === 0;
}

/** The pairs of the series that has most. */
function countPairs(series: readonly SeriesVerdict[]): number {
  let most = 0;
  for (const { before, after } of series) {
    const pairs = before.values.filter((value, repeat) => {
      return typeof value === 'number' && typeof after.values[repeat] === 'number';
    });
    most = Math.max(most, pairs.length);
  }
  return most;
}

function describeRegressed(
  { problems }: Pick<Measured, 'problems'>,
  series: readonly SeriesVerdict[],
): string {
  // Sorted worst first, so the first is the worst.
  const worst = series[0] as SeriesVerdict;
  const others = countOthers(series.filter(({ blocking }) => blocking));
  const compared = openPlatforms({ series, problems })(worst);
  const where = compared === '' ? '' : ` (${compared})`;
  return `${nameWorst(worst)}: ${titleMetric(worst.metric)} ${describeSize(worst)}${where}${others === '' ? '' : `, and ${others}`}`;
}

function nameWorst({ annotations, span, test }: SeriesVerdict): string {
  const of = listAnnotations(annotations).map((text) => ` ${text}`);
  return `${shortenName(test)} › ${shortenName(span)}${cutText(of.join(''), 100)}`;
}

/** "3.5% to 7.9% more, where 5% is allowed": the interval, since the estimate was chosen for being past the limit. */
function describeSize({ evidence, threshold, before }: SeriesVerdict): string {
  const { change, interval = { confidence: 1 } } = evidence;
  if (change === undefined) return 'from zero to something';
  const { lower, upper } = interval;
  const size =
    lower === undefined || upper === undefined
      ? formatChangeInWords(change)
      : formatRange(lower, upper);
  const { relative, absolute = 0 } = threshold;
  const isShare = relative !== undefined && absolute <= relative * (before.location ?? 0);
  return isShare ? `${size}, where ${formatShareOf(relative)} is allowed` : size;
}

/** A test whose command changed would run the same code by the same command twice. */
function describeNothing(problems: readonly Problem[], unaffected: number): string {
  const them = unaffected === 1 ? 'the test reads' : `any of the ${unaffected} tests reads`;
  const changed = problems.find(({ code }) => code === 'suite-changed');
  const why = changed === undefined ? '' : `. ${changed.message}; both sides run that`;
  return `Nothing to measure: this change touches nothing that ${them}${why}`;
}

function describePassed(series: readonly SeriesVerdict[], counts: Counts): string {
  // A series without a value before was not compared, whatever it is called.
  const compared = series.filter(({ before }) => before.location !== undefined).length;
  return `${formatNone(counts).replace(/^n/, 'N')} in ${countThings(compared, 'series')}${describeMissed(series)}${describeRest(counts)}`;
}

/** If nothing blocks: a series that became worse under a rule that warns has regressed as well. */
function formatNone({ regressed }: Counts): string {
  return regressed > 0 ? 'nothing that blocks regressed' : 'nothing regressed';
}

function describeWarnings({ regressed }: Counts): string {
  return regressed > 0 ? `; ${countThings(regressed, 'warning')}` : '';
}

function describeRest(counts: Counts): string {
  const { improved, undecided, 'no-baseline': fresh } = counts;
  const parts = [];
  if (improved > 0) parts.push(`${improved} improved`);
  if (undecided > 0) parts.push(`${undecided} undecided, which do not block`);
  if (fresh > 0) parts.push(`${fresh} new, without a baseline`);
  return `${describeWarnings(counts)}${parts.length === 0 ? '' : `; ${parts.join(', ')}`}`;
}
