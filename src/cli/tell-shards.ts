import { formatQuantity } from '../contract/units.ts';
import { makePlain } from '../report/plain-text.ts';
import type { ShardPlan } from '../suite/shards/assign-shards.ts';
import { measureBalance, placementOf, type Placement } from '../suite/shards/balance.ts';
import type { ExpectedDurations } from '../suite/shards/expect-durations.ts';
import { worthMoving } from '../suite/shards/rebalance.ts';

/** Every shard with its tests in the order in which they run. */
export function tellPlan(plan: ShardPlan, durations: ExpectedDurations | undefined): string {
  const { total, tests } = plan;
  const balance = durations && measureBalance(placementOf(plan), durations.byTest, total);
  const lines = Array.from({ length: total }, (_, index) => {
    const own = tests.filter(({ shard }) => shard === index);
    const load = balance === undefined ? '' : `, ${formatTime(balance.loadsMs[index])}`;
    const count = `${own.length} ${own.length === 1 ? 'test' : 'tests'}`;
    return [
      `shard ${index + 1} of ${total}: ${count}${load}`,
      ...own.map(({ test, isPinned }) => {
        const time = durations === undefined ? '' : `, ${tellDuration(test.name, durations)}`;
        return `    ${makePlain(test.name)}${time}${isPinned ? ', pinned' : ''}`;
      }),
    ].join('\n');
  });
  if (balance !== undefined) lines.push(`\n${sentence(balance)}`);
  return lines.join('\n');
}

/** Each test that changes its shard, in the order of the file. */
export function tellMoves(
  before: Placement,
  after: Placement,
  durations: ExpectedDurations,
): string {
  const moves = [...before].flatMap(([name, from]) => {
    const to = after.get(name) ?? from;
    if (to === from) return [];
    const time = tellDuration(name, durations);
    return [`${makePlain(name)} (${time}): shard ${from + 1} → ${to + 1}`];
  });
  if (moves.length > 0) return moves.join('\n');
  return `no test moves: the longest shard would not become more than ${worthMoving * 100}% shorter`;
}

export function tellBalance(
  before: Placement,
  after: Placement,
  durations: ExpectedDurations,
  total: number,
): string {
  const of = (placement: Placement): string =>
    sentence(measureBalance(placement, durations.byTest, total));
  return before === after ? of(before) : `before: ${of(before)}\nafter:  ${of(after)}`;
}

function sentence({ longestMs, imbalance }: { longestMs: number; imbalance: number }): string {
  return `the longest shard takes ${formatTime(longestMs)}, ${Math.round(imbalance * 100)}% more than the mean`;
}

function tellDuration(name: string, { byTest, assumed }: ExpectedDurations): string {
  return `${formatTime(byTest.get(name))}${assumed.has(name) ? ' assumed, no record' : ''}`;
}

function formatTime(durationMs = 0): string {
  return formatQuantity(durationMs * 1e6, 'ns');
}
