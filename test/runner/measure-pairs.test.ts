import { expect, test } from 'vitest';
import type { Execute } from '../../src/contract/execution.ts';
import { runSuite } from '../../src/runner/run-suite.ts';
import { describe } from './stage/execute-locally.ts';
import { makeRepository } from './stage/make-repository.ts';
import { makeRequest, makeTest } from './stage/make-request.ts';

test('canaries are measured right before each execution, the same on both sides of a pair', async () => {
  const repository = makeRepository();
  const events: string[] = [];
  const canaries = {
    measure: (names: readonly string[]) => {
      events.push('canaries');
      return Promise.resolve(Object.fromEntries(names.map((name) => [name, 1e6])));
    },
    warmUp: () => Promise.resolve(),
    close: () => undefined,
  };
  const execute: Execute = () => {
    events.push('test');
    return Promise.resolve(describe({ status: 'passed' }, '2026-11-21T06:00:00Z', 1e6));
  };
  const { profiles } = await runSuite(
    makeRequest(repository, [makeTest('a')], { ports: { execute, canaries } }),
  );
  expect(events).toEqual([
    'canaries',
    'test',
    'canaries',
    'test',
    'canaries',
    'test',
    'canaries',
    'test',
  ]);
  for (const pair of Map.groupBy(profiles, ({ repeat }) => repeat).values()) {
    const [one, other] = pair.map(({ canaries: read }) => Object.keys(read ?? {}));
    expect(one?.length).toBeGreaterThan(0);
    expect(other).toEqual(one);
  }
});
