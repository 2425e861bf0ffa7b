import type { GrownBlock, RunRecord, Side } from '../../contract/documents.ts';
import type { Blocks } from '../../contract/execution.ts';
import type { Explainer } from '../../contract/explainer.ts';
import type { SuiteTest } from '../../contract/suite.ts';
import type { Bench } from '../bench.ts';
import { executeApart } from '../execute-apart.ts';
import { nameLog } from '../journal/log-path.ts';
import type { Repository } from '../revisions/repository.ts';

/** Of each side: what differs between two of them is no change. */
const runs = 2;
const timeIsUp =
  'how often its loops ran was not counted: that takes longer than there is time for';
const mostDiff = 4 * 1024 * 1024;

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
  const index = bench.tests.findIndex(({ name }) => name === test.name);
  const seeded = { ...test, environment: { PYTHONHASHSEED: '0', ...test.environment } };
  for (let run = 0; run < runs; run += 1) {
    for (const side of bench.sides) {
      if (bench.ports.signal.aborted) return undefined;
      if (leftMs() <= 0) {
        return counted.before.length === 0 ? undefined : { blocks: [], notes: [timeIsUp] };
      }
      const log = nameLog(test.name, index, side, 'profiled');
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
    if (blocks.length === 0 || run === runs - 1) return { blocks, notes: [] };
  }
  return undefined;
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
