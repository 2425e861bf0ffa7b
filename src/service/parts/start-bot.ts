import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BotContext, StartBot } from '../../settings/bot-role.ts';
import type { Part } from './part.ts';

export async function startBot(
  context: BotContext,
  signals: { stop: AbortSignal; abandon: AbortSignal },
  load: () => Promise<StartBot> = loadBot,
): Promise<Part> {
  const start = await load();
  const bot = await start(context, signals);
  // Those that wait for it must go on waiting.
  bot.ended.catch(() => undefined);
  const { deliveries } = context;
  return {
    findStandstill: () => bot.findStandstill(),
    listObstacles: () => bot.listObstacles(),
    // It measures by itself.
    measure: async () => undefined,
    answer: (request, response) => bot.answer(request, response),
    ended: bot.ended,
    close: async () => {
      await bot.close();
      await deliveries.close();
    },
  };
}

/**
 * The possible places of the bot: beside the bundle of the service, or of a chunk of it; and, if the service runs from
 * its sources, in its own.
 */
const places = ['./bot.mjs', '../bot.mjs', '../../../bot/src/main.ts'];

/**
 * Loads the bot, which is a program of its own: docs/decisions/0101-the-service-loads-the-bot.md. A service without a
 * bot never loads it.
 */
export async function loadBot(): Promise<StartBot> {
  const found = places
    .map((place) => new URL(place, import.meta.url))
    .find((url) => existsSync(fileURLToPath(url)));
  if (found === undefined) throw new Error('dist/bot.mjs is missing: `npm run build` makes it');
  const { startBot } = (await import(found.href)) as { startBot: StartBot };
  return startBot;
}
