import { cutText } from '../../contract/cut-text.ts';
import type { Settled } from '../rule/subject.ts';
import type { FunctionsOfTest, MovedFunction, SeriesVerdict } from '../../contract/documents.ts';
import { compiledCode, wholeTestSpan } from '../../contract/execution.ts';
import { countedMetric } from '../../contract/metrics.ts';
import { spanKey } from '../../contract/series-key.ts';
import { reasonOf } from '../../contract/series-reason.ts';
import { compareCounts } from '../rule/settle-counts.ts';
import { describeAllowed, describeBetter } from './describe-threshold.ts';
import { formatChangeInWords, formatShareOf } from './format-change.ts';

const longestName = 60;
/** The limit of the schema. */
const longestReason = 500;

/** Sources of differences between the counts of two runs, by the words in the names of functions. */
const sources: readonly (readonly [pattern: RegExp, source: string])[] = [
  [
    /\b(clock|get ?time(ofday)?|(local|gm)?time|date)\b/,
    'it reads the clock: give it a fixed time, or a fixed number of rounds',
  ],
  [
    /\b(re)?hash|\b(s?rand|random|getrandom|sip)\b/,
    'random seeds: set the seed of its hashes or generator',
  ],
  [
    /\b(mutex|pthread|futex|(un)?lock|sched|threads?|spin(lock)?|yield)\b/,
    'threads: let it run in one',
  ],
  [/\b(\w*alloc|free|mmap|gc)\b/, 'memory, whose addresses differ'],
];

/** `pthread_mutexLock` to `pthread mutex lock` */
const splitWords = (name: string): string =>
  name
    .replaceAll(/([a-z])(?=[A-Z])/g, '$1 ')
    .replaceAll(/[^a-z]+/gi, ' ')
    .toLowerCase();

const exact = (count: number): string => Math.round(count).toLocaleString('en-US');

/** Why a series of counts is in its state. */
export function describeCounts({ subject, state, why }: Settled): string {
  const found = compareCounts(subject);
  if (found === undefined) return 'needs two runs of each side that counted';
  const { change, from, to, spread, mostSpread } = found;
  if (why === 'counts-differ') {
    return `runs of one side differ by ${formatShareOf(spread)}, and at most ${formatShareOf(mostSpread)} lets them be compared`;
  }
  const allowed = describeAllowed(subject.threshold, subject.metric, from);
  const same =
    spread === 0
      ? 'the same in every run'
      : `runs of a side differ by ${spread < 1e-4 ? 'less than 0.01%' : formatShareOf(spread)}`;
  const words =
    from === to
      ? `exactly ${exact(from)} on both sides`
      : `${formatChangeInWords(change)} than before: ${exact(to)} instead of ${exact(from)}, ${same}`;
  if (why === 'counts-near') return `${words}; that is too near to the ${allowed} allowed`;
  if (state === 'regressed') return `${words}; ${allowed} is allowed`;
  return state === 'improved'
    ? `${words}; better by more than ${describeBetter(subject.threshold, subject.metric, from)}`
    : `${words}; within the ${allowed} allowed`;
}

/** Adds to each series of counts which functions moved it, and to latency what the counts say. */
export function explainCounts(
  reports: readonly SeriesVerdict[],
  functions: readonly FunctionsOfTest[],
): SeriesVerdict[] {
  const counts = new Map(
    reports.filter(({ metric }) => metric === countedMetric).map((one) => [spanKey(one), one]),
  );
  if (counts.size === 0) return [...reports];
  const counted = [...counts.values()];
  const isAt = (test: string, platform?: string) => (one: SeriesVerdict) =>
    one.test === test && (platform === undefined || one.platform === platform);
  /** Of functions whose platform is not known, those of a test that one platform counted. */
  const findMoved = ({ platform, test }: SeriesVerdict): FunctionsOfTest | undefined => {
    const isAlone = counted.filter(isAt(test)).every(isAt(test, platform));
    return functions.find(
      (one) => one.test === test && (one.platform === platform || (isAlone && !one.platform)),
    );
  };
  // Functions are those of a whole test.
  const isOwn = ({ platform, span, test }: SeriesVerdict): boolean =>
    span === wholeTestSpan || counted.filter(isAt(test, platform)).length === 1;
  return reports.map((report) => {
    const own = counts.get(spanKey(report));
    const isCount = report.metric === countedMetric;
    const moved = isCount ? findMoved(report) : undefined;
    const more = isCount
      ? moved && describeFunctions(report, moved, isOwn(report))
      : own && report.metric === 'latency' && compareWithLatency(report, own);
    if (!more) return report;
    return { ...report, reason: cutText(`${reasonOf(report)}; ${more}`, longestReason) };
  });
}

