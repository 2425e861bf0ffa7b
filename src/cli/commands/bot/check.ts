import type { ServiceConfig } from '../../../contract/documents.ts';
import {
  exitCode,
  UserError,
  type ExitCode,
  type UserErrorFacts,
} from '../../../contract/user-error.ts';
import { readBot } from '../../../settings/read-bot.ts';
import { nameData, readConfig, readEnvironment } from '../../../settings/read-config.ts';
import { readBuildkite } from '../../../settings/read-stores.ts';
import type { BotAccount } from '../../../settings/settings.ts';
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
  const bot = readBot(config, nameData(config), process.env, (secret) => secret);
  if (bot === undefined) throw new UserError(withoutBot);
  // Side by side: that one of them does not answer says nothing about the other.
  const asked = await Promise.allSettled([checkApp(bot), checkBuildkite(config)]);
  const answers = asked.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
  for (const { text } of answers) process.stdout.write(text);
  throwAll(asked.flatMap((each): unknown[] => (each.status === 'rejected' ? [each.reason] : [])));
  const isRight = answers.every(({ findings }) => findings.every(({ kind }) => kind !== 'wrong'));
  return isRight ? exitCode.nothingRegressed : exitCode.wrongUsage;
}

interface Checked {
  text: string;
  findings: Finding[];
}

async function checkApp(bot: BotAccount): Promise<Checked[]> {
  const app = await askApp(bot);
  const findings = judgeApp(app, bot.publicUrl);
  return [{ text: tellFindings(app, findings), findings }];
}

/** Where the service has a token for Buildkite, the bot judges builds there too. */
async function checkBuildkite({ artifacts }: ServiceConfig): Promise<Checked[]> {
  if (artifacts?.buildkite === undefined) return [];
  const settings = readBuildkite(artifacts.buildkite, process.env, (secret) => secret);
  const { apiUrl, scopes } = await askBuildkite(settings);
  const findings = [judgeScopes(scopes)];
  return [{ text: tellBelow(`Buildkite: ${apiUrl}`, findings), findings }];
}

/** What several of them say is reported together. */
function throwAll(errors: readonly unknown[]): void {
  const [first, second] = errors;
  if (first instanceof UserError && second instanceof UserError) {
    const others = [first, second].flatMap(({ facts }) => facts.others ?? []);
    throw new UserError({ ...first.facts, others: [second.facts, ...others] });
  }
  if (errors.length > 0) throw first;
}
