import { createHash } from 'node:crypto';
import { alarmDays } from '../../../src/gate/record/answer-gate.ts';
import { describeRecord } from '../../../src/gate/record/describe-record.ts';
import { type SeriesStore, StoreUnavailable } from '../../../src/store/series-store.ts';
import type { LookPorts } from '../ports.ts';
import type { Repository } from '../subject.ts';

const dayMs = 24 * 3_600_000;
/** A store that is away is waited for once in a sweep, and not for each repository. */
const awayMs = 10 * 60_000;

/** Gives the store what the ledger knows of a repository, for dashboards that ask the store itself. */
export interface MarkKeeper {
  /** Writes what changed since the last time. While the store is away, that waits for the next time. */
  keep(repository: Repository, signal: AbortSignal): Promise<void>;
}

export function createMarkWriter({
  ledger,
  logger,
  nowMs,
  store,
}: Pick<LookPorts, 'ledger' | 'logger' | 'nowMs'> & {
  store: Pick<SeriesStore, 'keepMarks'>;
}): MarkKeeper {
  /** A digest of each part that was written. */
  const kept = new Map<string, string>();
  let awayUntilMs = 0;
  return {
    async keep({ id, name, owner }, signal) {
      const repository = `${owner}/${name}`;
      const now = nowMs();
      if (now < awayUntilMs) return;
      const entries = ledger.listGateEntries(id, now - alarmDays * dayMs);
      const news = new Map<string, string>();
      const isNews = (part: string, value: readonly unknown[]): boolean => {
        const key = `${id} ${part}`;
        const digest = digestOf(value);
        news.set(key, digest);
        return kept.get(key) !== digest;
      };
      const { nights } = describeRecord(entries, { nowMs: now, days: alarmDays });
      const gate = isNews('gate', entries) ? { judged: entries, nights } : {};
      const alerts = ledger
        .listAlerts(repository)
        .filter((one) => isNews(`alert ${one.number}`, [one]));
      try {
        await store.keepMarks(repository, { alerts, ...gate }, signal);
        for (const [key, digest] of news) kept.set(key, digest);
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof StoreUnavailable)) throw error;
        awayUntilMs = nowMs() + awayMs;
        logger.log('warn', 'the store has no marks of alerts and gate yet', { why: error.message });
      }
    },
  };
}

/** One at a time: together they are a long text. */
function digestOf(values: readonly unknown[]): string {
  const hash = createHash('sha256');
  for (const value of values) hash.update(`${JSON.stringify(value)}\n`);
  return hash.digest('base64');
}
