import { labelTest, placeOfTest } from '../contract/platforms.ts';
import type { SeriesVerdict, TestOutcome, Verdict } from '../contract/documents.ts';
import { wholeTestSpan } from '../contract/execution.ts';
import { isNotSeen, sayMissed } from '../contract/missed-change.ts';
import { isUnaffected } from '../contract/unaffected-tests.ts';
import { formatEvidence } from './explain-series.ts';
import { canBlock, isBroken } from './findings.ts';
import {
  formatHeadline,
  formatOutcome,
  listLastLines,
  placeProblem,
  splitProblem,
} from './format-build.ts';
import { escapeHtml } from './html-text.ts';
import { orderProblems } from './order-problems.ts';
import { cutPlain } from './plain-text.ts';
import { writePlain } from './print-terminal.ts';
import { listBlocks, listGrown } from './render-explanations.ts';
import {
  describeChange,
  formatAllowed,
  formatMove,
  indexMetrics,
  nameMetric,
  nameSlice,
  shownMetric,
  unitOf,
  type MetricsByName,
} from './series-words.ts';

/** The ending that CI systems show for a case. `failure` and `error` fail it. */
interface Ending {
  kind: 'failure' | 'error' | 'skipped';
  /** For machines: `regressed`, `failed`. */
  type: string;
  message: string;
}

const mostLines = 100;
const longestLine = 500;
const mostUnseen = 10;

/**
 * JUnit's XML, which GitLab, Jenkins and others show beside the tests of a build: a case for the verdict as a whole
 * and one for each test. A regression that blocks is a failure of its test, what is undecided is skipped, and a test
 * that passes says which of its series could hide more than is allowed.
 */
