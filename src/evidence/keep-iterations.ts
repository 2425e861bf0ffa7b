import type { Profile, SeriesVerdict, Side } from '../contract/documents.ts';
import { annotationKey } from '../contract/series-key.ts';
import type { ToolFrames, Turn } from '../contract/explainer.ts';
import { parseFrame, type Stacks } from '../contract/execution.ts';

/** Code of the project, by the path of a frame: not of its packages, nor of the runtime. */
const isOwn = (path = ''): boolean =>
  path !== '' && !/^([/<]|[a-z]+:)|(^|\/)(node_modules|python\d+\.\d+)\//.test(path);

/** Code of the project may run elsewhere, such as while inputs are made: at most this share of the iterations, … */
const mostElsewhere = 0.2;
/** … and after the change at most so much more. */
const moreElsewhere = 0.02;
/** Of the project's code that the tool calls, the benchmark is at least this share: the rest may prepare its runs. */
const leastOfCalled = 2 / 3;
/** What the tool seems to call less than this share of the time is a stack that lost frames. */
const leastOfTurn = 0.002;
/** So many in the order of their speed were sorted, and did not run in that order. */
const fewestSorted = 4;

/**
 * The samples that were taken while a tool ran its benchmark, and those of the frame that calls it.
 * @param turn where the tool runs several: the functions that it calls begin in the order of the benchmarks
 * @returns undefined where these may not be all of it, or more: code of the project takes more elsewhere after the
 * change, as after an `await`, or the tool calls several functions of it, or not one for each turn
 */
export function keepIterations<P extends Record<Side, readonly Stacks[]>>(
  pairs: readonly P[],
  tool: ToolFrames,
  turn?: Turn,
): P[] | undefined {
  const find = (side: Side) =>
    findIterations(
      pairs.flatMap((pair) => pair[side]),
      tool,
      turn,
    );
  const [before, after] = [find('before'), find('after')];
  if (before === undefined || after === undefined) return undefined;
  if (Math.max(before.elsewhere, after.elsewhere) > mostElsewhere) return undefined;
  if (after.elsewhere > before.elsewhere + moreElsewhere) return undefined;
  return pairs.map((pair) => ({
    ...pair,
    before: keep(pair.before, before.stacks),
    after: keep(pair.after, after.stacks),
  }));
}

function keep(groups: readonly Stacks[], stacks: ReadonlySet<string>): Stacks[] {
  return groups.map((group) => ({
    ...group,
    samples: new Map([...group.samples].filter(([stack]) => stacks.has(stack))),
  }));
}

/**
 * Tools list their benchmarks in the order in which they ran.
 * @returns undefined where no execution has it, or their lists differ or are sorted by speed
 */
export function findTurn(
  profiles: readonly Profile[],
  { annotations, metric, span, test }: SeriesVerdict,
): Turn | undefined {
  const lists = profiles
    .filter((one) => one.test === test && one.outcome.status === 'passed')
    .map(({ spans }) =>
      spans.flatMap(({ values, ...one }) => {
        const value = values[metric];
        return value === undefined ? [] : [{ name: spanName(one), value }];
      }),
    );
  const [first = []] = lists;
  const order = first.map(({ name }) => name);
  const isSame = lists.every((list) => list.every(({ name }, at) => name === order[at]));
  if (!isSame || (order.length >= fewestSorted && lists.every(isSorted))) return undefined;
  const at = order.indexOf(spanName({ annotations, span }));
  return at < 0 ? undefined : { at, of: order.length };
}

function spanName({ annotations, span }: Pick<SeriesVerdict, 'annotations' | 'span'>): string {
  return `${span}\n${annotationKey(annotations)}`;
}

function isSorted(list: readonly { value: number }[]): boolean {
  const steps = list.slice(1).map(({ value }, at) => value - (list[at]?.value ?? 0));
  return steps.every((step) => step >= 0) || steps.every((step) => step <= 0);
}

interface Iterations {
  stacks: ReadonlySet<string>;
  /** What code of the project takes elsewhere, as a share of the iterations. */
  elsewhere: number;
}

