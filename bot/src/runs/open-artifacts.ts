import type { BotContext } from '../../../src/gate/bot-role.ts';

export type OpenArtifacts = BotContext['openArtifacts'];
