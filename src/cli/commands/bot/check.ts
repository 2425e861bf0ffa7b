import type { ServiceConfig } from '../../../contract/documents.ts';
import {
  exitCode,
  type ExitCode,
  UserError,
  type UserErrorFacts,
} from '../../../contract/user-error.ts';
import { readBot } from '../../../settings/read-bot.ts';
import { nameData, readConfig, readEnvironment } from '../../../settings/read-config.ts';
import { readBuildkite } from '../../../settings/read-stores.ts';
import type { BotAccount } from '../../../settings/settings.ts';
import { askApp } from '../../bot/ask-app.ts';
import { type Finding, judgeApp } from '../../bot/judge-app.ts';
import { judgeScopes, knownScopes, type Scope } from '../../bot/judge-scopes.ts';
import { renderBelow, renderAppFindings } from '../../bot/render-app.ts';
import { readApiUrl } from '../../../transport/rest/api-url.ts';
import type { TokenAnswer } from '../../../transport/buildkite/answers.ts';
import { openBuildkite, publicBuildkiteUrl } from '../../../transport/buildkite/open-buildkite.ts';
import { Refused, Unavailable } from '../../../transport/platform-errors.ts';
import { checkToken } from '../../../transport/rest/plain-token.ts';
import { readFields } from '../../../transport/rest/fields.ts';

/** `perigee bot check`: whether app and token that the service is set up with have all it needs. */
export async function checkBot(options: { config?: string }): Promise<ExitCode> {
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
  return [{ text: renderAppFindings(app, findings), findings }];
}

/** With a token for Buildkite, the bot judges builds there too. */
async function checkBuildkite({ artifacts }: ServiceConfig): Promise<Checked[]> {
  if (artifacts?.buildkite === undefined) return [];
  const settings = readBuildkite(artifacts.buildkite, process.env, (secret) => secret);
  const { apiUrl, scopes } = await askBuildkite(settings);
  const findings = [judgeScopes(scopes)];
  return [{ text: renderBelow(`Buildkite: ${apiUrl}`, findings), findings }];
}

/** Several errors are reported together. */
function throwAll(errors: readonly unknown[]): void {
  const [first, second] = errors;
  if (first instanceof UserError && second instanceof UserError) {
    const others = [first, second].flatMap(({ facts }) => facts.others ?? []);
    throw new UserError({ ...first.facts, others: [second.facts, ...others] });
  }
  if (errors.length > 0) throw first;
}

/** The rights of a token for Buildkite, as far as they matter here. */
interface BuildkiteToken {
  apiUrl: string;
  scopes: ReadonlySet<Scope>;
}

const what = 'the scopes of the token';

/**
 * Asks Buildkite what its token may do. Every token may ask that.
 * @throws UserError when the token is none any more, or Buildkite does not answer
 */
async function askBuildkite(access: { apiUrl?: string; token: string }): Promise<BuildkiteToken> {
  const apiUrl = readApiUrl(access.apiUrl ?? publicBuildkiteUrl);
  const token = checkToken(access.token, 'artifacts.buildkite.token');
  const { client } = openBuildkite({ apiUrl, token });
  const { signal } = new AbortController();
  try {
    const answer = await client.getJson({ path: '/v2/access-token', what, signal });
    const fields = readFields<TokenAnswer>(answer, 'Buildkite’s answer');
    const scopes = knownScopes.filter((scope) => fields.holds('scopes', scope));
    return { apiUrl, scopes: new Set(scopes) };
  } catch (cause) {
    if (!(cause instanceof Unavailable || cause instanceof Refused)) throw cause;
    if (cause.status === 401) throw refuseToken(apiUrl);
    throw new UserError({
      where: apiUrl,
      seen: cause.message,
      expected: 'an answer of Buildkite about the token',
      remedy: advise(cause, apiUrl),
      exitCode: exitCode.couldNotMeasure,
      cause,
    });
  }
}

function advise(cause: Unavailable | Refused, apiUrl: string): string {
  if (cause instanceof Refused && cause.code === 'ci-not-allowed') {
    return 'see which addresses token and organisation admit on Buildkite: that of this machine has to be one';
  }
  // Its documentation writes all addresses with it.
  const without = apiUrl.replace(/\/v2$/, '');
  if (without !== apiUrl) return `take /v2 out of artifacts.buildkite.apiUrl: ${without}`;
  return 'look at artifacts.buildkite.apiUrl, and try again';
}

function refuseToken(where: string): UserError {
  return new UserError({
    where,
    seen: 'Buildkite said 401: the token is invalid or was revoked',
    expected: 'an API access token in artifacts.buildkite.token',
    remedy: 'make one in the personal settings on Buildkite; docs/buildkite-bot.md has the scopes',
  });
}
