import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Suite } from '../../contract/suite.ts';
import { exitCode, UserError, type ExitCode } from '../../contract/user-error.ts';
import { readRecords } from '../../runner/journal/read-records.ts';
import { loadSuite } from '../../suite/load-suite.ts';
import { selectTests } from '../../suite/select-tests.ts';
import { assignShards, type ShardPlan } from '../../suite/shards/assign-shards.ts';
import { placementOf } from '../../suite/shards/balance.ts';
import { expectDurations, type ExpectedDurations } from '../../suite/shards/expect-durations.ts';
import { checkTotal } from '../../suite/shards/parse-shard.ts';
import { keepPins, planPins } from '../../suite/shards/plan-pins.ts';
import { rebalance } from '../../suite/shards/rebalance.ts';
import { writePins } from '../../suite/shards/write-pins.ts';
import type { ShardOptions } from '../options.ts';
import { tellBalance, tellMoves, tellPlan } from '../tell-shards.ts';
import { findRoot, findSuiteFile } from '../workplace.ts';

/** `perigee shard`: which shard runs which test, for how long, and how that can be evened out. */
export async function shard(options: ShardOptions): Promise<ExitCode> {
  const file = findSuiteFile(findRoot(process.cwd()), options.config);
  const suite = await loadSuite(file);
  const total = chooseTotal(options.total, suite);
  const tests = selectTests(suite, { when: options.nightly === true ? 'nightly' : 'commit' });
  const durations = await readDurations(options.durations, tests, suite);
  if (options.rebalance !== true) {
    write(tellPlan(assignShards(tests, total, suite.shards.pins), durations));
    return exitCode.nothingRegressed;
  }
  if (durations === undefined) throw refuseWithoutDurations();
  const today = assignShards(tests, total, keepPins(suite.shards.pins, total));
  balance(file, suite, today, durations);
  return exitCode.nothingRegressed;
}

/** Says what it does before it does it. */
function balance(file: string, suite: Suite, today: ShardPlan, durations: ExpectedDurations): void {
  const { total } = today;
  const before = placementOf(today);
  const after = rebalance(before, durations.byTest, total);
  const pins = planPins(suite.shards.pins, before, after, total);
  write(tellMoves(before, after, durations));
  write(tellBalance(before, after, durations, total));
  const text = readFileSync(file, 'utf8');
  const edited =
    pins.size === 0 && suite.shards.total === total ? text : writePins(text, { total, pins });
  if (edited === text) {
    write(`${basename(file)} stays as it is`);
    return;
  }
  writeFileSync(file, edited);
  const count = `${pins.size} ${pins.size === 1 ? 'pin' : 'pins'}`;
  write(
    `${basename(file)}: wrote ${count} and total: ${total}; commit it, so that every runner reads it`,
  );
}

function write(text: string): void {
  process.stdout.write(`${text}\n`);
}

function chooseTotal(asked: string | undefined, suite: Suite): number {
  if (asked !== undefined) return checkTotal(/^\d+$/.test(asked) ? Number(asked) : NaN, '--total');
  if (suite.shards.total !== undefined) return suite.shards.total;
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
