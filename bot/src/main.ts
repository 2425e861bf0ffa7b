/** The bot, as `perigee serve` loads it: docs/decisions/0101-the-service-loads-the-bot.md. */
import type { BotContext, BotRole, StartBot } from '../../src/settings/bot-role.ts';
import { type BotMetrics, createBotMetrics } from './bot-metrics.ts';
import { openBuildkiteWebhooks } from './deliveries/buildkite/open-webhooks.ts';
import { type WebhookHandler, openWebhooks } from './deliveries/open-webhooks.ts';
import { createBodyRoom } from './deliveries/read-body.ts';
import { reportAlone } from './report-alone.ts';
import { type Reporting, startReporting } from './start-reporting.ts';

/** GitHub waits for 10 s, Buildkite for 5 s. */
const withinMs = { github: 5_000, buildkite: 3_000 };
/** 64 MiB: two of the largest bodies, and more blocks than there may be connections. */
const blocksForBodies = 1024;

export const startBot: StartBot = async (context, signals): Promise<BotRole> => {
  const { settings } = context;
  const metrics = createBotMetrics(context.metrics);
  const report = (): Reporting => startReporting(context, metrics, signals);
  const reporting = settings.report ? reportAlone(context, report, signals.stop) : undefined;
  if (settings.report && settings.buildkite !== undefined && context.buildkite === undefined) {
    context.logger.log('warn', 'accepts webhooks of Buildkite, but cannot read its builds', {
      remedy: 'set artifacts.buildkite',
    });
  }
  const handlers = settings.webhooks ? await openHandlers(context, metrics) : [];
  return {
    answer: async (request, response) => {
      for (const handler of handlers) if (await handler.answer(request, response)) return true;
      return (await reporting?.answer(request, response)) ?? false;
    },
    findStandstill: () => reporting?.findStandstill(),
    listObstacles: () => listObstacles(context, reporting),
    ended: reporting?.ended ?? untilAborted(signals.stop),
    close: async () => reporting?.close(),
  };
};

/** One for each who tells us something. */
async function openHandlers(context: BotContext, metrics: BotMetrics): Promise<WebhookHandler[]> {
  const { settings } = context;
  const { apiUrl, appId, buildkite } = settings;
  const github = { apiUrl, sender: context.github.sender };
  const ports = { ...context, metrics };
  const room = createBodyRoom(blocksForBodies);
  const forBuildkite = { ...ports, appendWithinMs: withinMs.buildkite };
  return [
    await openWebhooks(
      { ...settings, github },
      { ...ports, appId, appendWithinMs: withinMs.github },
      room,
    ),
    openBuildkiteWebhooks(buildkite?.webhookToken, forBuildkite, room),
  ];
}

async function listObstacles(
  { deliveries, settings }: BotContext,
  reporting: Reporting | undefined,
): Promise<string[]> {
  const ofApp = reporting?.findAppObstacle();
  const stuck = reporting?.listStuck().map((why) => `deliveries: ${why}`) ?? [];
  const found = [...(ofApp === undefined ? [] : [ofApp]), ...stuck];
  try {
    // A process that only accepts webhooks reads nothing; it only needs a reachable log.
    await (reporting?.measure() ?? deliveries.openSource(settings.groups.bot).lag());
    return found;
  } catch (error) {
    return [...found, `deliveries: ${error instanceof Error ? error.message : String(error)}`];
  }
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
