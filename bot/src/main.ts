/** The bot, as `perigee serve` loads it: docs/decisions/0101-the-service-loads-the-bot.md. */
import type { BotContext, BotRole, StartBot } from '../../src/gate/bot-role.ts';
import { createBotMetrics } from './bot-metrics.ts';
import { type Door, openDoor } from './deliveries/open-door.ts';
import { type Reporting, startReporting } from './start-reporting.ts';

/** GitHub waits for 10 s. */
const appendWithinMs = 5_000;
const noneIsOurs: Door = { answer: async () => false };

export const startBot: StartBot = async (context, signals): Promise<BotRole> => {
  const { settings } = context;
  const metrics = createBotMetrics(context.metrics);
  const reporting = settings.report ? startReporting(context, metrics, signals) : undefined;
  const door = settings.webhooks
    ? await openDoor(settings, { ...context, appId: settings.appId, metrics, appendWithinMs })
    : noneIsOurs;
  return {
    answer: async (request, response) =>
      (await door.answer(request, response)) ||
      ((await reporting?.answer(request, response)) ?? false),
    findStandstill: () => reporting?.findStandstill(),
    listObstacles: () => listObstacles(context, reporting),
    ended: reporting?.ended ?? untilAborted(signals.stop),
    close: async () => reporting?.close(),
  };
};

async function listObstacles(
  { deliveries }: BotContext,
  reporting: Reporting | undefined,
): Promise<string[]> {
  const ofApp = reporting?.findAppObstacle();
  const found = ofApp === undefined ? [] : [ofApp];
  try {
    // Whoever only takes webhooks reads nothing; that the log can be reached is all that it needs.
    await (reporting?.measure() ?? deliveries.openSource('perigee-bot').lag());
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
