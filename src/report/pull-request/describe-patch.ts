import { hasPlatforms } from '../../contract/compare-platforms.ts';
import type { Verdict } from '../../contract/documents.ts';
import { wholeTestSpan } from '../../contract/execution.ts';
import { countedMetric } from '../../contract/metrics.ts';
import { namePlatform } from '../../contract/platforms.ts';
import { formatQuantity } from '../../contract/units.ts';
import { makePlain } from '../plain-text.ts';
import type { SortedJudgement } from './sort-judgement.ts';

/**
 * How to see the same on one's own machine: a command that can be pasted, on which platform, and how long it takes.
 * @param tests that are worse
 */
export function describePatch(
  tests: readonly string[],
  sorted: SortedJudgement,
  verdict: Verdict,
  program = 'npx perigee',
): string {
  const { blocking, brokenTests } = sorted;
  const command = namePatch(tests, program);
  const where = findPlatform(sorted, verdict);
  const place = where === undefined ? '' : ` on ${namePlatform(where)}`;
  // Its times say nothing of it.
  if (brokenTests.length === 0 && blocking.every(({ metric }) => metric === countedMetric)) {
    return `run \`${command} --instructions only\`${place} to count the fix`;
  }
  const tookNs = verdict.series
    .filter(({ metric, span }) => metric === 'latency' && span === wholeTestSpan)
    .filter(({ platform }) => where === undefined || platform === where)
    .filter(({ test }) => !command.includes(' --test ') || test === tests[0])
    .flatMap(({ after, before }) => [before, after])
    .reduce((sum, { location = 0, values }) => sum + location * values.length, 0);
  return `run \`${command}\`${place} to measure the fix${tookNs < 1e9 ? '' : ` (about ${formatQuantity(tookNs, 'ns', 2)})`}`;
}

/** Where a build of several platforms is worse, if that is one of them. */
function findPlatform(
  { blocking, brokenTests }: SortedJudgement,
  verdict: Verdict,
): string | undefined {
  const worse = new Set([
    ...blocking.map(({ platform }) => platform),
    ...brokenTests.flatMap(({ outcome }) => outcome?.platform ?? []),
  ]);
  return hasPlatforms(verdict) && worse.size === 1 ? [...worse][0] : undefined;
}

const longestCommand = 120;

function namePatch([test = '', ...others]: readonly string[], program: string): string {
  const name = makePlain(test);
  const isShort = others.length === 0 && name.length <= longestCommand && !/[`"$\\!]/.test(name);
  return `${program} patch${isShort ? ` --test "${name}"` : ''}`;
}
