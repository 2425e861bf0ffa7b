import type { GrownBlock } from '../contract/documents.ts';
import { cutText } from '../contract/cut-text.ts';
import type { BlockCount } from '../contract/execution.ts';
import type { CountedBlocks } from '../contract/explainer.ts';
import { compareSpots, keyOf, RunOfBlocks } from './run-of-blocks.ts';
import type { ChangedLines } from './changed-lines.ts';

const mostNamed = 3;
/** Of those that run most, and of those that grew most: looking at one takes as long as its file has blocks. */
const mostMeasured = 500;
const mostDescribed = 100;
/** The limit of the schema. */
const longestText = 1000;
/** A block grew if it ran at least so many times as often, and so much more often. */
const leastRatio = 1.5;
const leastMore = 1000;
/** Of the block that runs most, and of the one that grew most. */
const leastShare = 0.01;
const leastPart = 0.1;
/** If executions of a side lie further apart, their counts say nothing. */
const mostSpread = 0.01;
/** Of code that the change wrote they say enough so far apart: a tool that repeats for a fixed time counts no two alike. */
const leastRatioOfWritten = 4;

/** How often a block ran in the executions of a side, at least and at most. */
interface Range {
  least: number;
  most: number;
}

interface Measured {
  block: BlockCount;
  before: Range;
  after: Range;
  /** If the change wrote the block: what ran most there before, which is `before`. */
  busiestIn?: string;
}

interface Grown extends Measured {
  more: number;
  isLoop: boolean;
  around?: Measured;
}

/** The blocks that really run more often than before, the one that grew most first. */
export function compareBlocks(counted: CountedBlocks, change: ChangedLines): GrownBlock[] {
  const before = counted.before.map(({ threads }) => new RunOfBlocks(threads, change));
  const after = counted.after.map(({ threads }) => new RunOfBlocks(threads));
  const [from] = before;
  const [to] = after;
  if (from === undefined || to === undefined) return [];
  const measure = (block: BlockCount): Measured => {
    const origin = from.findOrigin(block, change);
    return {
      block,
      before: rangeOf(before.map((run) => run.count(origin.block))),
      after: rangeOf(after.map((run) => run.count(block))),
      ...(origin.busiestIn === undefined ? {} : { busiestIn: origin.busiestIn }),
    };
  };
  /** By which factor a faster benchmark, which its tool repeats more often, runs everything in its function more often. */
  const timesAsOften = (block: BlockCount): number => {
    const around = to.findFunction(block);
    if (around === undefined) return 1;
    const calls = measure(around);
    return Math.max(1, calls.after.most / Math.max(1, calls.before.least));
  };
  const counts = to.blocks.map((block) => ({ block, count: to.count(block) }));
  const busiest = counts.reduce((most, { count }) => Math.max(most, count), 0);
  const more = counts
    .filter(({ count }) => count >= leastMore && count >= leastShare * busiest)
    .filter(({ block: { path } }) => from.has(path) || change.files.has(path))
    .sort((a, b) => b.count - a.count)
    .slice(0, mostMeasured)
    .map(({ block }) => measure(block))
    .filter((one) => {
      const isMore = one.after.least >= one.before.most + leastMore;
      const isWritten = one.busiestIn !== undefined;
      const isFar =
        isWritten &&
        one.after.least >= leastRatioOfWritten * one.before.most * timesAsOften(one.block);
      const isSure = isFar || (isSteady(one.before) && isSteady(one.after));
      return isMore && isSure && one.after.least >= leastRatio * one.before.most;
    })
    .map((one) => ({ ...one, more: one.after.least - one.before.most }))
    .sort((a, b) => b.more - a.more);
  const most = more[0]?.more ?? 0;
  const grown = more
    .filter((one) => one.more >= leastPart * most)
    .slice(0, mostDescribed)
    .map((one): Grown => {
      const { block } = one;
      const around = block.kind === 'function' ? undefined : to.findFunction(block);
      const isLoop = to.isLoop(block) || before.some((run) => run.isLoop(block));
      return { ...one, isLoop, ...(around && { around: measure(around) }) };
    });
  const byFunction = Map.groupBy(grown, ({ around, block }) => keyOf(around?.block ?? block));
  return [...byFunction.values()]
    .flatMap((own) => chooseOne(own) ?? [])
    .slice(0, mostNamed)
    .map(describe);
}

/** In a function, all that a loop holds grows with it: the loop itself is the one to look at. */
function chooseOne(grown: readonly Grown[]): Grown | undefined {
  const about = grown.filter(({ more }) => more >= (grown[0]?.more ?? 0) / 2);
  const loops = about.filter(({ isLoop }) => isLoop);
  const all = loops.length > 0 ? loops : about;
  return all.toSorted((a, b) => compareSpots(a.block.start, b.block.start))[0];
}

function rangeOf(counts: readonly number[]): Range {
  return { least: Math.min(...counts), most: Math.max(...counts) };
}

function isSteady({ least, most }: Range): boolean {
  return most - least <= mostSpread * most;
}

/** "the loop at src/map.js:41 in put ran 24,000,000 instead of 2,400 times" */
function describe(grown: Grown): GrownBlock {
  const { after, before, block, busiestIn, isLoop } = grown;
  const { kind, name, path, start } = block;
  const place = `${path}:${start.line}`;
  const isFunction = kind === 'function';
  const what = isFunction
    ? `the function ${name === '' ? 'without a name ' : `${name} `}at ${place}`
    : `the ${isLoop ? 'loop' : 'code'} at ${place}${name === '' ? '' : ` in ${name}`}`;
  const ran = isFunction ? 'was called' : 'ran';
  let text = `${what} ${ran} ${format(after)} instead of ${format(before)} times`;
  if (before.most === 0) {
    text = `${what} ${ran} ${format(after)} times, and not at all before`;
  } else if (busiestIn !== undefined) {
    text = `${what}, which the change wrote, ${ran} ${format(after)} times, and nothing in ${busiestIn} ran more than ${formatNumber(before.most)} times before`;
  } else if (isLoop) text += describeCalls(grown);
  const counts = { before: before.most, after: after.least };
  return { path, line: start.line, ...counts, text: cutText(text, longestText) };
}

/** If its function is called no more often than before, each call does more. */
function describeCalls({ after, around, before }: Grown): string {
  const isKnown =
    around !== undefined &&
    around.block.name !== '' &&
    around.busiestIn === undefined &&
    around.before.least > 0 &&
    isSteady(around.before) &&
    isSteady(around.after) &&
    around.after.most <= around.before.least;
  if (!isKnown) return '';
  const perCall = (range: Range, calls: Range): string =>
    formatNumber(Math.round((10 * range.least) / calls.least) / 10);
  return `; each call of ${around.block.name} runs it ${perCall(after, around.after)} times instead of ${perCall(before, around.before)}, on average`;
}

function format({ least, most }: Range): string {
  const [low, high] = [least, most].map((count) => formatNumber(Number(count.toPrecision(2))));
  if (least === most) return formatNumber(most);
  return isSteady({ least, most }) || low === high ? `about ${high}` : `${low} to ${high}`;
}

function formatNumber(count: number): string {
  return count.toLocaleString('en-US');
}
