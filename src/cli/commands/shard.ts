import { countThings } from '../../contract/count-things.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { shardsOnEach } from '../../contract/platforms.ts';
import type { Suite } from '../../contract/suite.ts';
import { formatQuantity } from '../../contract/units.ts';
import { exitCode, UserError, type ExitCode } from '../../contract/user-error.ts';
import { makePlain } from '../../report/plain-text.ts';
import { readRecords } from '../../runner/journal/read-records.ts';
import { loadSuite } from '../../suite/load-suite.ts';
import { selectTests } from '../../suite/select-tests.ts';
import { assignShards, type ShardPlan } from '../../suite/shards/assign-shards.ts';
import { expectDurations, type ExpectedDurations } from '../../suite/shards/expect-durations.ts';
import { checkTotal } from '../../suite/shards/parse-shard.ts';
import {
  evenEnough,
  measureBalance,
  type Placement,
  placementOf,
  rebalance,
} from '../../suite/shards/rebalance.ts';
import { writePins } from '../../suite/shards/write-pins.ts';
import { renderPlatforms } from '../render-platforms.ts';
import { findRoot, findSuiteFile } from '../workplace.ts';
import type { Command } from 'commander';
import { end } from '../end-with.ts';
import { suiteFile } from '../shared-options.ts';

interface ShardOptions {
  config?: string;
  total?: string;
  nightly?: boolean;
  /** Run records, or folders that hold some. */
  durations?: string[];
  rebalance?: boolean;
}

export function declareCommand(command: Command): void {
  suiteFile(command)
    .option('--total <number>', 'how many shards (default: what perigee.yml says)')
    .option('--nightly', 'also the tests marked `when: nightly`')
    .option(
      '--durations <record...>',
      'run records, or folders of them, that say how long tests take',
    )
    .option('--rebalance', 'pin tests in perigee.yml so that shards take equally long')
    .action((options: ShardOptions) => end(shard(options)));
}

/** `perigee shard`: which shard runs which test, for how long, and how that can be evened out. */
async function shard(options: ShardOptions): Promise<ExitCode> {
  const file = findSuiteFile(findRoot(process.cwd()), options.config);
  const suite = await loadSuite(file);
  const total = chooseTotal(options.total, suite);
  const tests = selectTests(suite, { when: options.nightly === true ? 'nightly' : 'commit' });
  for (const line of renderPlatforms(suite.shards)) write(line);
  const durations = await readDurations(options.durations, tests, suite);
  const { pins } = suite.shards;
  if (options.rebalance !== true) {
    write(renderPlan(assignShards(tests, total, { pins }), durations));
    return exitCode.nothingRegressed;
  }
  if (durations === undefined) throw refuseWithoutDurations();
  const kept = new Map([...pins].filter(([, index]) => index < total));
  balance(file, assignShards(tests, total, { pins: kept }), durations);
  return exitCode.nothingRegressed;
}

/** Says what it does before it does it. */
function balance(file: string, today: ShardPlan, durations: ExpectedDurations): void {
  const { total } = today;
  const before = placementOf(today);
  const after = rebalance(before, durations.byTest, total);
  const moved = new Map([...after].filter(([name, index]) => before.get(name) !== index));
  for (const [name, to] of moved) {
    const from = before.get(name) ?? to;
    write(
      `${makePlain(name)} (${formatExpectedDuration(name, durations)}): shard ${from + 1} → ${to + 1}`,
    );
  }
  if (moved.size === 0) {
    write(`no test moves: the longest shard would not become ${evenEnough * 100}% shorter`);
    write(formatBalance(before, durations, total));
  } else {
    write(`before: ${formatBalance(before, durations, total)}`);
    write(`after:  ${formatBalance(after, durations, total)}`);
  }
  const text = readFileSync(file, 'utf8');
  const edited = writePins(text, { total, pins: moved });
  if (edited === text) {
    write(`${basename(file)} stays as it is`);
    return;
  }
  writeFileSync(file, edited);
  write(
    `${basename(file)}: wrote pins and total: ${total}; commit it, so that every runner reads it`,
  );
}

/** Every shard with its tests in the order in which they run. */
function renderPlan(plan: ShardPlan, durations: ExpectedDurations | undefined): string {
  const { total, tests } = plan;
  const placement = placementOf(plan);
  const loadsMs = durations && measureBalance(placement, durations.byTest, total).loadsMs;
  const lines = Array.from({ length: total }, (_, index) => {
    const own = tests.filter(({ shard: one }) => one === index);
    const load = loadsMs === undefined ? '' : `, ${formatTime(loadsMs[index])}`;
    const count = countThings(own.length, 'test');
    return [
      `shard ${index + 1} of ${total}: ${count}${load}`,
      ...own.map(({ test, isPinned }) => {
        const time =
          durations === undefined ? '' : `, ${formatExpectedDuration(test.name, durations)}`;
        return `    ${makePlain(test.name)}${time}${isPinned ? ', pinned' : ''}`;
      }),
    ].join('\n');
  });
  if (durations !== undefined) lines.push(`\n${formatBalance(placement, durations, total)}`);
  return lines.join('\n');
}

function formatBalance(placement: Placement, { byTest }: ExpectedDurations, total: number): string {
  const { imbalance, longestMs } = measureBalance(placement, byTest, total);
  return `the longest shard takes ${formatTime(longestMs)}, ${Math.round(imbalance * 100)}% more than the mean`;
}

function formatExpectedDuration(name: string, { byTest, assumed }: ExpectedDurations): string {
  return `${formatTime(byTest.get(name))}${assumed.has(name) ? ' assumed, no record' : ''}`;
}

function formatTime(durationMs = 0): string {
  return formatQuantity(durationMs * 1e6, 'ns');
}

function write(text: string): void {
  process.stdout.write(`${text}\n`);
}

function chooseTotal(asked: string | undefined, suite: Suite): number {
  if (asked !== undefined) return checkTotal(/^\d+$/.test(asked) ? Number(asked) : NaN, '--total');
  // The split is the same on each platform.
  const each = shardsOnEach(suite.shards);
  if (each !== undefined) return each;
  throw new UserError({
    seen: `how many shards is said neither by --total nor in ${basename(suite.file)}`,
    expected: 'a number from 1 to 256',
    remedy: 'add --total 4, or write shards: { total: 4 } into the file',
  });
}

async function readDurations(
  paths: readonly string[] | undefined,
  tests: Parameters<typeof expectDurations>[0],
  suite: Suite,
): Promise<ExpectedDurations | undefined> {
  if (paths === undefined) return undefined;
  const durations = expectDurations(tests, suite, await readRecords(paths));
  if (durations !== undefined) return durations;
  throw new UserError({
    where: '--durations',
    seen: 'these run records hold none of the tests',
    expected: `records of the suite ${JSON.stringify(suite.name)}`,
  });
}

function refuseWithoutDurations(): UserError {
  return new UserError({
    where: '--rebalance',
    seen: 'nothing says how long the tests take',
    expected: '--durations with at least one run record',
    remedy: 'name a run, e.g. --durations .perigee/runs/<id>, or the artifacts of a build',
  });
}
