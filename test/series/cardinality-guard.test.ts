import { expect, test } from 'vitest';
import { openGuard } from '../../src/series/cardinality-guard.ts';
import type { SpanIdentity } from '../../src/series/series-point.ts';
import { makePoint, makeStoredBuild } from './make-build.ts';

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
