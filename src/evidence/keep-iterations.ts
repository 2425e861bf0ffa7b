import type { Side } from '../contract/documents.ts';
import { parseFrame, type Stacks } from '../contract/execution.ts';

/** Code of the project, by the path of a frame: not of its packages, nor of the runtime. */
const isOwn = (path = ''): boolean =>
  path !== '' && !/^([/<]|[a-z]+:)|(^|\/)(node_modules|python\d+\.\d+)\//.test(path);

/** Code of the project may run elsewhere, such as while inputs are made: as a share of the iterations, on both sides. */
const elsewhere = { most: 0.2, more: 0.02 };
/** Of the code that the tool calls, the benchmark is so much: the rest may be what it calls before each run. */
const leastOfCalled = 2 / 3;

/**
 * The samples that were taken while a tool ran its benchmark, and those of the tool around it.
 * @param below the tool's frame that calls it
 * @returns undefined where these may not be all of it, or more: code of the project takes more elsewhere after the
 * change, as after an `await`, or the tool calls several functions of it
 */
export function keepIterations<P extends Record<Side, readonly Stacks[]>>(
  pairs: readonly P[],
  below: RegExp,
): P[] | undefined {
  const [before, after] = (['before', 'after'] as const).map((side) =>
    findIterations(
      pairs.flatMap((pair) => pair[side]),
      below,
    ),
  );
  if (before === undefined || after === undefined) return undefined;
  const isAll =
    Math.max(before.elsewhere, after.elsewhere) <= elsewhere.most &&
    after.elsewhere <= before.elsewhere + elsewhere.more;
  if (!isAll) return undefined;
  return pairs.map((pair) => ({
    ...pair,
    before: keep(pair.before, before.isOne),
    after: keep(pair.after, after.isOne),
  }));
}

type IsOne = (stack: string) => boolean;

function keep(groups: readonly Stacks[], isOne: IsOne): Stacks[] {
  return groups.map((group) => ({
    ...group,
    samples: new Map([...group.samples].filter(([stack]) => isOne(stack))),
  }));
}

/** @returns undefined where the tool calls no function that is most of what it calls */
function findIterations(
  groups: readonly Stacks[],
  below: RegExp,
): { isOne: IsOne; elsewhere: number } | undefined {
  const calledIn = (stack: string): string | undefined => {
    const frames = stack.split(';');
    const tool = frames.findLastIndex((frame) => below.test(frame));
    const next = frames[tool + 1] ?? '';
    if (tool < 0) return undefined;
    return isOwn(parseFrame(next).path) ? next : '';
  };
  const called = new Map<string, number>();
  const sizes = new Map<string, number>();
  for (const { samples, weight } of groups) {
    for (const [stack, count] of samples) {
      const size = count * weight;
      sizes.set(stack, (sizes.get(stack) ?? 0) + size);
      const own = calledIn(stack) ?? '';
      if (own !== '') called.set(own, (called.get(own) ?? 0) + size);
    }
  }
  const [first] = [...called].sort(([, a], [, b]) => b - a);
  const all = sum([...called.values()]);
  if (first === undefined || first[1] < leastOfCalled * all) return undefined;
  const [benchmark] = first;
  // A profiler loses frames now and then, such as that of the tool: the benchmark's own is as good.
  const isOne: IsOne = (stack) => calledIn(stack) === '' || stack.split(';').includes(benchmark);
  const [ones, others] = [
    [...sizes].filter(([stack]) => isOne(stack)),
    [...sizes].filter(
      ([stack]) => calledIn(stack) === undefined && !isOne(stack) && isElsewhere(stack),
    ),
  ].map((some) => sum(some.map(([, size]) => size)));
  return { isOne, elsewhere: (others ?? 0) / (ones ?? 1) };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Loading a module is no part of a benchmark. */
function isElsewhere(stack: string): boolean {
  const own = stack.split(';').filter((frame) => isOwn(parseFrame(frame).path));
  return own.length > 0 && !own.some((frame) => frame.startsWith('<module> '));
}