function findIterations(
  groups: readonly Stacks[],
  tool: ToolFrames,
  turn: Turn | undefined,
): Iterations | undefined {
  const sizes = new Map<string, number>();
  for (const { samples, weight } of groups) {
    for (const [stack, count] of samples) addTo(sizes, stack, count * weight);
  }
  const all = [...sizes].map(([stack, size]) => readStack(stack, size, tool));
  const called = new Map<string, number>();
  for (const one of all) if (one.called !== '') addTo(called, one.called, one.size);
  const found = turn === undefined ? findMost(called) : findInTurn(groups, tool, called, turn);
  if (found === undefined) return undefined;
  const { benchmark, others } = found;
  const stacks = new Set<string>();
  let [inside, elsewhere] = [0, 0];
  for (const { called: own, frames, isAround, isBelow, size, stack } of all) {
    // A profiler loses frames now and then, such as that of the tool: the benchmark's own is as good.
    if ((isBelow && own === '' && others.size === 0) || frames.includes(benchmark)) {
      stacks.add(stack);
      inside += size;
    } else if (!isAround && isProject(frames) && !frames.some((frame) => others.has(frame))) {
      elsewhere += size;
    }
  }
  return { stacks, elsewhere: elsewhere / inside };
}

interface Found {
  /** The frame that the tool calls for each iteration. */
  benchmark: string;
  /** Those of the other benchmarks. */
  others: ReadonlySet<string>;
}

/** @returns undefined where no function is most of what the tool calls */
function findMost(called: ReadonlyMap<string, number>): Found | undefined {
  const [first] = [...called].sort(([, a], [, b]) => b - a);
  if (first === undefined || first[1] < leastOfCalled * sum(called.values())) return undefined;
  return { benchmark: first[0], others: new Set() };
}

/** Stacks of a process stand in the order in which they were first seen. */
function findInTurn(
  groups: readonly Stacks[],
  tool: ToolFrames,
  called: ReadonlyMap<string, number>,
  { at, of }: Turn,
): Found | undefined {
  const least = leastOfTurn * sum(called.values());
  const isLarge = (frame: string): boolean => (called.get(frame) ?? 0) >= least;
  const orders = groups.flatMap(({ samples }) => {
    const own = [...samples.keys()].map((stack) => readStack(stack, 0, tool).called);
    const order = [...new Set(own)].filter((frame) => frame !== '' && isLarge(frame));
    return order.length === 0 ? [] : [order];
  });
  const [order = []] = orders;
  const benchmark = order[at];
  const isSame = orders.every((one) => one.join(';') === order.join(';'));
  if (benchmark === undefined || order.length !== of || !isSame) return undefined;
  return { benchmark, others: new Set(order.filter((one) => one !== benchmark)) };
}

interface ReadStack {
  stack: string;
  size: number;
  frames: readonly string[];
  /** The tool is in it, or the frame that calls the benchmark. */
  isAround: boolean;
  isBelow: boolean;
  /** The frame of the project that the tool called; empty where it called none. */
  called: string;
}

function readStack(stack: string, size: number, tool: ToolFrames): ReadStack {
  const frames = stack.split(';');
  const caller = frames.findLastIndex((frame) => tool.below.test(frame));
  // Between them may be a function that the tool has written while it ran.
  const below = caller < 0 ? [] : frames.slice(caller + 1);
  const next = below.find((frame) => parseFrame(frame).path !== undefined) ?? '';
  const called = isOwn(parseFrame(next).path) ? next : '';
  const isBelow = caller >= 0;
  const isAround = isBelow || frames.some((frame) => tool.around.test(frame));
  return { stack, size, frames, isAround, isBelow, called };
}

/** Whether code of the project runs, rather than loads. */
function isProject(frames: readonly string[]): boolean {
  const own = frames.filter((frame) => isOwn(parseFrame(frame).path));
  return own.length > 0 && !own.some((frame) => frame.startsWith('<module> '));
}

function addTo(sizes: Map<string, number>, key: string, size: number): void {
  sizes.set(key, (sizes.get(key) ?? 0) + size);
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
