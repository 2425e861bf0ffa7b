import { listAnnotations } from '../../contract/series-key.ts';
import { openTellPlatform, type TellPlatform } from '../../contract/compare-platforms.ts';
import { labelTest, onPlatform } from '../../contract/platforms.ts';
import { fileOfRule } from '../../contract/suite.ts';
import { countThings } from '../../contract/count-things.ts';
import { listBaseless } from '../../contract/baseless-tests.ts';
import type { Explanation, SeriesVerdict, TestOutcome, Verdict } from '../../contract/documents.ts';
import { reasonOf } from '../../contract/series-reason.ts';
import { formatOutcome } from '../format-build.ts';
import { canBlock, type Findings, sortFindings } from '../findings.ts';
import { writePlain } from '../print-terminal.ts';
import { describeGrown } from '../render-explanations.ts';
import { makePlain, cutPlain } from '../plain-text.ts';
import {
  indexMetrics,
  type MetricsByName,
  nameSpan,
  nameMetric,
  shownMetric,
  formatAllowed,
  formatEstimate,
  formatLevels,
  formatMove,
} from '../series-words.ts';

export type AnnotationLevel = 'error' | 'warning' | 'notice';

/** One remark on a line of perigee.yml, or of the code that takes more. Plain text in which line breaks are the only control characters. */
export interface RuleAnnotation {
  level: AnnotationLevel;
  /** Relative to the repository's root. */
  file: string;
  /** From 1; built-in thresholds have no line, theirs is the first. */
  startLine: number;
  title: string;
  message: string;
}

/** Finds the lines of perigee.yml that a verdict is about. */
export interface AnnotatedSuite extends SuitePlaces {
  /** The perigee.yml of the change, relative to the repository's root. */
  file: string;
}

export interface SuitePlaces {
  /** Rules that came from another version of the file → where they stand in this one. */
  moved?: ReadonlyMap<string, string>;
  /** By name: `perigee.yml:6:5`. */
  placeOfTest?: ReadonlyMap<string, string>;
}

/** GitHub shows so many of each level for one step and drops the others. */
const mostPerLevel = 10;
const mostListed = 5;
const mostFunctions = 3;

interface Words {
  metrics: MetricsByName;
  tellPlatform: TellPlatform;
}

interface Remark {
  annotation: RuleAnnotation;
  /** How many series or tests it is about. */
  about: number;
}

/**
 * A remark on the line of each threshold: an error where it blocks, a warning where it only warns, a notice
 * where it would block but could not be decided. At most ten of a level, the worst first; the last of them
 * counts the rest. Tests that fail are an error, and those that never passed before the change a warning, on
 * their own lines where these are known.
 */
export function annotateRules(verdict: Verdict, suite: AnnotatedSuite): RuleAnnotation[] {
  const { file, moved } = suite;
  const words = { metrics: indexMetrics(verdict.metrics), tellPlatform: openTellPlatform(verdict) };
  const found = sortFindings(verdict);
  const remarkOn = (level: AnnotationLevel, series: readonly SeriesVerdict[]): Remark[] =>
    [...Map.groupBy(series, ({ threshold }) => threshold.rule)].map(([rule, group]) =>
      remarkOnRule(level, { rule, ...findPlace(moved?.get(rule) ?? rule, file) }, group, words),
    );
  return [
    ...remarkOnFunctions(verdict, found),
    ...keepMost([...remarkOnTests(found, suite), ...remarkOn('error', found.regressions)]),
    ...keepMost([...remarkOnBaseless(verdict, suite), ...remarkOn('warning', found.warnings)]),
    ...keepMost(remarkOn('notice', found.undecided.filter(canBlock))),
  ];
}

function remarkOnRule(
  level: AnnotationLevel,
  { file, rule, line }: { file: string; rule: string; line: number },
  series: readonly SeriesVerdict[],
  words: Words,
): Remark {
  const lines = series.slice(0, mostListed).map((one) => describeSeries(one, words));
  const left = series.length - lines.length;
  if (left > 0) lines.push(`… and ${left.toLocaleString('en-US')} more series`);
  const owner = series.find(({ threshold }) => threshold.owner !== undefined)?.threshold.owner;
  if (owner !== undefined) lines.push(`Owner: ${makePlain(owner)}`);
  lines.push(`Threshold: ${makePlain(rule)}`);
  const title = describeTitle(series, words);
  const annotation = { level, file, startLine: line, title, message: lines.join('\n') };
  return { annotation, about: series.length };
}

