import type { BotContext, StartBot } from '../../serving/bot-role.ts';
import { loadBot } from './load-bot.ts';
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
