import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BotContext } from '../../src/serving/bot-role.ts';
import { openWorkMarks } from '../../src/operations/work-marks.ts';
import type { BotMetrics } from './bot-metrics.ts';
import { createCommands } from './commands/create-commands.ts';
import { openGithubSide } from './github/open-github-side.ts';
import { openLedger } from './ledger/open-ledger.ts';
import { createMarkKeeper } from './main-branch/keep-marks.ts';
import { createGateWatch } from './main-branch/watch-gate.ts';
import { openPages } from './pages/open-pages.ts';
import { limitSpending } from './limit-spending.ts';
import { createPageLinks } from './pages/page-link.ts';
import { linkSeries } from './pages/link-series.ts';
import { createReconciler } from './reconcile/reconcile.ts';
import { type BotWork, startWork } from './looks/start-work.ts';
import { watchApp } from './looks/watch-app.ts';

export interface Reporting extends Pick<BotWork, 'findStandstill' | 'measure' | 'ended'> {
  /** Report pages. @returns false when the address is none of them */
  answer(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
  /** One line where GitHub rejects the app. */
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
  const marks = openWorkMarks(`${settings.ledgerFile}.in-work`, nowMs, logger);
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
  const seriesMarks = createMarkKeeper({ ledger, logger, nowMs, store });
  const work = startWork(
    {
      ...{ appId, github, ledger, logger, metrics, nowMs, clockMs },
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
    measure: work.measure,
    ended: work.ended,
    findAppObstacle: app.findObstacle,
    close: async () => {
      await Promise.all([work.close(), app.close()]);
      marks.close();
      ledger.close();
    },
  };
}
