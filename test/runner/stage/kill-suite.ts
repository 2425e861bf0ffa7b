import { join } from 'node:path';
import { defaultGate } from '../../../src/contract/gate.ts';
import type { Suite } from '../../../src/contract/suite.ts';
import { makeTest } from './make-test.ts';

/** The suite of the runs that are killed: some forty short executions. */
export function describeKillSuite(root: string): Suite {
  const tests = ['a', 'b'].map((name) => makeTest(name, { command: ['sleep', '0.02'] }));
  return {
    name: 'suite',
    file: join(root, 'perigee.yml'),
    setup: [],
    setupTimeoutMs: 300_000,
    repeats: 6,
    maxRepeats: 12,
    outliersPerFive: 1,
    warmup: 1,
    builds: 1,
    services: [],
    tests,
    host: {},
    shards: { pins: new Map() },
    thresholds: [],
    gate: defaultGate,
  };
}
