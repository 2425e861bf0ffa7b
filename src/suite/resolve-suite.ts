import { identifyPlatform } from '../contract/platforms.ts';
import { posix } from 'node:path';
import type { Config, Environment, Service, Test, Gate } from '../contract/documents.ts';
import { defaultGate, type GateSettings } from '../contract/gate.ts';
import { readMeaning, type NumberDeclarations } from '../contract/numbers.ts';
import {
  type BudgetSettings,
  goTestFile,
  type ServiceReference,
  type Suite,
  type SuiteShards,
  type SuiteTest,
  type ThresholdRule,
  usualTimeNs,
} from '../contract/suite.ts';
import { parseDurationNs, parsePercentage } from '../contract/units.ts';
import { listNames } from './check-renames.ts';
import { everyCase } from './every-case.ts';
import { childPointer, type Places, type Spot } from './places.ts';
import { readShare, resolveLimit, resolveThresholds } from './resolve-thresholds.ts';

export const defaultRepeats = 5;
export const defaultMaxRepeats = 100;
const defaultSetupTimeout = '10m';
const defaultTimeout = '5m';
const defaultReadyTimeout = '30s';

/** How values stand in the text of the file, by their pointers. */
export interface WrittenSuite {
  /** `perigee.yml:31:5` */
  whereOf(this: void, spot: Spot): string;
  places: Places;
}

/**
 * Fills in defaults and resolves units. The config has passed every check.
 * @param sharedRules rules of the file that several suites share
 */
export function resolveSuite(
  config: Config,
  file: string,
  written: WrittenSuite,
  sharedRules: readonly ThresholdRule[] = [],
): Suite {
  const repeats = config.repeats ?? defaultRepeats;
  const shared = resolveEnvironment(config.environment, '/environment', written);
  return {
    name: config.suite,
    file,
    setup: config.setup ?? [],
    setupTimeoutMs: durationMs(config.setupTimeout ?? defaultSetupTimeout),
    ...(config.samePath === true ? { samePath: true as const } : {}),
    repeats,
    maxRepeats: config.maxRepeats ?? Math.max(defaultMaxRepeats, repeats),
    ...resolveTime(config),
    outliersPerFive: config.outliersPerFive === 0 ? 0 : 1,
    warmup: config.warmup ?? 1,
    builds: config.builds ?? 1,
    services: (config.services ?? []).map(resolveService),
    tests: config.tests.map((test, i) =>
      resolveTest(
        { ...(config.measure && { measure: config.measure }), ...test },
        childPointer('/tests', i),
        shared,
        written,
      ),
    ),
    ...(config.metrics === undefined ? {} : { numbers: resolveNumbers(config.metrics) }),
    host: config.host ?? {},
    shards: resolveShards(config),
    thresholds: [
      ...sharedRules,
      ...resolveDeclared(config, written),
      ...resolveThresholds(config.thresholds ?? {}, written.whereOf),
    ],
    ...(config.budget === undefined ? {} : { budget: resolveBudget(config.budget) }),
    gate: resolveGate(config.gate),
  };
}

/** With `maxRepeats` alone, the user has said how much is measured. */
function resolveTime({ maxRepeats, time }: Config): Pick<Suite, 'timeNs' | 'isUsualTime'> {
  if (time !== undefined) return { timeNs: parseDurationNs(time) ?? 0 };
  return maxRepeats === undefined ? { timeNs: usualTimeNs.command, isUsualTime: true } : {};
}

/** The suite as a job of a CI measures it. */
export function takeTimeOfJob(suite: Suite): Suite {
  return suite.isUsualTime === true ? { ...suite, timeNs: usualTimeNs.job } : suite;
}

function resolveBudget({
  release,
  year,
  action = 'warn',
}: NonNullable<Config['budget']>): BudgetSettings {
  return {
    ...(release === undefined ? {} : { release: parsePercentage(release) ?? 0 }),
    ...(year === undefined ? {} : { year: parsePercentage(year) ?? 0 }),
    action,
  };
}

function resolveTest(
  test: Test,
  pointer: string,
  shared: Record<string, string>,
  written: WrittenSuite,
): SuiteTest {
  const own = resolveEnvironment(test.environment, `${pointer}/environment`, written);
  return {
    name: test.name,
    ...resolveRenamed(test),
    where: written.whereOf(pointer),
    ...resolveCommand(test),
    directory: posix.normalize(`${test.directory ?? '.'}/`).replace(/\/$/, ''),
    environment: { ...shared, ...own },
    timeoutMs: durationMs(test.timeout ?? defaultTimeout),
    ...(test.timeout !== undefined && {
      timeoutWhere: written.whereOf({ key: `${pointer}/timeout` }),
    }),
    tags: test.tags ?? [],
    ...(test.affected === 'always' && { affected: 'always' }),
    ...(test.code !== undefined && { code: test.code }),
    when: test.when ?? 'commit',
    ...(test.measure && { measure: test.measure }),
  };
}

