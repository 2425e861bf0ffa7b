import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Alert } from '../../../src/contract/alerts.ts';
import type { GateEntry } from '../../../src/contract/documents.ts';
import type { ControlNight } from '../../../src/contract/gate-record.ts';
import { connect } from '../../../src/store/influx/connect.ts';
import type { InfluxSettings } from '../../../src/store/influx/transport.ts';
import { openInfluxStore } from '../../../src/store/influx/open-influx-store.ts';
import { type Group, runQueries } from '../../../src/store/influx/run-queries.ts';
import { encodeAnnotation } from '../../../src/store/influx/tag-text.ts';
import type { LevelMark, Marks } from '../../../src/store/series-store.ts';
import { commitOf, hourMs, makeBuild, never, noonMs, writeAll } from '../make-build.ts';
import { prepareInflux } from './influx-contract.ts';

const repository = 'acme/sync';
const upload = {
  ...{ test: 'upload, "big"', span: 'whole test', platform: 'linux-x64', metric: 'latency' },
  ...{ annotations: { size: 1 }, change: 0.12 },
};
const raised: Alert = {
  ...{ number: 3, repository, suite: 'sync', foundBy: 'history', commit: commitOf(2) },
  range: { after: commitOf(1), upTo: commitOf(2) },
  series: [upload, { ...upload, metric: 'cpu.user', change: 0.2 }],
  transitions: [{ state: 'new', atMs: noonMs + 9 * hourMs }],
};
const entry: GateEntry = {
  ...{ schema: 'perigee/gate-entry', version: 1, kind: 'judged', suite: 'sync' },
  ...{ at: new Date(noonMs).toISOString(), run: '801', commit: commitOf(1) },
  spent: { pairs: 12, seconds: 30.5 },
  judged: {
    ...{ conclusion: 'undecided', isRed: false, isWhole: true, isSameCode: false },
    ...{ blocking: 4, undecided: 1, tests: [] },
  },
};

const { server, test } = prepareInflux();
const open = async () => {
  const bucket = await server().createBucket(randomUUID());
  const store = openInfluxStore(bucket);
  return {
    bucket,
    store,
    keep: (marks: Marks) => store.keepMarks(repository, marks, never),
  };
};

test('an alert is a mark on each of its series, when its commit was first measured', async () => {
  const { bucket, keep, store } = await open();
  await writeAll(store, makeBuild(1), makeBuild(2), makeBuild(3));
  await keep({ alerts: [raised] });
  const [latency] = await read(bucket, `SELECT * FROM perigee_change WHERE metric = 'latency'`);
  expect(latency?.rows).toEqual([
    expect.objectContaining({
      ...{ time: noonMs + 2 * hourMs, test: 'upload, "big"', 'annotation.size': '1' },
      ...{ change: 0.12, number: 3, state: 'new', commit: commitOf(2), after: commitOf(1) },
      text: 'upload, "big"/whole test latency +12.0%, alert 3, new',
    }),
  ]);
  expect(await states(bucket)).toEqual({ 'cpu.user': 'new', latency: 'new' });
});

test('writing it again with another state leaves one mark', async () => {
  const { bucket, keep } = await open();
  await keep({ alerts: [raised] });
  const because = 'a new codec\nwith "quotes" and \\ backslashes';
  const told = { state: 'explained', by: 'Ann', because, atMs: noonMs } as const;
  await keep({ alerts: [{ ...raised, transitions: [...raised.transitions, told] }] });
  const [answer] = await read(bucket, 'SELECT said, state FROM perigee_change');
  expect(answer?.rows).toHaveLength(2);
  const said = 'Ann: a new codec with "quotes" and \\ backslashes';
  expect(answer?.rows[0]).toMatchObject({ said, state: 'explained' });
});

test('a series that the alert is no longer about has its mark withdrawn', async () => {
  const { bucket, keep } = await open();
  await keep({ alerts: [raised] });
  await keep({ alerts: [{ ...raised, series: [upload] }] });
  expect(await states(bucket)).toEqual({ 'cpu.user': 'withdrawn', latency: 'new' });
  await keep({ alerts: [raised] });
  expect(await states(bucket)).toEqual({ 'cpu.user': 'new', latency: 'new' });
});

test('a mark is found again whatever stands in an annotation', async () => {
  const { bucket, keep } = await open();
  const annotations = { kind: 'a\tb, c=d \\t' };
  const alert = { ...raised, series: [{ ...upload, annotations }] };
  await keep({ alerts: [alert] });
  await keep({ alerts: [alert] });
  const [answer] = await read(bucket, 'SELECT "annotation.kind", state FROM perigee_change');
  const kind = encodeAnnotation(annotations.kind);
  expect(answer?.rows).toEqual([
    expect.objectContaining({ 'annotation.kind': kind, state: 'new' }),
  ]);
});

