import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Suite } from '../../src/contract/suite.ts';
import { exitCode } from '../../src/contract/user-error.ts';
import { judgeRecords } from '../../src/pipeline/judge-records.ts';
import { measureShard } from '../../src/pipeline/measure-shard.ts';
import { renderSummary } from '../../src/report/summary/render-summary.ts';
import { loadSuite } from '../../src/suite/load-suite.ts';
import { planShard } from '../../src/suite/shards/plan-shard.ts';
import { root } from '../profile/execute-here.ts';
import { cleanEnvironment, makeRepository } from '../runner/stage/make-repository.ts';

const config = `version: 1
suite: sync
setup:
  - [touch, built]
repeats: 3
maxRepeats: 10
warmup: 1
tests:
  - name: upload
    command: [cat, built]
  - name: download
    command: [cat, built]
`;

interface Tip {
  suite: Suite;
  /** Shard by test. */
  pins: ReadonlyMap<string, number>;
  commit: string;
}

/** One of two shards, with the real collector. */
function measureTip(repository: { root: string }, { suite, pins, commit }: Tip, index: number) {
  return measureShard({
    suite,
    planned: planShard(suite.tests, { pins }, { index, total: 2 }),
    repository: repository.root,
    sides: { before: { kind: 'none' }, after: { kind: 'commit', commit, label: 'main' } },
    home: root,
    environment: cleanEnvironment,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    onLook: () => {
      throw new Error('nothing is compared, so there is nothing to look at');
    },
  });
}

test('two shards measure the tip alone with the real collector, and together they are neither green nor red', async () => {
  const repository = makeRepository({ 'work.txt': 'old' });
  repository.write('perigee.yml', config);
  const commit = repository.commit('with a suite');
  const suite = await loadSuite(join(repository.root, 'perigee.yml'));
  const pins = new Map([
    ['upload', 0],
    ['download', 1],
  ]);
  const measure = (index: number) => measureTip(repository, { suite, pins, commit }, index);
  const records = [await measure(0), await measure(1)];
  for (const record of records) {
    const logs = readdirSync(join(repository.root, '.perigee/runs', record.id, 'logs'));
    expect(logs).toContain('setup-after.log');
    expect(record.profiles.map(({ side, outcome }) => `${side} ${outcome.status}`)).toEqual(
      Array<string>(3).fill('after passed'),
    );
  }

  const judged = judgeRecords(records, { suite, expected: { after: commit, isAlone: true } });
  expect(judged.exitCode).toBe(exitCode.undecided);
  const { verdict } = judged;
  expect(verdict.build).toMatchObject({ sides: ['after'], after: { commit } });
  expect(new Set(verdict.series.map(({ state }) => state))).toEqual(new Set(['no-baseline']));
  const latency = verdict.series.filter(({ metric }) => metric === 'latency');
  expect(latency.map((one) => one.after.values.length)).toEqual([3, 3]);
  const summary = renderSummary(verdict);
  expect(summary).toContain('Measured alone: there is nothing to compare');
  expect(summary).not.toMatch(/→|nothing regressed|False-alarm/i);
});

test('a test that init made up is told in the record of its own shard', async () => {
  const repository = makeRepository({ 'work.txt': 'old' });
  const mine = '  - { name: mine, command: [cat, work.txt] }\n';
  const made = '  - { name: replace me, command: [sleep, "0.2"] }\n';
  const text = `version: 1\nsuite: sync\nrepeats: 1\nwarmup: 0\ntests:\n${mine}${made}`;
  repository.write('perigee.yml', text);
  const commit = repository.commit('with a suite');
  const suite = await loadSuite(join(repository.root, 'perigee.yml'));
  const pins = new Map([
    ['mine', 0],
    ['replace me', 1],
  ]);
  const measure = (index: number) => measureTip(repository, { suite, pins, commit }, index);
  const told = async (index: number) =>
    (await measure(index)).problems.filter(({ code }) => code === 'placeholder-test');
  expect(await told(0)).toEqual([]);
  expect(await told(1)).toMatchObject([{ test: 'replace me' }]);
});
