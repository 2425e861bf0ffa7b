import type { Verdict } from '../../../src/contract/documents.ts';
import { seriesKey } from '../../../src/contract/series-key.ts';
import { judgeTests } from '../../../src/verdict/judge-tests.ts';
import type { AttemptVerdict } from '../ledger/ledger.ts';
import { isBySameRules } from './describe-basis.ts';
import { unprovenCode } from '../left-out/prove-left-out.ts';

/**
 * Whether a verdict may take the place of the one that was kept of the same attempt and base. What an attempt
 * found stays found: only other thresholds on the base branch take a regression back, and then everything that
 * it was judged from has to be there still. By the same rules more shards may come, more may be proven
 * of tests that were left out, and nothing may go.
 */
export function mayReplace(
  older: AttemptVerdict,
  newer: Pick<AttemptVerdict, 'basis' | 'verdict'>,
): boolean {
  const [before, after] = [readShards(older.verdict), readShards(newer.verdict)];
  const isWhole =
    before.total === after.total && after.missing.every((index) => before.missing.includes(index));
  if (!isWhole) return false;
  const findings = listFindings(older.verdict);
  // An earlier version kept it, without its artifacts.
  if (older.evidence === undefined && findings.length > 0) return false;
  if (!isBySameRules(newer.basis ?? '', older.basis)) return true;
  const found = new Set(listFindings(newer.verdict));
  const isMore = after.missing.length < before.missing.length;
  // Later runs of the default branch may prove more.
  const isProven = countUnproven(newer.verdict) < countUnproven(older.verdict);
  return (isMore || isProven) && findings.every((finding) => found.has(finding));
}

/** Tests that were left out, and of which nothing tells that the change cannot touch them. */
export function countUnproven({ problems }: Verdict): number {
  return problems.filter(({ code }) => code === unprovenCode).length;
}

/** A verdict over one shard does not list it. */
function readShards({ shards }: Verdict): NonNullable<Verdict['shards']> {
  return shards ?? { total: 1, received: [0], missing: [] };
}

/** Series that are worse than allowed, and tests that broke. */
function listFindings({ series, tests }: Verdict): string[] {
  return [
    ...series.filter(({ state }) => state === 'regressed').map(seriesKey),
    ...judgeTests(tests).broken.map((name) => `test ${name}`),
  ];
}