test('a mark moves to its build when the store knows that one', async () => {
  const { bucket, keep, store } = await open();
  await keep({ alerts: [{ ...raised, series: [upload] }] });
  await writeAll(store, makeBuild(2));
  await keep({ alerts: [{ ...raised, series: [upload] }] });
  const [answer] = await read(bucket, `SELECT state FROM perigee_change`);
  expect(answer?.rows.map(({ state, time }) => [time, state])).toEqual([
    [noonMs + 2 * hourMs, 'new'],
    [noonMs + 9 * hourMs, 'withdrawn'],
  ]);
});

test('changes of levels replace all that were there, and leave alerts alone', async () => {
  const { bucket, keep } = await open();
  const { change: _, ...series } = upload;
  const step: LevelMark = {
    ...{ id: 'a1', suite: 'sync', series, commit: commitOf(4), atMs: noonMs + 4 * hourMs },
    ...{ range: { after: commitOf(3), upTo: commitOf(4) }, change: -0.08 },
    ...{ isWorse: false, confidence: 0.999 },
  };
  await keep({ alerts: [{ ...raised, series: [upload] }], levels: [step] });
  const moved = { ...step, atMs: noonMs + 5 * hourMs, commit: commitOf(5) };
  await keep({ levels: [moved, { ...step, series: { ...series, metric: 'cpu.user' } }] });
  const [answer] = await read(bucket, 'SELECT found_by, metric, state, text FROM perigee_change');
  const told = answer?.rows.map((row) => [
    row['time'],
    row['found_by'],
    row['metric'],
    row['state'],
  ]);
  expect(told).toEqual([
    [noonMs + 4 * hourMs, 'levels', 'cpu.user', 'better'],
    [noonMs + 4 * hourMs, 'levels', 'latency', 'withdrawn'],
    [noonMs + 5 * hourMs, 'levels', 'latency', 'better'],
    [noonMs + 9 * hourMs, 'history', 'latency', 'new'],
  ]);
  expect(answer?.rows[2]?.['text']).toBe('upload, "big"/whole test latency -8.0%, 99.9% sure');
  await keep({ levels: [] });
  const states = await read(bucket, `SELECT state FROM perigee_change WHERE found_by = 'levels'`);
  expect(states[0]?.rows.every(({ state }) => state === 'withdrawn')).toBe(true);
});

test('a judged build and a control are lines of the gate', async () => {
  const { bucket, keep } = await open();
  const night: ControlNight = {
    ...{ at: new Date(noonMs + hourMs).toISOString(), suite: 'sync', cost: 'cpu', by: 0.2 },
    ...{ isProven: false, asked: 2, found: 1, smallestFound: 0.21, pairs: 20, seconds: 60 },
  };
  const marks = { judged: [entry], nights: [night] };
  await keep(marks);
  await keep(marks);
  const [answer] = await read(bucket, 'SELECT * FROM perigee_gate');
  expect(answer?.rows).toEqual([
    expect.objectContaining({
      ...{ time: noonMs, kind: 'judged', conclusion: 'undecided', run: '801', red: 0 },
      ...{ blocking: 4, undecided: 1, undecided_build: 1, pairs: 12, seconds: 30.5, whole: 1 },
    }),
    expect.objectContaining({
      ...{ time: noonMs + hourMs, kind: 'control', cost: 'cpu', by: 0.2, proven: 0 },
      ...{ asked: 2, found: 1, smallest_found: 0.21 },
    }),
  ]);
});

test('marks are in nobody’s way: builds and series read as before', async () => {
  const { keep, store } = await open();
  const build = makeBuild(2);
  await writeAll(store, build);
  const spans = await store.listSpans(repository);
  await keep({ alerts: [raised], judged: [entry] });
  expect(await store.listSpans(repository)).toEqual(spans);
  expect((await store.readBuild(build.build))?.points).toHaveLength(build.points.length);
  await writeAll(store, build);
});

async function read(bucket: InfluxSettings, query: string): Promise<Group[]> {
  const connection = connect(bucket);
  const [groups = []] = await runQueries(connection, [query]);
  connection.close();
  return groups;
}

async function states(bucket: InfluxSettings): Promise<Record<string, unknown>> {
  const [answer] = await read(bucket, 'SELECT state, metric FROM perigee_change');
  const rows = (answer?.rows ?? []).map(({ metric, state }): [string, unknown] => {
    return [String(metric), state];
  });
  return Object.fromEntries(rows);
}
