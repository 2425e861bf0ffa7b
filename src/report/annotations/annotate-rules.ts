import { listBaseless } from '../../contract/baseless-tests.ts';
import type { SeriesVerdict, TestOutcome, Verdict } from '../../contract/documents.ts';
import { conclusionWords, tellOutcome } from '../build-words.ts';
import { canBlock, type Findings, sortFindings } from '../findings.ts';
import { makePlain } from '../plain-text.ts';
import { indexMetrics, type MetricsByName } from '../series-words.ts';
import { describeSeries, describeTitle } from './describe-rule-series.ts';

export type AnnotationLevel = 'error' | 'warning' | 'notice';

/** One remark on a line of perigee.yml. Plain text in which line breaks are the only control characters. */
export interface RuleAnnotation {
  level: AnnotationLevel;
  /** Relative to the repository's root. */
  file: string;
  /** From 1; built-in thresholds have no line, theirs is the first. */
  startLine: number;
  title: string;
  message: string;
}

/** GitHub shows so many of each level for one step and drops the others. */
const mostPerLevel = 10;
const mostListed = 5;

interface Remark {
  annotation: RuleAnnotation;
  /** How many series or tests it is about. */
  about: number;
}

/**
 * What each threshold said, on its line: an error where it blocks, a warning where it only warns, a notice
 * where it would block but could not be decided. At most ten of a level, the worst first; the last of them
 * counts the rest. Tests that fail are an error at the top of the file, and those that never passed before the
 * change a warning.
 * @param file the perigee.yml that the thresholds came from, relative to the repository's root
 */
export function annotateRules(verdict: Verdict, { file }: { file: string }): RuleAnnotation[] {
  const metrics = indexMetrics(verdict.metrics);
  const found = sortFindings(verdict);
  const remarkOn = (level: AnnotationLevel, series: readonly SeriesVerdict[]): Remark[] =>
    [...Map.groupBy(series, ({ threshold }) => threshold.rule)].map(([rule, group]) =>
      remarkOnRule(level, file, rule, group, metrics),
    );
  return [
    ...keepMost([...remarkOnTests(found, file), ...remarkOn('error', found.regressions)]),
    ...keepMost([...remarkOnBaseless(verdict, file), ...remarkOn('warning', found.warnings)]),
    ...keepMost(remarkOn('notice', found.undecided.filter(canBlock))),
  ];
}

function remarkOnRule(
  level: AnnotationLevel,
  file: string,
  rule: string,
  series: readonly SeriesVerdict[],
  metrics: MetricsByName,
): Remark {
  const lines = series.slice(0, mostListed).map((one) => describeSeries(one, metrics));
  const left = series.length - lines.length;
  if (left > 0) lines.push(`… and ${left.toLocaleString('en-US')} more series`);
  const owner = series.find(({ threshold }) => threshold.owner !== undefined)?.threshold.owner;
  if (owner !== undefined) lines.push(`Owner: ${makePlain(owner)}`);
  lines.push(`Threshold: ${makePlain(rule)}`);
  const title = describeTitle(series, metrics);
  const annotation = { level, file, startLine: lineOf(rule), title, message: lines.join('\n') };
  return { annotation, about: series.length };
}

function remarkOnTests({ brokenTests }: Findings, file: string): Remark[] {
  const about = brokenTests.length;
  if (about === 0) return [];
  const title = `${conclusionWords.regressed.word}: ${about} ${about === 1 ? 'test does' : 'tests do'} worse than before`;
  const message = describeTests(brokenTests);
  return [{ annotation: { level: 'error', file, startLine: 1, title, message }, about }];
}

function remarkOnBaseless({ build, tests }: Verdict, file: string): Remark[] {
  const names = new Set(listBaseless(tests, build));
  if (names.size === 0) return [];
  const title = `Undecided: ${names.size} ${names.size === 1 ? 'test' : 'tests'} never passed before the change`;
  const message = describeTests(tests.filter(({ name }) => names.has(name)));
  return [
    { annotation: { level: 'warning', file, startLine: 1, title, message }, about: names.size },
  ];
}

function describeTests(tests: readonly TestOutcome[]): string {
  const shown = tests.slice(0, mostListed);
  const lines = shown.map((test) => `${makePlain(test.name)}: ${tellOutcome(test)}`);
  const left = tests.length - shown.length;
  return [...lines, ...(left > 0 ? [`… and ${left} more tests`] : [])].join('\n');
}

/** `perigee.yml:31:5` stands in line 31. */
function lineOf(rule: string): number {
  const [, line] = /:(\d{1,7})(?::\d+)?$/.exec(rule) ?? [];
  return Math.max(1, Number(line ?? 1));
}

function keepMost(remarks: readonly Remark[]): RuleAnnotation[] {
  const left = remarks.slice(mostPerLevel);
  return remarks.slice(0, mostPerLevel).map(({ annotation }, place) => {
    if (left.length === 0 || place < mostPerLevel - 1) return annotation;
    const series = left.reduce((sum, { about }) => sum + about, 0);
    const rest = `… and ${left.length} more ${left.length === 1 ? 'threshold' : 'thresholds'} with ${series.toLocaleString('en-US')} series, in the job summary`;
    return { ...annotation, message: `${annotation.message}\n${rest}` };
  });
}
