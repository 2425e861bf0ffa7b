import type { ServiceConfig } from '../../../contract/documents.ts';
import {
  exitCode,
  UserError,
  type ExitCode,
  type UserErrorFacts,
} from '../../../contract/user-error.ts';
import { readBot } from '../../../gate/service-settings/read-bot.ts';
import {
  nameData,
  readConfig,
  readEnvironment,
} from '../../../gate/service-settings/read-config.ts';
import { readBuildkite } from '../../../gate/service-settings/read-stores.ts';
import { askApp } from '../../bot/ask-app.ts';
import { askBuildkite } from '../../bot/ask-buildkite.ts';
import { type Finding, judgeApp } from '../../bot/judge-app.ts';
import { judgeScopes } from '../../bot/judge-scopes.ts';
import { tellBelow, tellFindings } from '../../bot/tell-app.ts';
import type { BotCheckOptions } from '../../options.ts';

/** `perigee bot check`: whether app and token that the service is set up with have all it needs. */
export async function checkBot(options: BotCheckOptions): Promise<ExitCode> {
  return check(readConfig(options.config, process.env), {
    seen: 'no bot is set up',
    expected: 'the section `bot` in perigee-service.yml, or PERIGEE_BOT_* in the environment',
    remedy: 'perigee bot setup makes an app and writes that down; docs/bot.md has the steps',
  });
}

/** The same of an app that only the environment names. */
export async function checkEnvironment(): Promise<ExitCode> {
  return check(readEnvironment(process.env), {
    seen: 'the environment names no app, and --from-environment reads no file',
    expected:
      'PERIGEE_BOT_APP_ID, PERIGEE_BOT_PRIVATE_KEY_FILE and PERIGEE_BOT_WEBHOOK_SECRET_FILE',
    remedy: 'set them; or test what perigee-service.yml says with perigee bot check',
  });
}

async function check(config: ServiceConfig, withoutBot: UserErrorFacts): Promise<ExitCode> {
  const bot = readBot(config.bot, nameData(config), process.env, (secret) => secret);
  if (bot === undefined) throw new UserError(withoutBot);
  const app = await askApp(bot);
  const findings = judgeApp(app, bot.publicUrl);
  process.stdout.write(tellFindings(app, findings));
  const others = await checkBuildkite(config);
  const isRight = [...findings, ...others].every(({ kind }) => kind !== 'wrong');
  return isRight ? exitCode.nothingRegressed : exitCode.wrongUsage;
}

/** Where the service has a token for Buildkite, the bot judges builds there too. */
async function checkBuildkite({ artifacts }: ServiceConfig): Promise<Finding[]> {
  if (artifacts?.buildkite === undefined) return [];
  const settings = readBuildkite(artifacts.buildkite, process.env, (secret) => secret);
  const { apiUrl, scopes } = await askBuildkite(settings);
  const findings = [judgeScopes(scopes)];
  process.stdout.write(tellBelow(`Buildkite: ${apiUrl}`, findings));
  return findings;
}
