import type { BotContext } from '../../../src/serving/bot-role.ts';

export type OpenArtifacts = BotContext['openArtifacts'];
