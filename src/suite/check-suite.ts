import type { Config, CreepBudget, Limit, Service, Shards, Test } from '../contract/documents.ts';
import { parsePercentage } from '../contract/units.ts';
import { checkCommand } from './check-command.ts';
import { checkDuration, measuringTimes, timeouts } from './check-duration.ts';
import { checkEnvironment } from './check-environment.ts';
import { checkGate } from './check-gate.ts';
import { checkLimit, checkMetric } from './check-limit.ts';
import { checkMetrics } from './check-metrics.ts';
import { createReachCheck } from './check-reach.ts';
import { checkPlatforms } from './check-platforms.ts';
import { checkRenames } from './check-renames.ts';
import { checkRule, checkSameMatches } from './check-rules.ts';
import { checkTest, checkTestNames } from './check-tests.ts';
import { type KnownMetrics, listKnownMetrics } from './known-metrics.ts';
import { suggestName } from './nearest-name.ts';
import { childPointer, type IsSound, type SuiteProblem } from './places.ts';
import { defaultRepeats } from './resolve-suite.ts';
import { formatOneOf, formatText } from './format-value.ts';

/** Enough for a person; more would cost time and be cut off anyway. */
const mostProblems = 100;

/** Checks a suite beyond what its schema can say. Values that the schema refuses are passed over. */
export function checkSuite(config: Partial<Config>, isSound: IsSound): SuiteProblem[] {
  const commands = soundItems(config.setup, '/setup', isSound);
  const tests = soundItems(config.tests, '/tests', isSound);
  const services = soundItems(config.services, '/services', isSound);
  const names = tests.map(({ item, pointer }) => ({ name: item.name, pointer }));
  const known = listKnownMetrics(config, isSound);
  return [
    ...commands.flatMap(({ item, pointer }) => checkCommand(item, pointer)),
    ...(isSound('/setupTimeout')
      ? checkDuration(config.setupTimeout, timeouts, '/setupTimeout')
      : []),
    ...(isSound('/environment') ? checkEnvironment(config.environment, '/environment') : []),
    ...checkRepeats(config, isSound),
    ...(isSound('/time') ? checkDuration(config.time, measuringTimes, '/time') : []),
    ...checkTestNames(names),
    ...checkServiceNames(services),
    ...services.flatMap(({ item, pointer }) => checkService(item, pointer)),
    ...tests.flatMap(({ item, pointer }) => checkTest(item, pointer)),
    ...checkRenames(tests),
    ...checkMetrics(config, isSound),
    ...checkShards(config, isSound),
    ...checkDefaults(config, isSound, known),
    ...checkRules(config, isSound, known),
    ...checkBudget(config.budget, isSound),
    ...checkGate(config.gate, isSound),
  ];
}

interface Found<T> {
  item: T;
  pointer: string;
}

function soundItems<T>(list: readonly T[] | undefined, pointer: string, isSound: IsSound) {
  if (!Array.isArray(list)) return [];
  const found = (list as readonly T[]).map((item, i): Found<T> => {
    return { item, pointer: childPointer(pointer, i) };
  });
  return found.filter((entry) => isSound(entry.pointer));
}

function checkRepeats(config: Partial<Config>, isSound: IsSound): SuiteProblem[] {
  if (!isSound('/repeats') || !isSound('/maxRepeats')) return [];
  const { repeats = defaultRepeats, maxRepeats = repeats } = config;
  if (maxRepeats >= repeats) return checkBuilds(config, repeats, isSound);
  return [
    {
      at: '/maxRepeats',
      seen: `at most ${maxRepeats} repeats, but ${repeats} to begin with`,
      expected: `maxRepeats to be ${repeats} or more`,
    },
  ];
}

/** A build without a run at the first look would say nothing. */
function checkBuilds(
  { builds = 1 }: Partial<Config>,
  repeats: number,
  isSound: IsSound,
): SuiteProblem[] {
  if (!isSound('/builds') || builds <= repeats) return [];
  return [
    {
      at: '/builds',
      seen: `${builds} builds of each side, but ${repeats} repeats to begin with`,
      expected: 'a repeat in each build',
      remedy: `set repeats to ${builds} or more, or ask for fewer builds`,
    },
  ];
}

function checkShards(config: Partial<Config>, isSound: IsSound): SuiteProblem[] {
  if (config.shards === undefined || !isSound('/shards')) return [];
  const names = namesAreKnown(config.tests, isSound)
    ? config.tests.map(({ name }) => name)
    : undefined;
  const problems = [...checkPlatforms(config.shards.platforms), ...checkPins(config.shards, names)];
  return problems.slice(0, mostProblems);
}

