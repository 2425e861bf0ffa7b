import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { openInfluxReader } from '../../src/series/influx/open-influx-reader.ts';
import { measurement } from '../../src/series/influx/names.ts';
import type { InfluxVersion } from '../servers/influx/influx-programs.ts';
import { prepareInflux } from '../series/influx/influx-contract.ts';
import { makeBuild, makePoint } from '../series/make-build.ts';
import { oddNames } from '../series/store-contract.ts';
import { drawHistory } from '../../dashboards/demo/draw-history.ts';
import { askInflux } from './ask-influx.ts';
import { choice } from './world.ts';
import { listFailedControls, nightAt } from './control-alerts.ts';
import { countMoved, drawMachines } from './machine-alert.ts';
import { compareAnswers, fillInflux } from './influx-world.ts';
import { everything, replaceMacros, replaceVariables } from './interpolate.ts';
import { listQuestions, listVariables, nameQuestion } from './questions.ts';

const dayMs = 86_400_000;
const always = { fromMs: 0, toMs: Date.UTC(2027, 0, 1), interval: '1h' };

/** Every question of every dashboard, to one version of InfluxDB that our own store has filled. */
export function testQueries(version: InfluxVersion): void {
  const { server, test } = prepareInflux(version);

  for (const interval of ['1h', '1d'] as const) {
    test(`every panel shows what the store holds, in intervals of ${interval}`, async () => {
      const compared = await compareAnswers(await server().createBucket(randomUUID()), interval);
      expect(compared.length).toBeGreaterThan(30);
      for (const { answer, question, rows, wanted } of compared) {
        expect({ question, answer }).toEqual({ question, answer: wanted });
        expect({ question, isEmpty: rows === 0 }).toEqual({ question, isEmpty: false });
      }
    });
  }

  test('the variables offer what the store lists', async () => {
    const bucket = await server().createBucket(randomUUID());
    await fillInflux(bucket, drawHistory({ seed: 2, pushes: 4, endMs: always.toMs }));
    const reader = openInfluxReader(bucket);
    const repositories = await reader.listRepositories();
    const spans = await reader.listSpans(choice.repository);
    await reader.close();
    const ofSuite = spans.filter(({ suite, test: name }) => {
      return suite === choice.suite && name !== '(machine)';
    });
    const ofTest = ofSuite.filter(({ test: name }) => name === choice.test);
    const metrics = spans.filter(({ test: name }) => name !== '(machine)');
    const wanted: Record<string, readonly string[]> = {
      repository: repositories,
      suite: spans.map(({ suite }) => suite),
      test: ofSuite.map(({ test: name }) => name),
      span: ofTest.map(({ span }) => span),
      platform: ofTest.map(({ platform }) => platform),
      metric: metrics.flatMap((one) => one.metrics),
      other: metrics.flatMap((one) => one.metrics),
    };
    for (const { dashboard, name, pattern, query } of listVariables()) {
      const answer = await askInflux(bucket, replaceVariables(query, choice));
      const isKeyed = query.startsWith('SHOW TAG VALUES');
      const offered = answer.flatMap(({ rows }) => rows.map((row) => String(row[isKeyed ? 1 : 0])));
      const chosen = offered.filter((one) => pattern?.test(one) ?? true);
      expect({ dashboard, name, values: [...new Set(chosen)].sort() }).toEqual({
        ...{ dashboard, name, values: [...new Set(wanted[name])].sort() },
      });
    }
  });

  test('names that mean something in a query are found as they are', async () => {
    const bucket = await server().createBucket(randomUUID());
    const build = makeBuild(1, { repository: choice.repository, suite: 'odd' });
    const points = oddNames.map((name, i) =>
      makePoint({ test: name, span: name, values: { latency: i + 1 } }),
    );
    await fillInflux(bucket, [{ build: build.build, points }]);
    const level = listQuestions('query').find((one) => nameQuestion(one).includes('Level'))!;
    const names = listVariables().find(({ dashboard, name }) => {
      return dashboard === 'series' && name === 'test';
    })!;
    const suite = { ...choice, suite: 'odd', platform: everything, branch_kind: everything };
    const offered = await askInflux(bucket, replaceVariables(names.query, suite));
    const found: unknown[] = [];
    for (const row of offered.flatMap(({ rows }) => rows)) {
      const variables = { ...suite, test: String(row[1]), span: String(row[1]) };
      const query = replaceMacros(replaceVariables(level.query, variables), always);
      const answer = await askInflux(bucket, query);
      found.push(answer[0]?.rows[0]?.[1]);
    }
    expect(found.sort()).toEqual(oddNames.map((_, i) => i + 1).sort());
  });

  test('what a reader chooses is no query of its own, whatever a link says', async () => {
    const bucket = await server().createBucket(randomUUID());
    await fillInflux(bucket, drawHistory({ seed: 3, pushes: 2, endMs: always.toMs }));
    const count = async () =>
      (await askInflux(bucket, `SELECT count("latency") FROM "${measurement.points}"`))[0]
        ?.rows[0]?.[1];
    const before = await count();
    const evil = String.raw`\'/; DROP MEASUREMENT "${measurement.points}" -- `;
    for (const { query } of [...listQuestions('query'), ...listVariables()]) {
      const names = ['repository', 'suite', 'test', 'span', 'platform', 'branch_kind'];
      const variables = { ...choice, ...Object.fromEntries(names.map((name) => [name, evil])) };
      await askInflux(bucket, replaceMacros(replaceVariables(query, variables), always));
    }
    expect(before).toBeGreaterThan(0);
    expect(await count()).toBe(before);
  });

  test('the alert about machines fires when three canaries moved in the last day', async () => {
    const moved = async (count: number): Promise<number> => {
      const bucket = await server().createBucket(randomUUID());
      await fillInflux(bucket, drawMachines(Date.now(), count));
      return countMoved(bucket);
    };
    expect(await moved(3)).toBe(3);
    expect(await moved(0)).toBe(0);
  });

  test('the alerts about controls fire when the newest stayed green, and when there are none', async () => {
    const nightsAgo = async (days: readonly number[], isProven = true) => {
      const bucket = await server().createBucket(randomUUID());
      const nights = days.map((one) => nightAt(Date.now() - one * dayMs, isProven));
      await fillInflux(bucket, [], { alerts: [], judged: [], nights });
      return listFailedControls(bucket);
    };
    expect(await nightsAgo([9, 5, 1, 0])).toEqual([]);
    expect(await nightsAgo([1, 0], false)).toEqual(['perigee-control-green']);
    expect(await nightsAgo([9, 8, 4])).toEqual(['perigee-control-silent']);
    expect(await nightsAgo([])).toEqual([]);
  });
}
