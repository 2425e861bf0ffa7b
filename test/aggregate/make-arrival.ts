import type { Arrival } from '../../src/aggregate/arrival.ts';

/** The event of one shard of build `runId`, with a digest of its own for each attempt. */
export function makeArrival(
  runId: string,
  index: number,
  more: { total?: number; attempt?: number; position?: string; dueAtMs?: number } = {},
): Arrival {
  const { total = 3, attempt = 1, dueAtMs = 10_000 } = more;
  const name = `${runId}-${index}-of-${total}-attempt-${attempt}`;
  return {
    build: { repository: 'acme/sync', suite: 'sync', runId },
    shard: {
      ...{ index, total, attempt },
      planDigest: 'd'.repeat(64),
      artifact: {
        store: 'directory',
        location: name,
        sha256: Buffer.from(name).toString('hex').padEnd(64, '0').slice(-64),
        bytes: 1,
      },
    },
    hold: { position: more.position ?? name },
    dueAtMs,
  };
}
