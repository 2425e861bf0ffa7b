import type { BotContext } from '../../../src/settings/bot-role.ts';

export type OpenArtifacts = BotContext['openArtifacts'];
