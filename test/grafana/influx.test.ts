/** Every question of every dashboard, to an InfluxDB that our own store has filled. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { parse } from 'yaml';
import { drawHistory } from '../../grafana/demo/draw-history.ts';
import { canaries, machineSpan } from '../../src/contract/canaries.ts';
import type { ControlNight } from '../../src/contract/gate-record.ts';
import type { InfluxSettings } from '../../src/store/influx/transport.ts';
import { measurement } from '../../src/store/influx/names.ts';
import { openInfluxReader } from '../../src/store/influx/open-influx-reader.ts';
import type { BuildPoints } from '../../src/store/series-point.ts';
import { prepareInflux } from '../store/influx/influx-contract.ts';
import { makeBuild, makePoint, makeStoredBuild } from '../store/make-build.ts';
import { oddNames } from '../store/store-contract.ts';
import { askInflux } from './ask-influx.ts';
import { compareAnswers, fillInflux } from './influx-world.ts';
import { everything, replaceMacros, replaceVariables } from './interpolate.ts';
import { listQuestions, listVariables, nameQuestion } from './questions.ts';
import { choice } from './world.ts';

const dayMs = 86_400_000;
const always = { fromMs: 0, toMs: Date.UTC(2027, 0, 1), interval: '1h' };

const { server, test } = prepareInflux();

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

function nightAt(atMs: number, isProven: boolean): ControlNight {
  return {
    ...{ at: new Date(atMs).toISOString(), suite: 'web', cost: 'cpu', by: 0.2, isProven },
    ...{ asked: 2, found: isProven ? 2 : 1, pairs: 20, seconds: 60 },
  };
}

interface Rule {
  uid: string;
  condition: string;
  data: {
    refId: string;
    model: {
      query?: string;
      expression?: string;
      reducer?: string;
      conditions?: { evaluator: { type: string; params: number[] } }[];
    };
  }[];
}

/** The rules about controls that fire: the last value of a line, below the limit of the rule. */
async function listFailedControls(bucket: InfluxSettings): Promise<string[]> {
  const { groups } = parse(readFileSync('grafana/provisioning/alerting/perigee.yml', 'utf8')) as {
    groups: { rules: Rule[] }[];
  };
  const rules = groups.flatMap((group) => group.rules).filter(({ uid }) => uid.includes('control'));
  const firing: string[] = [];
  for (const { condition, data, uid } of rules) {
    const query = data[0]?.model.query ?? '';
    const evaluator = data.find(({ refId }) => refId === condition)?.model.conditions?.[0]
      ?.evaluator;
    if (evaluator?.type !== 'lt') throw new Error(`${uid}: not understood`);
    for (const { rows } of await askInflux(bucket, query)) {
      const last = rows.at(-1)?.[1];
      if (Number(last) < (evaluator.params[0] ?? 0)) firing.push(uid);
    }
  }
  return firing;
}

const hourMs = 3_600_000;
const isMoved = (name: string, count: number): boolean =>
  ['cpu.integer', 'cpu.float', 'process.start'].slice(0, count).includes(name);

/** Two weeks of one machine, on whose last hours some canaries take 30% more. */
function drawMachines(nowMs: number, moved: number): BuildPoints[] {
  return Array.from({ length: 28 }, (_, i) => {
    const atMs = nowMs - hourMs - (27 - i) * 12 * hourMs;
    const isLate = atMs > nowMs - 20 * hourMs;
    const values = canaries.map(({ name }, place): [string, number] => {
      const usual = 1000 * (place + 1) * (1 + 0.01 * (i % 3));
      return [name, isLate && isMoved(name, moved) ? 1.3 * usual : usual];
    });
    const point = makePoint({
      ...machineSpan,
      annotations: { cpu: 'Example CPU', cores: 4 },
      values: Object.fromEntries(values),
    });
    return { build: makeStoredBuild(i, { atMs }), points: [point] };
  });
}

interface Step {
  refId: string;
  datasourceUid: string;
  model: { query: string; expression: string };
}

/** How many canaries the rule finds moved: its queries, reduced and compared as the rule says. */
async function countMoved(bucket: InfluxSettings): Promise<number> {
  const { groups } = parse(readFileSync('grafana/provisioning/alerting/perigee.yml', 'utf8')) as {
    groups: { rules: { uid: string; data: Step[] }[] }[];
  };
  const rule = groups[0]?.rules.find(({ uid }) => uid === 'perigee-machines-changed');
  const values = new Map<string, number>();
  for (const { datasourceUid, model, refId } of rule?.data ?? []) {
    if (datasourceUid !== 'perigee') continue;
    const [answer] = await askInflux(bucket, model.query);
    values.set(refId.replace(/q$/, ''), Number(answer?.rows.at(-1)?.[1]));
  }
  const math = rule?.data.find(({ refId }) => refId === 'Moved')?.model.expression ?? '';
  const terms = [...math.matchAll(/\(abs\(log\(\$(\w+) \/ \$(\w+)\)\) > ([\d.]+)\)/g)];
  if (terms.map(([term]) => term).join(' + ') !== math) throw new Error(`not understood: ${math}`);
  return terms.filter(([, late = '', early = '', limit]) => {
    return Math.abs(Math.log(values.get(late)! / values.get(early)!)) > Number(limit);
  }).length;
}
