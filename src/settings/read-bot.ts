import type { ServiceBot, ServiceBotBuildkite, ServiceConfig } from '../contract/documents.ts';
import { UserError, type UserErrorFacts } from '../contract/user-error.ts';
import { readApiUrl } from '../transport/rest/api-url.ts';
import { checkToken } from '../transport/rest/plain-token.ts';
import type { Environment } from './environment.ts';
import { nameGroups } from './name-groups.ts';
import { nameLedger } from './read-config.ts';
import { readSecret } from './read-secret.ts';
import type { BotAccount } from './settings.ts';

const usualApiUrl = 'https://api.github.com';

/** The GitHub App that the service is, where there is one. */
export function readBot(
  { bot, events }: Pick<ServiceConfig, 'bot' | 'events'>,
  data: string,
  environment: Environment,
  keep: (secret: string) => string,
): BotAccount | undefined {
  if (bot === undefined) return undefined;
  const { appId, apiUrl = usualApiUrl, publicUrl, buildkite } = bot;
  const secrets = readSecrets(bot, environment);
  const written = keep(secrets.privateKey);
  // If variables hold one line only, people write line breaks as \n.
  const privateKey = keep(written.replaceAll('\\n', '\n'));
  if (!/^-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(privateKey)) throw reportNoKey();
  return {
    appId: Number(appId),
    privateKey,
    webhookSecret: keep(secrets.webhookSecret),
    apiUrl: readApiUrl(apiUrl),
    groups: nameGroups(events?.kafka?.group),
    ledgerFile: nameLedger({ bot, data }),
    ...(publicUrl === undefined ? {} : { publicUrl: publicUrl.replace(/\/+$/, '') }),
    ...(buildkite === undefined ? {} : { buildkite: readBuildkite(buildkite, environment, keep) }),
  };
}

/** It comes in a header, so it is one word. */
function readBuildkite(
  { webhookToken }: ServiceBotBuildkite,
  environment: Environment,
  keep: (secret: string) => string,
): { webhookToken: string } {
  const place = 'bot.buildkite.webhookToken';
  return { webhookToken: keep(checkToken(readSecret(webhookToken, place, environment), place)) };
}

/** @throws UserError that names both where both are missing */
function readSecrets(bot: ServiceBot, environment: Environment) {
  const faults: UserErrorFacts[] = [];
  const read = (name: 'privateKey' | 'webhookSecret'): string => {
    try {
      return readSecret(bot[name], `bot.${name}`, environment);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      faults.push(error.facts);
      return '';
    }
  };
  const found = { privateKey: read('privateKey'), webhookSecret: read('webhookSecret') };
  const [first, ...others] = faults;
  if (first === undefined) return found;
  throw new UserError({ ...first, others });
}

function reportNoKey(): UserError {
  return new UserError({
    where: 'bot.privateKey',
    seen: 'something that is not a private key',
    expected: 'the file that GitHub gave for the app, as PEM, line breaks and all',
    remedy: 'name that file: bot.privateKey: { file: … }, or PERIGEE_BOT_PRIVATE_KEY_FILE',
  });
}
