import type { GrownBlock, RunRecord, Side } from '../../contract/documents.ts';
import type { Blocks, Execution } from '../../contract/execution.ts';
import type { CountedCalls, Explainer } from '../../contract/explainer.ts';
import type { SuiteTest } from '../../contract/suite.ts';
import type { Bench } from '../bench.ts';
import { executeApart } from '../execute-apart.ts';
import { nameLog } from '../journal/log-path.ts';
import type { Repository } from '../revisions/repository.ts';

/** For each side: with fewer, calls of unchanged code seem to move. */
const runsOfCalls = 4;
/** Of each side: what differs between two of them is no change. */
const runsOfBlocks = 2;
const timeIsUp =
  'how often its loops ran was not counted: that takes longer than there is time for';
const mostDiff = 4 * 1024 * 1024;

type Calls = NonNullable<Execution['calls']>;

export interface Asked {
  test: SuiteTest;
  explainer: Explainer;
  diff: string;
  leftMs: () => number;
}

export interface FoundBlocks {
  blocks: GrownBlock[];
  /** What kept it from counting more. */
  notes: readonly string[];
}

/**
 * Counts how often the code of a test runs on both sides. The second execution of a side is left out if the first shows
 * nothing.
 * @returns undefined if nothing counts in what the test runs, or it did not pass, or there is no time to begin
 */
export async function countBlocks(
  bench: Bench,
  { diff, explainer, leftMs, test }: Asked,
): Promise<FoundBlocks | undefined> {
  const counted: Record<Side, Blocks[]> = { before: [], after: [] };
  const seeded = { ...test, environment: { PYTHONHASHSEED: '0', ...test.environment } };
  for (let run = 0; run < runsOfBlocks; run += 1) {
    for (const side of bench.sides) {
      if (bench.ports.signal.aborted) return undefined;
      if (leftMs() <= 0) {
        return counted.before.length === 0 ? undefined : { blocks: [], notes: [timeIsUp] };
      }
      const log = logOf(bench, test, side);
      // Some programs take many times as long while they are counted.
      const look = { watches: 'blocks', timeoutMs: Math.min(test.timeoutMs, leftMs()) } as const;
      const { blocks, outcome } = await executeApart(bench, seeded, side, log, look);
      if (outcome.status === 'timed-out') return { blocks: [], notes: [timeIsUp] };
      if (outcome.status !== 'passed' || blocks === undefined) return undefined;
      const { notes, threads } = blocks;
      if (threads.length === 0) return { blocks: [], notes };
      counted[side].push(blocks);
    }
    const blocks = explainer.compareBlocks(counted, diff);
    if (blocks.length === 0 || run === runsOfBlocks - 1) return { blocks, notes: [] };
  }
  return undefined;
}

/** @returns fewer runs than wanted where they show enough, or time is up; undefined where this host counts none, or one did not pass */
export async function countCalls(
  bench: Bench,
  { explainer, leftMs, test }: Omit<Asked, 'diff'>,
): Promise<CountedCalls | undefined> {
  const counted = { before: [] as Calls[], after: [] as Calls[] };
  const means = new Set<Execution['callsBy']>();
  let ended: CountedCalls['ended'];
  for (const side of Array.from({ length: runsOfCalls }, () => bench.sides).flat()) {
    if (bench.ports.signal.aborted) return undefined;
    const timeoutMs = Math.min(test.timeoutMs, leftMs());
    if (timeoutMs <= 0) {
      ended = 'time';
      break;
    }
    const look = { watches: 'calls', timeoutMs } as const;
    const { calls, callsBy, outcome } = await executeApart(
      bench,
      test,
      side,
      logOf(bench, test, side),
      look,
    );
    if (calls === undefined) return undefined;
    if (outcome.status === 'timed-out') {
      ended = timeoutMs === test.timeoutMs ? 'limit' : 'time';
      break;
    }
    if (outcome.status !== 'passed') return undefined;
    counted[side].push(calls);
    means.add(callsBy);
    if (side === bench.sides.at(-1) && !explainer.mayCallsMove(counted)) break;
  }
  const [by] = means;
  return means.size > 1 ? undefined : { ...counted, by, ...(ended && { ended }) };
}

function logOf(bench: Bench, test: SuiteTest, side: Side): string {
  const index = bench.tests.findIndex(({ name }) => name === test.name);
  return nameLog(test.name, index, side, 'profiled');
}

/** The code of a test that runs more often than before. */
export async function findBlocks(
  bench: Bench,
  test: SuiteTest,
  repository: Repository,
): Promise<GrownBlock[]> {
  const { explainer } = bench.ports;
  if (explainer === undefined) return [];
  const diff = await readDiff(repository, bench.record);
  const endMs = performance.now() + explainer.limitMs;
  const leftMs = (): number => endMs - performance.now();
  const found = await countBlocks(bench, { test, explainer, diff, leftMs });
  return found?.blocks ?? [];
}

/** Lines that begin a function or a class, which git names above a change; by itself it knows those without indentation. */
const beginnings = [
  '!^[ \t]*(//|/?[*]|#[ \t!])',
  '!^[ \t]*(}? *else|if|for|while|switch|catch|with|do|return|await|try|case)([^A-Za-z0-9_$]|$)',
  '^([ \t]*(.*[ \t])?(function[*]?|def|fn|func|class)[ \t].*)$',
  '^([ \t]*((async|static|get|set|public|private|protected|override|[*])[ \t]+)*[#A-Za-z_$][A-Za-z0-9_$]*[ \t]*[(].*[)][^=;]*[{])[ \t]*$',
  '^([ \t]*((export|const|let|var|static|default|public|private|readonly)[ \t]+)*[#A-Za-z_$][A-Za-z0-9_$]*[ \t]*[=:].*(function|=>).*)$',
  '^([A-Za-z_$].*)$',
].join('\n');

/** Nothing where it is large: then no function is said to be touched by the change. */
export async function readDiff(
  repository: Repository,
  { after, before }: RunRecord,
): Promise<string> {
  const options = ['--unified=0', '--no-color', '--no-ext-diff', '--no-textconv', '--no-renames'];
  const { exitCode, stdout } = await repository.git([
    ...[
      ...['-c', 'core.quotePath=false', '-c', `diff.default.xfuncname=${beginnings}`],
      'diff',
      ...options,
      '--src-prefix=a/',
      '--dst-prefix=b/',
      before.commit,
      after.commit,
    ],
  ]);
  return exitCode === 0 && stdout.length < mostDiff ? stdout : '';
}
