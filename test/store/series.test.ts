import { describe, expect, test } from 'vitest';
import type { Aggregate } from '../../src/contract/documents.ts';
import { listFormerNames } from '../../src/contract/renames.ts';
import { openGuard } from '../../src/store/cardinality-guard.ts';
import { joinRenamed, renamedOfBuilds } from '../../src/store/join-renamed.ts';
import { timeOfBuild } from '../../src/store/order-values.ts';
import { pointsOfBuild } from '../../src/store/points-of-build.ts';
import type { SpanIdentity } from '../../src/store/series-point.ts';
import { sampleAggregate } from '../verdict/sample-aggregate.ts';
import { makePoint, makeStoredBuild } from './make-build.ts';

describe('build time', () => {
  const build = { repository: 'acme/sync', suite: 'sync', runId: '812', atMs: 1_760_000_000_000 };

  test('the time of a build is the same in every version: stored points are found by it', () => {
    expect(timeOfBuild(build)).toBe('1760000000000601140');
  });

  test('two builds of the same millisecond have two times', () => {
    expect(timeOfBuild({ ...build, runId: '813' })).not.toBe(timeOfBuild(build));
    expect(timeOfBuild({ ...build, suite: 'other' })).not.toBe(timeOfBuild(build));
  });
});

describe('cardinality guard', () => {
  const limits = { valuesOfAnnotation: 2, spans: 4 };
  const build = makeStoredBuild(1);
  const sized = (size: string | number | boolean) => makePoint({ annotations: { size } });

  function openWith(stored: readonly SpanIdentity[]) {
    let nowMs = 0;
    let reads = 0;
    const spans = [...stored];
    const guard = openGuard({
      limits,
      now: () => nowMs,
      listSpans: async () => {
        reads += 1;
        return spans;
      },
    });
    return {
      spans,
      reads: () => reads,
      pass: (ms: number) => void (nowMs += ms),
      admit: async (...points: ReturnType<typeof makePoint>[]) => {
        const { builds, refused } = await guard.admit([{ build, points }]);
        const admitted = builds[0]?.points ?? [];
        expect(admitted.length + refused.length).toBe(points.length);
        return admitted.map(({ annotations }) => annotations['size']);
      },
    };
  }

  test('what the store has already counts, and comes in for ever', async () => {
    const { admit } = openWith([sized(1), sized(2)]);
    expect(await admit(sized(2), sized(3), sized(1))).toEqual([2, 1]);
  });

  test('a text and a number that read alike are two values', async () => {
    const { admit } = openWith([]);
    expect(await admit(sized(1), sized('1'), sized(true))).toEqual([1, '1']);
  });

  test('sides and repeats make no new span', async () => {
    const { admit } = openWith([]);
    const repeats = Array.from({ length: 20 }, (_, repeat) => makePoint({ repeat }));
    expect(
      await admit(...repeats, ...repeats.map((one) => ({ ...one, side: 'before' as const }))),
    ).toHaveLength(40);
  });

  test('the store is asked once in a while, and what it has let go makes room', async () => {
    const { admit, spans, reads, pass } = openWith([sized(1), sized(2)]);
    expect(await admit(sized(3))).toEqual([]);
    spans.pop();
    expect(await admit(sized(3))).toEqual([]);
    expect(reads()).toBe(1);
    pass(3_600_000);
    expect(await admit(sized(3), sized(2))).toEqual([3]);
    expect(reads()).toBe(2);
  });
});

describe('points of machines', () => {
  const host = {
    platform: 'linux-x64',
    fingerprint: 'c'.repeat(64),
    cpu: { model: 'Example CPU', cores: 4, microcode: '0x12' },
    kernel: '6.1.1',
    image: 'ubuntu24 20261101.1',
    memoryBytes: 1,
  };
  const of = { shard: 0, host: host.fingerprint };
  const canaries: Aggregate['canaries'] = [
    { ...of, test: 'a', canary: 'cpu.integer', before: [10, 30], after: [20, null] },
    { ...of, test: 'b', canary: 'cpu.integer', before: [40], after: [50] },
    { ...of, test: 'b', canary: 'disk.flush', before: [null], after: [7] },
  ];
  const identity = { key: { repository: 'a/b', suite: 'sync', runId: '1' }, atMs: 0 };

  test('the levels of canaries are a series of the machine, with what it was made of beside it', () => {
    const { build, points } = pointsOfBuild(
      { ...sampleAggregate([]), hosts: [host], canaries },
      identity,
    );
    expect(points).toEqual([
      {
        ...{ test: '(machine)', span: 'canaries', platform: 'linux-x64' },
        annotations: { cpu: 'Example CPU', cores: 4 },
        ...{ side: 'after', repeat: 0, outliers: [] },
        values: { 'cpu.integer': 30, 'disk.flush': 7 },
      },
    ]);
    const { image, kernel } = host;
    const machine = { cpu: 'Example CPU', cores: 4, kernel, microcode: '0x12', image };
    expect(build.machines).toEqual([machine]);
    expect(build.metrics.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['cpu.integer', 'disk.flush']),
    );
  });

  test('canaries of a host that the build does not describe are left out', () => {
    const { build, points } = pointsOfBuild(
      { ...sampleAggregate([]), hosts: [], canaries },
      identity,
    );
    expect(points).toEqual([]);
    expect(build).not.toHaveProperty('machines');
  });
});

const span = (test: string, name: string, suite = 'sync') => ({
  ...{ repository: 'acme/sync', suite, test, span: name, annotations: {}, platform: 'linux-x64' },
  metrics: ['latency'],
});
const renamed = [{ test: 'send', was: ['put', 'upload'], spans: { hash: ['sum'] } }];

test('a span has the names that it had, each with each former name of its test', () => {
  const spans = [span('put', 'hash'), span('send', 'hash'), span('upload', 'sum')];
  expect(joinRenamed(spans, () => renamed)).toEqual([
    {
      ...span('send', 'hash'),
      former: [
        { test: 'put', span: 'hash' },
        { test: 'upload', span: 'sum' },
      ],
    },
  ]);
});

test('what has no points under its new name yet is listed under it all the same', () => {
  expect(joinRenamed([span('upload', 'whole test')], () => renamed)).toEqual([
    { ...span('send', 'whole test'), former: [{ test: 'upload', span: 'whole test' }] },
  ]);
});

test('the newest build of the default branch says what was renamed, not a pull request', () => {
  const ofPullRequest = makeStoredBuild(2, { branchKind: 'pull-request', renamed });
  const ofMain = makeStoredBuild(1, { branchKind: 'default' });
  const { suite } = ofMain;
  expect(renamedOfBuilds([ofPullRequest, ofMain])(suite)).toEqual([]);
  expect(renamedOfBuilds([ofPullRequest])(suite)).toEqual([]);
  const ofOther = makeStoredBuild(1, { branchKind: 'other', renamed });
  expect(renamedOfBuilds([ofPullRequest, ofOther])(suite)).toEqual(renamed);
});

test('a span may be called like a property of every object', () => {
  const tests = [{ name: 't', renamed: { spans: { a: ['b'] } } }];
  expect(listFormerNames(tests, { test: 't', span: 'constructor' })).toEqual([]);
  expect(listFormerNames(tests, { test: 't', span: 'a' })).toEqual([{ test: 't', span: 'b' }]);
});
