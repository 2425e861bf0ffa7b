import { builtInMetrics } from '../contract/metrics.ts';
import { matchesName } from '../contract/name-pattern.ts';
import type { Limit } from '../contract/documents.ts';
import type { KnownMetrics } from './known-metrics.ts';
import { suggestName } from './nearest-name.ts';
import type { Spot, SuiteProblem } from './places.ts';
import { readWorse } from './read-worse.ts';
import { formatChoices, formatText, formatValue } from './format-value.ts';

const unitWords = {
  ns: { called: 'time', written: 'a time, e.g. 2ms' },
  bytes: { called: 'bytes', written: 'a number of bytes, e.g. 64kB' },
  count: { called: 'counts', written: 'a bare number, e.g. 100' },
} as const;

/** Checks a metric's name or pattern; undefined when at least one metric fits. */
export function checkMetric(
  pattern: string,
  at: Spot,
  { isOpen, metrics }: KnownMetrics,
): SuiteProblem | undefined {
  const metricNames = metrics.map(({ name }) => name);
  if (isOpen || metricNames.some((name) => matchesName(pattern, name))) return undefined;
  return {
    at,
    seen: pattern.includes('*')
      ? `${formatText(pattern)} matches no metric`
      : `${formatText(pattern)} is not a metric`,
    expected: `one of ${formatChoices(metricNames)}`,
    remedy: (effort) => suggestName(pattern, metricNames, undefined, effort),
  };
}

/**
 * Checks the limit of a rule or a default.
 * @param metric the name or pattern of the metrics it is for; undefined for all of them
 */
export function checkLimit(
  limit: Limit,
  metric: string | undefined,
  pointer: string,
  known: KnownMetrics,
): SuiteProblem[] {
  return [
    ...checkAmount(limit.worse, metric, `${pointer}/worse`, known),
    ...(limit.better === undefined
      ? []
      : [
          ...checkAmount(limit.better, metric, `${pointer}/better`, known),
          ...checkShare(limit.better, metric, `${pointer}/better`, known),
        ]),
    ...checkMute(limit, `${pointer}/until`),
  ];
}

function checkAmount(
  amount: Limit['worse'],
  metric: string | undefined,
  pointer: string,
  { metrics }: KnownMetrics,
): SuiteProblem[] {
  const { relative, absolute } = readWorse(amount);
  const problems: SuiteProblem[] = [];
  const parts = typeof amount === 'object' ? 2 : 1;
  if (Number(relative !== undefined) + Number(absolute !== undefined) < parts) {
    problems.push({
      at: `${pointer}/${relative === undefined ? 'relative' : 'absolute'}`,
      seen: `${formatValue(amount)} holds a number without bounds`,
      expected: 'a number that a series can reach',
    });
  }
  if (relative === 0 || absolute?.value === 0) {
    problems.push({
      at: `${pointer}/${relative === 0 ? 'relative' : 'absolute'}`,
      seen: `a threshold of ${relative === 0 ? '0%' : 'nothing'}: every measurement differs by some noise`,
      expected: 'more than 0, e.g. 1%',
      remedy: 'for exact counts write the least step that matters, e.g. worse: 1',
    });
  }
  if (absolute === undefined) return problems;
  // Beside a share, a fraction only says that every one more counts.
  const isFraction = absolute.unit === 'count' && absolute.value > 0 && absolute.value < 1;
  if (isFraction && relative === undefined) {
    const counts = metrics.filter(
      ({ name }) => isWholeCount(name) && metric !== undefined && matchesName(metric, name),
    );
    if (counts.length > 0) problems.push(fraction(`${pointer}/absolute`, absolute.value, counts));
  }
  if (metric === undefined) {
    problems.push({
      at: `${pointer}/absolute`,
      seen: `a threshold in ${unitWords[absolute.unit].called} for all metrics, which have different units`,
      expected: 'a percentage, or a match with the metric that it is for',
      remedy: 'add "metric" to "match"',
    });
    return problems;
  }
  const others = metrics.filter(
    ({ name, unit }) => matchesName(metric, name) && unit !== absolute.unit,
  );
  if (others.length > 0) problems.push(wrongUnit(`${pointer}/absolute`, absolute.unit, others));
  return problems;
}

/** A decrease cannot be the whole value. */
function checkShare(
  better: NonNullable<Limit['better']>,
  metric = '*',
  pointer: string,
  { metrics }: KnownMetrics,
): SuiteProblem[] {
  const { relative = 0 } = readWorse(better);
  const falls = metrics.some(
    ({ direction, name }) => direction === 'lower' && matchesName(metric, name),
  );
  if (relative < 1 || !falls) return [];
  return [
    {
      at: `${pointer}/relative`,
      seen: 'an improvement of 100% or more leaves nothing to measure',
      expected: 'less than 100% of the value before, e.g. 30%',
    },
  ];
}

/** Perigee's own counts are whole; a declared number may be a ratio. */
const isWholeCount = (name: string): boolean =>
  builtInMetrics.some((one) => one.name === name && one.unit === 'count');

function fraction(at: string, value: number, counts: KnownMetrics['metrics']): SuiteProblem {
  const names = formatChoices(counts.map(({ name }) => name)).replace(/ or (?=[^ ]+$)/, ' and ');
  return {
    at,
    seen: `a threshold of ${value}, but ${names} ${counts.length === 1 ? 'is a whole number' : 'are whole numbers'}`,
    expected: 'a percentage, or at least 1',
    remedy: `write ${Number((100 * value).toPrecision(6))}% if a share is meant, or 1 if every one more counts`,
  };
}

function wrongUnit(
  at: string,
  unit: keyof typeof unitWords,
  others: KnownMetrics['metrics'],
): SuiteProblem {
  const names = formatChoices(others.map(({ name }) => name)).replace(/ or (?=[^ ]+$)/, ' and ');
  const needed = others[0]?.unit ?? unit;
  return {
    at,
    seen: `a threshold in ${unitWords[unit].called}, but ${names} ${others.length === 1 ? 'is' : 'are'} measured in ${unitWords[needed].called}`,
    expected: `a percentage, e.g. 5%, or ${unitWords[needed].written}`,
  };
}

function checkMute({ until, action }: Limit, at: string): SuiteProblem[] {
  if (until === undefined) return [];
  const date = new Date(`${until}T00:00:00Z`);
  // 31 June is read as 1 July.
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== until) {
    return [{ at, seen: `there is no day ${until}`, expected: 'a date, e.g. 2026-12-31' }];
  }
  if (action !== 'warn') return [];
  return [
    {
      at,
      seen: '"until" mutes a rule that only warns anyway',
      expected: '"until" on a rule that blocks',
      remedy: 'remove "action: warn" to block after that day, or remove "until"',
    },
  ];
}