function checkDefaults(
  config: Partial<Config>,
  isSound: IsSound,
  known: KnownMetrics,
): SuiteProblem[] {
  const defaults: unknown = config.thresholds?.defaults;
  if (typeof defaults !== 'object' || defaults === null) return [];
  return Object.entries(defaults as Record<string, Limit>).flatMap(([metric, limit]) => {
    const pointer = childPointer('/thresholds/defaults', metric);
    if (!isSound(pointer)) return [];
    const unknown = checkMetric(metric, { key: pointer }, known);
    return unknown ? [unknown] : checkLimit(limit, metric, pointer, known);
  });
}

function checkRules(
  config: Partial<Config>,
  isSound: IsSound,
  metrics: KnownMetrics,
): SuiteProblem[] {
  const list = soundItems(config.thresholds?.rules, '/thresholds/rules', isSound);
  const rules = list.map(({ item, pointer }) => ({ rule: item, pointer }));
  const problems = checkSameMatches(rules);
  const known = namesAreKnown(config.tests, isSound) ? config.tests : undefined;
  const checkReach = known && createReachCheck(known);
  for (const { rule, pointer } of rules) {
    if (problems.length > mostProblems) break;
    problems.push(...checkRule(rule, pointer, metrics));
    const unreached = checkReach?.(rule.match, pointer);
    if (unreached !== undefined) problems.push(unreached);
  }
  return problems;
}

/** With a name or a tag unread, "no test has this name" could be untrue. */
function namesAreKnown(
  tests: Config['tests'] | undefined,
  isSound: IsSound,
): tests is Config['tests'] {
  if (!Array.isArray(tests)) return false;
  return tests.every((test: Partial<Test> | null, i) => {
    return typeof test?.name === 'string' && isSound(childPointer('/tests', i) + '/tags');
  });
}

/**
 * Pins that hold nothing in place: of a test that is not there, or to a shard that is not there.
 * @param names of all tests; absent where they cannot be read
 */
function checkPins(
  { total, pins = {} }: Shards,
  names: readonly string[] | undefined,
): SuiteProblem[] {
  const known = names && new Set(names);
  const expected = names && formatOneOf(names.map(formatText), 10);
  return Object.entries(pins).flatMap(([name, number]) => {
    const pointer = childPointer('/shards/pins', name);
    const problems: SuiteProblem[] = [];
    if (names !== undefined && expected !== undefined && known?.has(name) === false) {
      problems.push({
        at: { key: pointer },
        seen: `a pin of ${formatText(name)}, which no test is named`,
        expected,
        remedy: (effort) => suggestName(name, names, 'remove the pin', effort),
      });
    }
    if (total !== undefined && number > total) {
      problems.push({
        at: pointer,
        seen: `a pin to shard ${number} of ${total}`,
        expected: `a shard from 1 to ${total}`,
        remedy: 'change the pin or the total',
      });
    }
    return problems;
  });
}

/** Checks one service beyond what the schema says. */
function checkService({ command, ready, readyTimeout }: Service, pointer: string): SuiteProblem[] {
  return [
    ...(command === undefined ? [] : checkCommand(command, `${pointer}/command`)),
    ...(ready === undefined ? [] : checkCommand(ready, `${pointer}/ready`)),
    ...checkDuration(readyTimeout, timeouts, `${pointer}/readyTimeout`),
  ];
}

/** Problems and logs name a service by its name alone. */
function checkServiceNames(
  services: readonly { item: { name: string }; pointer: string }[],
): SuiteProblem[] {
  const names = new Set<string>();
  return services.flatMap(({ item, pointer }) => {
    if (!names.has(item.name)) {
      names.add(item.name);
      return [];
    }
    const at = `${pointer}/name`;
    return [{ at, seen: 'a second service of this name', remedy: 'rename one of the two' }];
  });
}

const largest = 10;

/**
 * Checks the section `budget` beyond what its schema can say: one that could never be exceeded, or that noise alone
 * exceeds.
 */
function checkBudget(budget: CreepBudget | undefined, isSound: IsSound): SuiteProblem[] {
  if (!(budget instanceof Object)) return [];
  const limits = (['release', 'year'] as const).filter((key) => budget[key] !== undefined);
  const problems = limits.flatMap((key): SuiteProblem[] => {
    const at = `/budget/${key}`;
    const share = parsePercentage(String(budget[key])) ?? Infinity;
    if (!isSound(at) || (share > 0 && share <= largest)) return [];
    const seen = `${formatText(String(budget[key]))} is no budget that changes can use up`;
    return [{ at, seen, expected: 'more than 0%, and at most 1000%' }];
  });
  if (limits.length > 0 || budget.action === undefined) return problems;
  const expected = 'release or year, e.g. release: 5%';
  return [{ at: '/budget', seen: 'a budget without a limit', expected }];
}