function compareWithLatency({ state }: SeriesVerdict, counts: SeriesVerdict): string | undefined {
  const { change = 0 } = counts.evidence;
  if (counts.state === 'undecided' || counts.state === 'no-baseline') return undefined;
  if (counts.state === 'regressed') return `it runs ${formatChangeInWords(change)} instructions`;
  if (state === 'regressed') {
    return 'its instructions did not grow: look at memory, waiting, the layout of code, or the machine';
  }
  return state === 'undecided' ? 'its instructions did not grow' : undefined;
}

function describeFunctions(
  { state, evidence: { changeAbsolute = 0 } }: SeriesVerdict,
  { between, blocks = [], functions }: FunctionsOfTest,
  isOwn: boolean,
): string | undefined {
  if (between === 'runs') {
    const [first] = functions;
    if (state !== 'undecided' || first === undefined) return undefined;
    const source = sources.find(([pattern]) =>
      functions.slice(0, 3).some(({ name }) => pattern.test(splitWords(name))),
    );
    return `${isOwn ? '' : 'in the whole test '}most of it in ${quote(first.name)}${source === undefined ? '' : ` (${source[1]})`}`;
  }
  if (state !== 'regressed' && state !== 'improved') return undefined;
  const sign = Math.sign(changeAbsolute);
  const main = functions.find(
    ({ after, before, name }) =>
      Math.sign(after - before) === sign && (isOwn || name !== compiledCode),
  );
  const [block] = state === 'regressed' && isOwn ? blocks : [];
  const told = isOwn
    ? main && describeFunction(main, changeAbsolute)
    : main && `in the whole test ${describeFunction(main, NaN)}`;
  const said = [told, block?.text];
  return said.filter((text) => text !== undefined).join('; ');
}

/**
 * "`parse` +1,204,551 (31% more), 92% of the increase, called 20 times instead of 10, from `load`"
 * @param total of its span; NaN where some of it may lie in other spans
 */
function describeFunction(moved: MovedFunction, total: number): string {
  const { name, before, after, callsBefore, callsAfter, caller } = moved;
  const by = after - before;
  const share = before === 0 ? 'new' : formatChangeInWords(by / before);
  const part = by / total;
  // Its calls and callers say nothing, and its size only beside the whole.
  if (name === compiledCode) {
    const all = part > 1.005 ? 'all' : formatShareOf(Math.round(part * 100) / 100);
    return `${all} of it in code that was compiled at run time`;
  }
  return [
    `${quote(name)} ${by > 0 ? '+' : '−'}${exact(Math.abs(by))} (${share})`,
    ...(part <= 1.005
      ? [
          `${formatShareOf(Math.round(part * 100) / 100)} of the ${by > 0 ? 'increase' : 'decrease'}`,
        ]
      : []),
    ...(callsBefore === callsAfter
      ? []
      : [`called ${exact(callsAfter)} times instead of ${exact(callsBefore)}`]),
    ...(caller === undefined ? [] : [`from ${quote(caller)}`]),
  ].join(', ');
}

function quote(name: string): string {
  return `\`${cutText(name, longestName)}\``;
}
