import type { IncomingMessage, ServerResponse } from 'node:http';
import { openWorkMarks } from '../../src/async/work-marks.ts';
import type { BotContext } from '../../src/settings/bot-role.ts';
import { formatInOneLine } from '../../src/transport/eventlog/one-line.ts';
import { openPurses, payAlsoFrom, payFrom, type Purse } from '../../src/transport/rest/spending.ts';
import type { BotMetrics } from './bot-metrics.ts';
import { createCommands } from './commands/create-commands.ts';
import type { Delivery } from './deliveries/delivery.ts';
import type { GithubSide } from './github/open-github-side.ts';
import { openGithubSide } from './github/open-github-side.ts';
import { openLedger } from './ledger/open-ledger.ts';
import { type BotWork, startWork } from './scheduler/start-work.ts';
import { watchApp } from './scheduler/watch-app.ts';
import { createMarkWriter } from './main-branch/mark-writer.ts';
import { createGateWatch } from './main-branch/watch-gate.ts';
import { linkSeries } from './pages/link-series.ts';
import { openPages } from './pages/open-pages.ts';
import { createPageLinks } from './pages/page-link.ts';
import { watchPlace } from '../../src/sqlite/same-file.ts';
import { createReconciler } from './reconcile/reconcile.ts';
import type { Repository, Subject } from './subject.ts';

export interface Reporting extends Pick<
  BotWork,
  'findStandstill' | 'listStuck' | 'measure' | 'ended'
> {
  /** Report pages. @returns false when the address is none of them */
  answer(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
  /** One line where GitHub rejects the app, or its ledger is gone. */
  findAppObstacle(): string | undefined;
  close(): Promise<void>;
}

/** Everything that answers webhooks: one process does it. */
export function startReporting(
  context: BotContext,
  metrics: BotMetrics,
  signals: { stop: AbortSignal; abandon: AbortSignal },
): Reporting {
  const { settings, logger, nowMs } = context;
  const { appId, dashboardUrl, publicUrl } = settings;
  const ledger = openLedger(settings.ledgerFile);
  const findLedgerFault = watchPlace(settings.ledgerFile);
  const marks = openWorkMarks(`${settings.ledgerFile}.in-work`, nowMs, (why) =>
    logger.log('error', 'cannot note what is in work', { why }),
  );
  const github = openGithubSide({ appId, client: context.github });
  const links = createPageLinks(settings.webhookSecret);
  const { buildkite, openArtifacts, readers } = context;
  const pages = openPages({ links, ledger, readers, logger, nowMs });
  const ci = { openArtifacts, readers, ...(buildkite === undefined ? {} : { buildkite }) };
  const clockMs = (): number => performance.now();
  const spending = limitSpending(metrics, clockMs);
  const reconciler = createReconciler({
    ...{
      github: spending.payingSide(github),
      ledger,
      logger,
      nowMs,
      builds: context.builds,
      store: context.store,
    },
    ...ci,
    hearsOfBuilds: settings.buildkite !== undefined,
    pageUrl: (key) => (publicUrl === undefined ? undefined : publicUrl + links.make(key)),
    seriesUrl: linkSeries(dashboardUrl),
  });
  const gate = createGateWatch({ github, ledger, nowMs, logger, ...ci });
  const { store } = context;
  const seriesMarks = createMarkWriter({ ledger, logger, nowMs, store });
  const work = startWork(
    {
      ...{ appId, github, ledger, logger, metrics, nowMs, clockMs, readers },
      groups: settings.groups,
      ...{ deliveries: context.deliveries, builds: context.builds, findFacts: context.findFacts },
      marks,
      watchGate: async (repository, signal) => {
        await seriesMarks.keep(repository, signal);
        await gate.watch(repository, signal);
      },
      reconcile: (subject, signal) =>
        spending.look(subject, () => reconciler.reconcile(subject, signal)),
      executeCommand: (delivery) => spending.command(delivery, () => commands.execute(delivery)),
    },
    signals,
  );
  const app = watchApp({ appId, slug: github.slug, logger });
  signals.stop.addEventListener('abort', () => void app.close(), { once: true });
  // A command wakes what it changes, and it is the work that wakes.
  const commands = createCommands({
    ...{ github, ledger, wake: work.wake, nowMs, logger, ...ci },
    signal: signals.abandon,
  });
  return {
    answer: pages.answer,
    findStandstill: work.findStandstill,
    listStuck: work.listStuck,
    measure: work.measure,
    ended: work.ended,
    findAppObstacle: () => {
      const fault = findLedgerFault();
      return fault === undefined ? app.findObstacle() : formatInOneLine(fault);
    },
    close: async () => {
      await Promise.all([work.close(), app.close()]);
      marks.close();
      ledger.close();
    },
  };
}

const windowMs = 60 * 60_000;
/** A push costs some 23 requests. GitHub counts 5,000 an hour for all repositories of an installation. */
const ofPullRequest = { requests: 500, bytes: 512 * 1024 * 1024 };
/** Budget for pull requests from forks, and for commands. */
const ofAuthor = { requests: 1_000, bytes: 1024 * 1024 * 1024 };

interface SpendingLimits {
  /** The same side, on which the author of a fork pays for what is asked about their pull request. */
  payingSide(github: GithubSide): GithubSide;
  look<T>(subject: Subject, work: () => Promise<T>): Promise<T>;
  /** The author of the command pays, not the pull request: a hostile one cannot hold up a maintainer. */
  command<T>(delivery: Delivery, work: () => Promise<T>): Promise<T>;
}

/** Limits the cost of one pull request and one author in an hour. Above it their work waits for the next. */
export function limitSpending(
  metrics: Pick<BotMetrics, 'overBudget'>,
  clockMs: () => number,
  limits = { ofPullRequest, ofAuthor },
): SpendingLimits {
  const onSpent = (of: string): void => metrics.overBudget.add(1, { of });
  const purseOfPull = openPurses({ limits: limits.ofPullRequest, windowMs, clockMs, onSpent });
  const purseOfAuthor = openPurses({ limits: limits.ofAuthor, windowMs, clockMs, onSpent });
  const authorOf = ({ id }: Repository, login: string): Purse =>
    purseOfAuthor('author', `${login.toLowerCase()} in ${id}`);
  return {
    payingSide: (github) => ({
      ...github,
      readPullRequest: async (repository, number) => {
        const found = await github.readPullRequest(repository, number);
        if (found?.fork === true) payAlsoFrom(authorOf(repository, found.author));
        return found;
      },
    }),
    look: (subject, work) => {
      // A merged or queued change is no stranger's.
      if (subject.kind !== 'pull-request') return work();
      const { number, repository } = subject;
      return payFrom([purseOfPull('pull request', `${number} in ${repository.id}`)], work);
    },
    command: ({ repository, what }, work) => {
      const login =
        what.kind === 'comment' ? what.author : what.kind === 'button' ? what.sender : undefined;
      return login === undefined ? work() : payFrom([authorOf(repository, login)], work);
    },
  };
}
