import { join } from 'node:path';
import type { Execute } from '../../../src/contract/execution.ts';
import { defaultGate } from '../../../src/contract/gate.ts';
import type { Suite, SuiteTest } from '../../../src/contract/suite.ts';
import type { RunPorts, RunRequest } from '../../../src/runner/run-request.ts';
import { runSuite } from '../../../src/runner/run-suite.ts';
import type { SideSetup } from '../../../src/runner/setup/set-up-side.ts';
import { executeLocally } from './execute-locally.ts';
export { makeTest } from './make-test.ts';
import { cleanEnvironment, type TestRepository, makeFolder } from './make-repository.ts';

export function makeSuite(
  repository: TestRepository,
  tests: readonly SuiteTest[],
  more: Partial<Suite> = {},
): Suite {
  repository.write('perigee.yml', 'version: 1\n');
  return {
    name: 'suite',
    file: join(repository.root, 'perigee.yml'),
    setup: [],
    setupTimeoutMs: 300_000,
    repeats: 2,
    maxRepeats: 2,
    outliersPerFive: 1,
    warmup: 0,
    builds: 1,
    services: [],
    tests,
    host: {},
    shards: { pins: new Map() },
    thresholds: [],
    gate: defaultGate,
    ...more,
  };
}

/** A request to compare the working tree with where it branched; nothing is undecided. */
export function makeRequest(
  repository: TestRepository,
  tests: readonly SuiteTest[],
  more: { suite?: Partial<Suite>; ports?: Partial<RunPorts> } & Partial<
    Omit<RunRequest, 'suite' | 'ports'>
  > = {},
): RunRequest {
  const { suite, ports, ...rest } = more;
  const execute: Execute = executeLocally;
  return {
    suite: makeSuite(repository, tests, suite),
    tests,
    repository: repository.root,
    sides: { before: { kind: 'where-it-branched' }, after: { kind: 'working-tree' } },
    home: '/home/of/perigee',
    environment: cleanEnvironment,
    seed: 7,
    ...rest,
    ports: { execute, lookAt: () => ({ hinted: [], open: [] }), ...ports },
  };
}

/** Runs what `makeRequest` asks for. */
export const runTests = (...asked: Parameters<typeof makeRequest>) =>
  runSuite(makeRequest(...asked));

/** The setup of a side in a folder of its own. */
export function makeSetup(commands: string[][], more: Partial<SideSetup> = {}): SideSetup {
  const directory = makeFolder();
  return {
    side: 'after',
    label: 'working tree',
    directory,
    commands,
    timeoutMs: 300_000,
    environment: cleanEnvironment,
    logFile: join(directory, 'logs/setup.log'),
    signal: undefined,
    onCommand: () => undefined,
    ...more,
  };
}
