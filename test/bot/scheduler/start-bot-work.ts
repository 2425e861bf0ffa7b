import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createBotMetrics } from '../../../bot/src/bot-metrics.ts';
import type { AnyDelivery, Delivery } from '../../../bot/src/deliveries/delivery.ts';
import { writeMessage } from '../../../bot/src/deliveries/message.ts';
import type { PullRequest } from '../../../bot/src/github/github-side.ts';
import { openLedger } from '../../../bot/src/ledger/open-ledger.ts';
import { type Repository, type Subject, subjectKey } from '../../../bot/src/subject.ts';
import { usualLimits, type WorkPorts } from '../../../bot/src/scheduler/ports.ts';
import { startWork } from '../../../bot/src/scheduler/start-work.ts';
import type { Told } from '../../../src/contract/documents.ts';
import { readHere } from '../../../src/settings/readers/readers.ts';
import type { LogFacts } from '../../../src/logging/logger.ts';
import { createMetricRegistry } from '../../../src/logging/metrics.ts';
import type { EventQueue } from '../../../src/transport/eventlog/event-log.ts';
import { openSqliteQueue } from '../../../src/transport/eventlog/sqlite/sqlite-queue.ts';

export const repository: Repository = { installation: 7, owner: 'acme', name: 'sync', id: 5 };
export const commit = 'ab'.repeat(20);

export function makePull(number: number, more: Partial<PullRequest> = {}): PullRequest {
  return {
    ...{ number, isOpen: true, isMerged: false, head: commit, headBranch: 'topic', fork: false },
    ...{ baseBranch: 'main', base: 'cd'.repeat(20), author: 'ada', updatedAtMs: Date.now() },
    url: `https://github.com/acme/sync/pull/${number}`,
    ...more,
  };
}

/** A place for logs and ledger that outlives a process, as long as the test runs. */
export function makePlace() {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-work-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return {
    folder,
    openDeliveries: () => openSqliteQueue({ file: join(folder, 'deliveries.sqlite') }),
    openBuilds: () => openSqliteQueue({ file: join(folder, 'events.sqlite') }),
  };
}
export type Place = ReturnType<typeof makePlace>;

const nothingOnGithub: WorkPorts['github'] = {
  findPullRequests: async () => [],
  listOpenPullRequests: async () => [],
  findRunOrigin: async () => undefined,
  defaultBranch: async () => 'main',
  listRepositories: async () => [repository],
  redeliverMissed: async () => 0,
  readFile: async () => undefined,
};

export interface Changes {
  github?: Partial<WorkPorts['github']>;
  reconcile?: (subject: Subject) => Promise<void>;
  executeCommand?: (delivery: Delivery) => Promise<void>;
  findFacts?: WorkPorts['findFacts'];
  deliveries?: EventQueue;
  workers?: number;
  jobsEveryMs?: number;
}

/** The work of the bot on logs in files, with a GitHub that is a plain object, as long as the test runs. */
export function startBotWork(place: Place, changes: Changes = {}) {
  const stop = new AbortController();
  const abandon = new AbortController();
  const deliveries = changes.deliveries ?? place.openDeliveries();
  const builds = place.openBuilds();
  const ledger = openLedger(join(place.folder, 'bot.sqlite'));
  const metrics = createBotMetrics(createMetricRegistry());
  const looks: string[] = [];
  const commands: string[] = [];
  const lines: { level: string; message: string; facts: LogFacts }[] = [];
  const work = startWork(
    {
      groups: { report: 'perigee-report', bot: 'perigee-bot' },
      ...{ appId: 12, deliveries, builds, ledger, metrics },
      github: { ...nothingOnGithub, ...changes.github },
      findFacts: changes.findFacts ?? (async () => undefined),
      readers: readHere,
      reconcile: async (subject) => {
        await changes.reconcile?.(subject);
        ledger.scheduleLook(subject, undefined);
        looks.push(subjectKey(subject));
      },
      watchGate: async () => undefined,
      executeCommand: async (delivery) => {
        await changes.executeCommand?.(delivery);
        commands.push(delivery.id);
      },
      logger: { log: (level, message, facts = {}) => void lines.push({ level, message, facts }) },
      ...{ nowMs: Date.now, clockMs: () => performance.now() },
    },
    { stop: stop.signal, abandon: abandon.signal },
    {
      ...usualLimits,
      patience: { firstPauseMs: 20, longestPauseMs: 50 },
      dueEveryMs: 20,
      jobsEveryMs: changes.jobsEveryMs ?? usualLimits.jobsEveryMs,
      ...(changes.workers === undefined ? {} : { workers: changes.workers }),
    },
  );
  let ended: Promise<unknown> | undefined;
  const end = async (): Promise<void> => {
    await work.ended;
    await work.close();
    ledger.close();
    await Promise.all([deliveries.close(), builds.close()]);
  };
  const close = async (isAbandoned = false): Promise<void> => {
    stop.abort();
    if (isAbandoned) abandon.abort();
    await (ended ??= end());
  };
  onTestFinished(() => close());
  return {
    ...{ work, ledger, looks, commands, lines, metrics, deliveries, builds },
    tell: (what: Told, id = 'guid') => tell(deliveries, { id, repository, what }),
    /** @returns messages that are not done */
    lag: async () => (await deliveries.openSource('perigee-bot').lag()).messages,
    stop: () => close(),
    /** As a power cut: nothing is finished. */
    abandon: () => close(true),
  };
}

/** Each of them, without the moment. */
type Untimed<Each> = Each extends AnyDelivery ? Omit<Each, 'receivedAt'> : never;

export async function tell(queue: EventQueue, delivery: Untimed<AnyDelivery>): Promise<void> {
  const value = writeMessage({ receivedAt: new Date().toISOString(), ...delivery });
  await queue.appendRaw({ key: '5', value });
}
