import { Refused, Unavailable } from '../../../src/transport/platform-errors.ts';
import { type Repository, type Subject, subjectKey } from '../subject.ts';
import { listRecent, type SearchPorts } from './find-subjects.ts';
import type { WorkPorts } from './ports.ts';

export interface Sweeping {
  ports: SearchPorts &
    Pick<WorkPorts, 'github' | 'ledger' | 'logger' | 'metrics' | 'nowMs' | 'watchGate'>;
  /** Something that may have to be looked at. */
  wake(subject: Subject): void;
}

/** GitHub keeps what it delivered for three days. */
const keptByGithubMs = 3 * 24 * 3_600_000;
/** A webhook that is on its way while a sweep begins belongs to the next one too. */
const overlapMs = 60_000;

export interface Sweep {
  /**
   * Repairs what was missed: unacknowledged webhooks come again, and all that may wait for a
   * check is looked at. Of the unchanged ones that have a check, some are: thresholds may have changed. The issue about
   * the gate itself follows too: its alarms come with time.
   * @returns whether nothing was left out; where something was, the next one begins at the same moment
   */
  run(signal: AbortSignal): Promise<boolean>;
}

export function createSweep({ ports, wake }: Sweeping): Sweep {
  const { github, ledger, logger, metrics, nowMs } = ports;
  const rounds = createQuietRounds();
  let sinceMs: number | undefined;

  /** @returns false where it could not be done now */
  const attempt = async (
    what: string,
    signal: AbortSignal,
    work: () => Promise<void>,
  ): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof Refused) && !(error instanceof Unavailable)) throw error;
      // After a stop nothing was refused.
      if (signal.aborted) return false;
      logger.log('warn', 'a sweep leaves something out', { what, why: error.message });
      // GitHub's refusals do not change within an hour.
      return error instanceof Refused;
    }
  };
  const sweepAll = async (fromMs: number, signal: AbortSignal): Promise<boolean> => {
    let isWhole = await attempt('missed webhooks', signal, async () => {
      const count = await github.redeliverMissed(fromMs);
      metrics.redelivered.add(count);
      if (count > 0) logger.log('info', 'asked for missed webhooks again', { count });
    });
    for (const subject of ledger.listUnfinished()) wake(subject);
    let repositories: Repository[] = [];
    const isListed = await attempt('the repositories', signal, async () => {
      repositories = await ports.directory.refresh();
    });
    isWhole &&= isListed;
    const quiet: Subject[] = [];
    for (const repository of repositories) {
      if (signal.aborted) return false;
      const isSeen = await attempt(`${repository.owner}/${repository.name}`, signal, async () => {
        for (const { subject, updatedAtMs } of await listRecent(ports, repository)) {
          if (updatedAtMs >= fromMs) wake(subject);
          else quiet.push(subject);
        }
        await ports.watchGate(repository, signal);
      });
      isWhole &&= isSeen;
    }
    for (const subject of rounds.choose(quiet)) wake(subject);
    return isWhole;
  };

  return {
    run: async (signal) => {
      const startedAtMs = nowMs();
      const fromMs = sinceMs ?? startedAtMs - keptByGithubMs;
      const isWhole = await sweepAll(fromMs, signal);
      ledger.maintain(nowMs());
      if (isWhole) sinceMs = startedAtMs - overlapMs;
      metrics.sweeps.add(1, { outcome: isWhole ? 'whole' : 'partial' });
      logger.log('info', 'swept', { isWhole, tookMs: nowMs() - startedAtMs });
      return isWhole;
    },
  };
}

/**
 * Unchanged subjects for each sweep, in one installation. A look asks GitHub some fifteen things, and
 * GitHub answers 5,000 in an hour: this many leave most of them to what happens.
 */
export const quietAtOnce = 100;

interface QuietRounds {
  /** Those whose turn it is, so that each has one some day. @param quiet of all installations */
  choose(quiet: readonly Subject[]): Subject[];
}

export function createQuietRounds(): QuietRounds {
  /** Installation → the last one that had its turn. */
  const reached = new Map<number, string>();
  return {
    choose: (quiet) =>
      [...Map.groupBy(quiet, ({ repository }) => repository.installation)].flatMap(
        ([installation, all]) => {
          const last = reached.get(installation) ?? '';
          const sorted = all
            .map((subject) => ({ subject, key: subjectKey(subject) }))
            .sort((a, b) => (a.key < b.key ? -1 : 1));
          const next = sorted.findIndex(({ key }) => key > last);
          const start = Math.max(0, next);
          const chosen = [...sorted.slice(start), ...sorted.slice(0, start)].slice(0, quietAtOnce);
          reached.set(installation, chosen.at(-1)?.key ?? '');
          return chosen.map(({ subject }) => subject);
        },
      ),
  };
}