function resolveRenamed({ spans, was }: Test): Pick<SuiteTest, 'renamed'> {
  if (was === undefined && spans === undefined) return {};
  const renamed = Object.entries(spans ?? {}).map(([name, of]): [string, string[]] => [
    name,
    listNames(of.was),
  ]);
  return {
    renamed: {
      ...(was === undefined ? {} : { was: listNames(was) }),
      ...(renamed.length === 0 ? {} : { spans: Object.fromEntries(renamed) }),
    },
  };
}

/** The command of a test, and the place of its own numbers. */
function resolveCommand(test: Test): Pick<SuiteTest, 'command' | 'cases' | 'results'> {
  const { command = [], runner, pattern } = test;
  const results = test.results && { format: 'auto', ...test.results };
  if (runner === undefined) return { command, ...(results && { results }) };
  const cases = { runner, pattern: pattern ?? everyCase(runner) };
  const own = runner === 'go' ? { file: goTestFile, format: 'go-test' } : results;
  return { command: [runner, cases.pattern], cases, ...(own && { results: own }) };
}

/** As written: `1.10` must not reach a test as the number 1.1. */
function resolveEnvironment(
  environment: Environment | undefined,
  pointer: string,
  { places }: WrittenSuite,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment ?? {}).map(([name, value]) => {
      const written = places.get(childPointer(pointer, name))?.source;
      return [name, typeof value === 'string' ? value : (written ?? String(value))];
    }),
  );
}

function resolveService(service: Service): ServiceReference {
  const { name, pid, pidFile, cgroup, command, ready, readyTimeout } = service;
  if (command !== undefined) {
    const readyTimeoutMs = durationMs(readyTimeout ?? defaultReadyTimeout);
    return { name, command, ...(ready && { ready }), readyTimeoutMs };
  }
  if (pid !== undefined) return { name, pid };
  if (pidFile !== undefined) return { name, pidFile };
  return { name, cgroup: cgroup ?? '' };
}

function resolveNumbers(metrics: NonNullable<Config['metrics']>): NumberDeclarations {
  return new Map(
    Object.entries(metrics).map(([name, { unit, direction, fold }]) => [
      name,
      { ...readMeaning(unit, direction), ...(fold !== undefined && { fold }) },
    ]),
  );
}

/** The file counts shards from 1, as people do; documents count from 0. */
function resolveShards({ shards = {} }: Config): SuiteShards {
  const { platforms, total, pins = {} } = shards;
  const indexes = Object.entries(pins).map(([name, number]) => [name, number - 1] as const);
  const pinned = { pins: new Map(indexes) };
  if (platforms !== undefined) {
    return {
      total: (total ?? 1) * platforms.length,
      platforms: platforms.map(identifyPlatform),
      ...pinned,
    };
  }
  return { ...(total !== undefined && { total }), ...pinned };
}

/** A limit of a distribution is for all of its metrics. */
function resolveDeclared({ metrics = {} }: Config, written: WrittenSuite): ThresholdRule[] {
  return Object.entries(metrics).flatMap(([name, { worse, ...declared }]) => {
    if (worse === undefined) return [];
    const rule = {
      where: written.whereOf({ key: childPointer('/metrics', name) }),
      ...({ isDefault: true, isDeclared: true } as const),
      ...resolveLimit({ ...declared, worse }),
    };
    const { fold } = declared;
    return [
      ...(fold === 'distribution' ? [] : [{ ...rule, match: { metric: name } }]),
      ...(fold === undefined || fold === 'distribution'
        ? [{ ...rule, match: { metric: `${name}.*` } }]
        : []),
    ];
  });
}

function durationMs(text: string): number {
  return (parseDurationNs(text) ?? 0) / 1e6;
}

/** Fills in the defaults of the section `gate`, which has passed every check. */
function resolveGate({ runWithin, whenNotSeen = 'pass', ...rest }: Gate = {}): GateSettings {
  const waitNs = runWithin === undefined ? undefined : parseDurationNs(runWithin);
  return {
    ...defaultGate,
    ...rest,
    whenNotSeen: resolveNotSeen(whenNotSeen),
    ...(waitNs === undefined ? {} : { runWithinMs: waitNs / 1e6 }),
  };
}

function resolveNotSeen(setting: NonNullable<Gate['whenNotSeen']>): GateSettings['whenNotSeen'] {
  if (setting === 'pass') return {};
  if (typeof setting === 'string') return { [setting]: 0 };
  const { note, block } = setting;
  return {
    ...(note !== undefined && { note: readShare(note) }),
    ...(block !== undefined && { block: readShare(block) }),
  };
}