export function renderJunit(verdict: Verdict): string {
  const metrics = indexMetrics(verdict.metrics);
  const labels = new Set(verdict.tests.map(labelTest));
  const byTest = Map.groupBy(verdict.series, (one) => placeOfTest(labels, one));
  const tests = verdict.tests.map((test) => {
    const label = labelTest(test);
    const series = byTest.get(label) ?? [];
    const { ending, lines } = judgeTest(test, series, verdict, metrics);
    return renderCase(label, findSeconds(series), ending, lines);
  });
  const isTold = tests.some(({ ending }) => ending?.kind === 'failure');
  const whole = renderCase('verdict', undefined, endBuild(verdict, isTold), [
    ...(verdict.conclusion === 'passed' ? [formatHeadline(verdict)] : []),
    ...listProblemLines(verdict),
  ]);
  const cases = [whole, ...tests];
  const name = escapeXml(verdict.build.suite);
  const count = (kind: Ending['kind']): number =>
    cases.filter(({ ending }) => ending?.kind === kind).length;
  const totals = `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`;
  const body = cases.map(({ text }) => text(name)).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="perigee" ${totals}>\n<testsuite name="${name}" ${totals}>\n${body}<system-out>${escapeXml(formatHeadline(verdict))}</system-out>\n</testsuite>\n</testsuites>\n`;
}

/** @param isTold whether the case of a test fails: a regression is one failure */
function endBuild(verdict: Verdict, isTold: boolean): Ending | undefined {
  const { conclusion } = verdict;
  if (conclusion === 'passed') return undefined;
  const regressed = isTold ? 'skipped' : 'failure';
  const kind =
    conclusion === 'regressed' ? regressed : conclusion === 'undecided' ? 'skipped' : 'error';
  return { kind, type: conclusion, message: formatHeadline(verdict) };
}

function listProblemLines({ problems }: Verdict): string[] {
  return orderProblems(problems).map((problem) => {
    const place = placeProblem(problem);
    return `${place === '' ? '' : `${place}: `}${splitProblem(problem).sentence} (${problem.code})`;
  });
}

function judgeTest(
  test: TestOutcome,
  series: readonly SeriesVerdict[],
  { conclusion, explanations = [], problems }: Verdict,
  metrics: MetricsByName,
): { ending: Ending | undefined; lines: string[] } {
  const formatSeries = (one: SeriesVerdict): string =>
    `${nameSlice(one)}${describeChange(one, unitOf(one.metric, metrics))}`;
  const explain = (one: SeriesVerdict): string =>
    [`${nameState(one)}${formatSeries(one)}`, ...formatEvidence(one)].join('. ');
  const told = series.filter(({ state }) => state !== 'not-regressed' && state !== 'no-baseline');
  const lines = told.map(explain);
  const regressed = told.filter(({ blocking, state }) => state === 'regressed' && blocking);
  const [worst] = regressed;
  if (conclusion === 'regressed' && isBroken(test)) {
    const quoted = listLastLines(problems, labelTest(test));
    const ending: Ending = { kind: 'failure', type: 'failed', message: formatOutcome(test) };
    return { ending, lines: [...quoted, ...lines] };
  }
  if (worst !== undefined) {
    const more = regressed.length > 1 ? `, and ${regressed.length - 1} more` : '';
    const own = explanations.filter(
      (one) => one.test === test.name && (one.platform ?? test.platform) === test.platform,
    );
    const where = own.flatMap((one) => [...listGrown(one).map(writePlain), ...listBlocks(one)]);
    const [first] = where.map((line) => `. Where: ${line}`);
    const message = `${formatSeries(worst)}${more}${first ?? ''}`;
    return {
      ending: { kind: 'failure', type: 'regressed', message },
      lines: [...where.map((line) => `Where: ${line}`), ...lines],
    };
  }
  if (isUnaffected(test)) {
    const message = 'left out, since the change touches nothing that it reads';
    return { ending: { kind: 'skipped', type: 'left-out', message }, lines };
  }
  const open = told.find((one) => one.state === 'undecided' && canBlock(one));
  if (open === undefined) {
    return { ending: undefined, lines: [...listUnseen(series, metrics), ...lines] };
  }
  return {
    ending: { kind: 'skipped', type: 'undecided', message: `undecided: ${formatSeries(open)}` },
    lines,
  };
}

/** `time of b › sort: +1.2% (-9% to 12%), where +3% is allowed; a change under 13% could have been missed` */
function listUnseen(series: readonly SeriesVerdict[], metrics: MetricsByName): string[] {
  const unseen = series.filter(isNotSeen);
  const left = unseen.length - mostUnseen;
  const lines = unseen.slice(0, mostUnseen).map((one) => {
    const metric = shownMetric(one, metrics);
    const { smallestVisible } = one.evidence;
    return `${nameMetric(one.metric)} of ${nameSlice(one)}: ${formatMove(one, metric.unit)}, where ${formatAllowed(one, metric)} is allowed${smallestVisible === undefined ? '' : `; ${sayMissed(smallestVisible)}`}`;
  });
  return left > 0 ? [...lines, `… and ${left} more series`] : lines;
}

/** It stands among those that make the test fail. */
function nameState({ blocking, state }: SeriesVerdict): string {
  if (state !== 'regressed') return `${state}: `;
  return blocking ? '' : 'warning: ';
}

/** How long the test takes after the change; undefined where it was not measured. */
function findSeconds(series: readonly SeriesVerdict[]): number | undefined {
  const whole = series.find(({ metric, span }) => metric === 'latency' && span === wholeTestSpan);
  return whole?.after.location === undefined ? undefined : whole.after.location / 1e9;
}

function renderCase(
  name: string,
  seconds: number | undefined,
  ending: Ending | undefined,
  lines: readonly string[],
): { ending: Ending | undefined; text: (suite: string) => string } {
  const shown = lines.slice(0, mostLines).map((line) => `${escapeXml(line)}\n`);
  const left = lines.length - shown.length;
  const body = `${shown.join('')}${left > 0 ? `… and ${left} more\n` : ''}`;
  const time = seconds === undefined ? '' : ` time="${seconds.toFixed(6)}"`;
  const inner =
    ending === undefined
      ? body === ''
        ? ''
        : `<system-out>${body}</system-out>`
      : `<${ending.kind} type="${ending.type}" message="${escapeXml(ending.message)}">${body}</${ending.kind}>`;
  return {
    ending,
    text: (suite) =>
      `<testcase classname="${suite}" name="${escapeXml(name)}"${time}>${inner}</testcase>\n`,
  };
}

/** XML 1.0 has no place for the two noncharacters at the end of a plane. */
function escapeXml(text: string): string {
  return escapeHtml(cutPlain(text, longestLine)).replace(/[\ufffe\uffff]/g, '\ufffd');
}
