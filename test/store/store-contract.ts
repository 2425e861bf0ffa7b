/** What every series store has to do. Each test has a store of its own. */
import { expect, type TestAPI } from 'vitest';
import { sortPoints } from '../../src/store/order-values.ts';
import type { BuildPoints } from '../../src/store/series-point.ts';
import type { SeriesStore } from '../../src/store/series-store.ts';
import type { CardinalityLimits } from '../../src/store/cardinality-guard.ts';
import {
  commitOf,
  makeBuild,
  makePoint,
  makeQuery,
  makeStoredBuild,
  never,
  writeAll,
} from './make-build.ts';

export interface StoreOptions {
  limits?: CardinalityLimits;
}

export interface StoreContract {
  test: TestAPI | ReturnType<TestAPI['skipIf']>;
  /** An empty store; `again` opens what is in it from another process's view. */
  open: (options?: StoreOptions) => Promise<{ store: SeriesStore; again: () => SeriesStore }>;
}

const key = { repository: 'acme/sync', suite: 'sync', runId: '801' };

/** What a build is to be read as, whatever order its points were in. */
export function asRead({ build, points }: BuildPoints): BuildPoints {
  return { build, points: sortPoints(points) };
}

/** Odd names that mean something in one language of a database or another. */
export const oddNames = [
  "o'clock",
  'say "now"',
  'back\\slash',
  'ends with \\',
  'a=b, c d',
  '%5C %25 50%',
  '$metric ${x} ; DROP',
  'größer 漢字 🚀',
  '# no comment',
  ' spaces ',
];

