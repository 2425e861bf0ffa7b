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
  const sides = { before: new Iterations(below), after: new Iterations(below) };
  for (const pair of pairs) {
    for (const side of ['before', 'after'] as const) sides[side].add(pair[side]);
  }
  const { after, before } = sides;
  const [most, least] = [after, before].map(({ shareElsewhere }) => shareElsewhere);
  const isAll =
    Math.max(most ?? 1, least ?? 1) <= elsewhere.most &&
    (most ?? 1) <= (least ?? 1) + elsewhere.more;
  if (!isAll || before.called === undefined || after.called === undefined) return undefined;
  return pairs.map((pair) => ({
    ...pair,
    before: before.keep(pair.before),
    after: after.keep(pair.after),
  }));
}

/** The stacks of one side below the tool. */
class Iterations {
  readonly #below: RegExp;
  /** Sizes of what the tool calls, by its frame. */
  readonly #called = new Map<string, number>();
  #inside = 0;
  #elsewhere = 0;

  constructor(below: RegExp) {
    this.#below = below;
  }

  add(groups: readonly Stacks[]): void {
    for (const { samples, weight } of groups) {
      for (const [stack, count] of samples) {
        const size = count * weight;
        const called = this.#findCalled(stack);
        if (called !== undefined) {
          this.#inside += size;
          if (called !== '') this.#called.set(called, (this.#called.get(called) ?? 0) + size);
        } else if (isElsewhere(stack)) this.#elsewhere += size;
      }
    }
  }

  get shareElsewhere(): number {
    return this.#inside === 0 ? 1 : this.#elsewhere / this.#inside;
  }

  /** The frame of the benchmark, if it is most of what the tool calls. */
  get called(): string | undefined {
    const all = [...this.#called].sort(([, a], [, b]) => b - a);
    const total = all.reduce((sum, [, size]) => sum + size, 0);
    const [first] = all;
    return first !== undefined && first[1] >= leastOfCalled * total ? first[0] : undefined;
  }

  keep(groups: readonly Stacks[]): Stacks[] {
    const { called } = this;
    return groups.map((group) => {
      const kept = [...group.samples].filter(([stack]) =>
        ['', called].includes(this.#findCalled(stack) ?? 'none'),
      );
      return { ...group, samples: new Map(kept) };
    });
  }

  /** What the tool called of the project; '' for the tool itself, undefined for what it did not call. */
  #findCalled(stack: string): string | undefined {
    const frames = stack.split(';');
    const tool = frames.findLastIndex((frame) => this.#below.test(frame));
    if (tool < 0) return undefined;
    const next = frames[tool + 1] ?? '';
    return isOwn(parseFrame(next).path) ? next : '';
  }
}

/** Loading a module is no part of a benchmark. */
function isElsewhere(stack: string): boolean {
  const own = stack.split(';').filter((frame) => isOwn(parseFrame(frame).path));
  return own.length > 0 && !own.some((frame) => frame.startsWith('<module> '));
}