/** On the lines of functions that take more, where the change touches them or what calls them. */
function remarkOnFunctions({ explanations = [] }: Verdict, found: Findings): RuleAnnotation[] {
  const isOneOf = (all: readonly SeriesVerdict[], { platform, test }: Explanation): boolean =>
    all.some((one) => one.test === test && (platform ?? one.platform) === one.platform);
  return explanations
    .filter((one) => isOneOf([...found.regressions, ...found.warnings], one))
    .flatMap((explanation) =>
      explanation.functions.slice(0, mostFunctions).flatMap((one): RuleAnnotation[] => {
        const { line, path, touched } = one;
        const isOutside = path === undefined || /^\/|(^|\/)\.\.(\/|$)|^[a-z]+:/.test(path);
        if (isOutside || line === undefined) return [];
        if (touched !== 'itself' && touched !== 'its caller') return [];
        const title = `Slower: ${cutPlain(one.name, longestName)}`;
        const message = `${cutPlain(explanation.test, longestName)}${onPlatform(explanation.platform)}: ${writePlain(describeGrown(one, explanation))}`;
        const level = isOneOf(found.regressions, explanation) ? 'error' : 'warning';
        return [{ level, file: makePlain(path), startLine: line, title, message }];
      }),
    )
    .slice(0, mostFunctions);
}

function remarkOnTests({ brokenTests }: Findings, suite: AnnotatedSuite): Remark[] {
  return remarkOnLines('error', brokenTests, suite, (about) => {
    return `${countThings(about, 'test fails', 'tests fail')} and passed before`;
  });
}

function remarkOnBaseless({ build, tests }: Verdict, suite: AnnotatedSuite): Remark[] {
  const names = new Set(listBaseless(tests, build));
  const baseless = tests.filter((test) => names.has(labelTest(test)));
  return remarkOnLines('warning', baseless, suite, (about) => {
    return `Undecided: ${countThings(about, 'test')} never passed before the change`;
  });
}

/** One remark for the tests of each line. */
function remarkOnLines(
  level: AnnotationLevel,
  tests: readonly TestOutcome[],
  { file, placeOfTest }: AnnotatedSuite,
  writeTitle: (about: number) => string,
): Remark[] {
  const byLine = Map.groupBy(tests, ({ name }) => lineOf(placeOfTest?.get(name) ?? ''));
  return [...byLine].map(([startLine, those]) => {
    const title = writeTitle(those.length);
    const message = describeTests(those);
    return { annotation: { level, file, startLine, title, message }, about: those.length };
  });
}

function describeTests(tests: readonly TestOutcome[]): string {
  const shown = tests.slice(0, mostListed);
  const lines = shown.map((test) => `${makePlain(labelTest(test))}: ${formatOutcome(test)}`);
  const left = tests.length - shown.length;
  return [...lines, ...(left > 0 ? [`… and ${left} more tests`] : [])].join('\n');
}

/** A rule may stand in a file that several suites share. */
function findPlace(rule: string, file: string): { file: string; line: number } {
  const own = fileOfRule(rule);
  return { file: own === '' || file.endsWith(own) ? file : own, line: lineOf(rule) };
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

/** A name that is longer is cut: beside a line of code there is little room. */
const longestName = 200;

/** `Worse: latency +23.4%, +5% is allowed`; of several series their number and the worst. */
function describeTitle(series: readonly SeriesVerdict[], { metrics, tellPlatform }: Words): string {
  const [worst] = series;
  if (worst === undefined) return '';
  const metric = shownMetric(worst, metrics);
  const what =
    `${nameMetric(worst.metric)} ${formatEstimate(worst, metric.unit)}`.trim() +
    tellPlatform(worst);
  const allowed = `${formatAllowed(worst, metric)} is allowed`;
  if (series.length === 1) return `${nameState(worst)}: ${what}, ${allowed}`;
  return `${nameState(worst)}: ${series.length.toLocaleString('en-US')} series, first ${what}, ${allowed}`;
}

function nameState({ state, blocking, threshold }: SeriesVerdict): string {
  if (state === 'undecided') return 'Undecided';
  if (blocking) return 'Worse';
  return threshold.mutedUntil === undefined
    ? 'Worse, which only warns'
    : `Worse, muted until ${threshold.mutedUntil}`;
}

/** `upload › send num_files=10000: latency 1.2 s → 1.48 s, +23.4% (21.5% to 25.4%)`, on one line. */
function describeSeries(series: SeriesVerdict, { metrics, tellPlatform }: Words): string {
  const { unit } = shownMetric(series, metrics);
  const name = cutPlain(
    [nameSpan(series), ...listAnnotations(series.annotations)].join(' '),
    longestName,
  );
  const move = formatMove(series, unit);
  const doubts = series.state === 'undecided' ? `; ${makePlain(reasonOf(series))}` : '';
  return `${name}${tellPlatform(series)}: ${nameMetric(series.metric)} ${formatLevels(series, unit)}${move === '' ? '' : `, ${move}`}${doubts}`;
}