export function testWriting({ test, open }: StoreContract): void {
  test('a build is read as it was written', async () => {
    const { store, again } = await open();
    const written = makeBuild(1, {
      branchKind: 'pull-request',
      branch: 'faster-upload',
      parents: [commitOf(0), commitOf(9)],
      author: 'Ada Lovelace <ada@example.com>',
      pullRequest: 17,
      links: { build: 'https://ci.example.com/801?a=b&c="d"', log: 'https://ci.example.com/l' },
      isComplete: false,
    });
    expect(await writeAll(store, written)).toBe(6);
    expect(await store.readBuild(key)).toEqual(asRead(written));
    expect(await again().readBuild(key)).toEqual(asRead(written));
    expect(await store.readBuild({ ...key, runId: '802' })).toBeUndefined();
  });

  test('a build that is written anew leaves nothing of what it was', async () => {
    const { store } = await open();
    const first = makeBuild(1, { repeats: 5, isComplete: false });
    const other = makePoint({ test: 'vanishes', values: { latency: 1 } });
    await writeAll(store, { ...first, points: [...first.points, other] }, makeBuild(2));
    const second: BuildPoints = {
      build: makeStoredBuild(1, { author: 'Ada', branchKind: 'release' }),
      points: [makePoint({ repeat: 1, values: { 'cpu.user': 4 } })],
    };
    await writeAll(store, second);
    expect(await store.readBuild(key)).toEqual(second);
    const left = await store.readLast(makeQuery(), 100);
    expect(left.map(({ build }) => build.runId)).toEqual(Array(6).fill('802'));
    await writeAll(store, { build: second.build, points: [] });
    expect(await store.readBuild(key)).toEqual({ build: second.build, points: [] });
  });

  test('of a build that is there twice in one writing the last counts', async () => {
    const { store } = await open();
    expect(await writeAll(store, makeBuild(1, { repeats: 5 }), makeBuild(1))).toBe(6);
    expect(await store.readBuild(key)).toEqual(asRead(makeBuild(1)));
  });

  test('many builds with long names are written at once, and again', async () => {
    const { store } = await open();
    const long = 'a long name '.repeat(16).trim();
    const builds = Array.from({ length: 120 }, (_, number) => {
      return makeBuild(number, { suite: long, runId: `${number} ${long}`, repeats: 1 });
    });
    expect(await writeAll(store, ...builds)).toBe(240);
    expect(await writeAll(store, ...builds)).toBe(240);
    const values = await store.readLast(makeQuery({ suite: long }), 1000);
    expect(values).toHaveLength(240);
  });

  test('names and annotations come back whatever is in them', async () => {
    const { store } = await open();
    const points = oddNames.flatMap((name, number) => [
      makePoint({ test: name, values: { latency: number } }),
      makePoint({ span: name, values: { latency: number } }),
      makePoint({ annotations: { kind: name, size: number }, values: { latency: number } }),
    ]);
    const typed = ['', '1', 1, 'true', true, '1e3', 1000, 0.1, -1e300, 'null', '"', '\\"'];
    const more = typed.map((value) => makePoint({ annotations: { a: value } }));
    const odd = makeStoredBuild(1, { suite: `it's, "a"=b \\`, runId: "8'01\\" });
    const written = { build: odd, points: [...points, ...more] };
    await writeAll(store, written);
    const { repository, suite, runId } = odd;
    expect(await store.readBuild({ repository, suite, runId })).toEqual(asRead(written));
    for (const [number, name] of oddNames.entries()) {
      const query = makeQuery({ suite, annotations: { size: number, kind: name } });
      expect((await store.readLast(query, 9)).map(({ value }) => value)).toEqual([number]);
    }
    expect(await store.readLast(makeQuery({ suite, annotations: { a: '1' } }), 9)).toHaveLength(1);
    expect(await store.listSpans('acme/sync', suite)).toHaveLength(points.length + typed.length);
    await writeAll(store, makeBuild(1), { build: odd, points: more.slice(3) });
    expect((await store.readBuild({ repository, suite, runId }))?.points).toHaveLength(9);
    expect((await store.readBuild(key))?.points).toHaveLength(6);
  });

  test('a value that is no finite number is refused, and the rest is stored', async () => {
    const { store } = await open();
    const { build, points } = makeBuild(1);
    const bad = [
      makePoint({ repeat: 7, values: { latency: NaN } }),
      makePoint({ repeat: 8, values: { latency: 1, 'cpu.user': Infinity } }),
      makePoint({ repeat: 9, values: {} }),
    ];
    const outcome = await store.write([{ build, points: [...bad, ...points] }], never);
    expect(outcome.written).toBe(6);
    expect(outcome.refused.map(({ point, reason }) => [point, reason])).toEqual([
      [bad[0], 'latency is NaN, which is not a finite number'],
      [bad[1], 'cpu.user is Infinity, which is not a finite number'],
      [bad[2], 'it has no value'],
    ]);
    expect(await store.readBuild(key)).toEqual(asRead({ build, points }));
  });

  test('a suite that explodes an annotation is refused by name, and what is known goes on', async () => {
    const { store, again } = await open({ limits: { valuesOfAnnotation: 3, spans: 5 } });
    const { build } = makeBuild(1);
    const points = [1, 2, 3, 4, 5].map((id) => makePoint({ annotations: { id } }));
    const { written, refused } = await store.write([{ build, points }], never);
    expect(written).toBe(3);
    expect(refused.map(({ point }) => point)).toEqual(points.slice(3));
    expect(refused[0]?.reason).toBe(
      'the annotation id of suite "sync" has more than 3 values: do not annotate with values that have no limit',
    );
    const next = makeStoredBuild(2);
    const others = ['a', 'b', 'c'].map((name) => makePoint({ test: name }));
    const mixed = [...points.slice(1, 4), ...others];
    const second = await again().write([{ build: next, points: mixed }], never);
    expect(second.refused.map(({ point, reason }) => [point.test, reason.slice(0, 40)])).toEqual([
      ['upload', 'the annotation id of suite "sync" has mo'],
      ['c', 'suite "sync" has more than 5 spans (comb'],
    ]);
    const elsewhere = { build: makeStoredBuild(3, { suite: 'other' }), points: mixed };
    expect((await store.write([elsewhere], never)).written).toBe(5);
  });

  test('what is aborted rejects with the reason', async () => {
    const { store } = await open();
    const reason = new Error('enough');
    await expect(store.write([makeBuild(1)], AbortSignal.abort(reason))).rejects.toBe(reason);
  });
}
