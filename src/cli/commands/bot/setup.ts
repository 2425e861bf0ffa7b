import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type ExitCode, exitCode, UserError } from '../../../contract/user-error.ts';
import { makeDataFolder } from '../../../settings/make-data-folder.ts';
import { addBotSettings, type BotSection } from '../../../suite/add-bot-settings.ts';
import { convertCode } from '../../bot/convert-code.ts';
import { findGithub, publicApiUrl } from '../../bot/github-places.ts';
import { describeApp, readPublicUrl, readWebhookUrl } from '../../bot/manifest.ts';
import { type MadeApp, receiveApp } from '../../bot/receive-app.ts';
import { renderEnvironment, renderNextSteps } from '../../bot/render-app.ts';
import { nameProgram } from '../../program-name.ts';
import { usualFile } from '../../../settings/read-config.ts';
import { parseSettings } from '../../../suite/parse-settings.ts';
import { checkEnvironment } from './check.ts';

export interface BotSetupOptions {
  webhookUrl?: string;
  publicUrl?: string;
  name?: string;
  org?: string;
  /** Host of GitHub. */
  host?: string;
  /** Port of the page on this machine. */
  port?: number;
  data?: string;
  config?: string;
  /** Show what to set, and leave the settings alone. */
  print?: boolean;
  fromEnvironment?: boolean;
}

/** `perigee bot setup`: makes a GitHub App with the right permissions, and writes down what it runs by. */
export async function setUpBot(options: BotSetupOptions): Promise<ExitCode> {
  if (options.fromEnvironment === true) return checkEnvironment();
  const plan = makePlan(options);
  const app = await receiveApp({
    newAppUrl: plan.newAppUrl,
    port: options.port ?? 0,
    describe: (redirectUrl) => describeApp({ ...plan, redirectUrl }),
    complete: (code) => completeApp(code, plan),
    tell: (url) =>
      write(`Open this page in your browser, and create the app there:\n\n  ${url}\n\n`),
  });
  write(`The app "${app.name}" is there: ${app.url}\n`);
  for (const file of Object.values(plan.files)) write(`wrote ${file} (only you can read it)\n`);
  write(plan.writeSettings(app.id));
  write(`\n${renderNextSteps(app, nameProgram(process.cwd()))}`);
  return exitCode.nothingRegressed;
}

/** All that can be wrong is found before anything is made on GitHub. */
function makePlan(options: BotSetupOptions) {
  const { webUrl, apiUrl } = findGithub(options.host ?? 'github.com');
  const webhookUrl = readWebhookUrl(options.webhookUrl);
  const publicUrl = readPublicUrl(options.publicUrl, webhookUrl);
  const settings = openSettings(options.config);
  const data = options.data ?? settings.data(process.env);
  const files = nameFiles(data);
  refuseToReplace(files);
  prepareFolder(data);
  const shared = {
    ...(apiUrl === publicApiUrl ? {} : { apiUrl }),
    ...(publicUrl === undefined ? {} : { publicUrl }),
  };
  const describeSection = (appId: number) => ({
    appId,
    privateKey: { file: files.privateKey },
    webhookSecret: { file: files.webhookSecret },
    ...shared,
  });
  const prints = options.print === true;
  if (!prints) settings.refuseUnlessAddable(describeSection(1));
  return {
    ...{ apiUrl, webhookUrl, data, files },
    publicUrl,
    name: options.name ?? `perigee-${randomBytes(3).toString('hex')}`,
    newAppUrl: `${webUrl}${nameOwner(options.org)}/settings/apps/new`,
    /** @returns what was done, for the person */
    writeSettings: (appId: number): string => {
      if (prints) return renderEnvironment({ id: appId }, files, shared);
      const text = addBotSettings(settings.text, describeSection(appId));
      if (text === undefined) return renderEnvironment({ id: appId }, files, shared);
      writeFileSync(settings.file, text);
      return `wrote the section \`bot\` into ${settings.file}\n`;
    },
  };
}

async function completeApp(
  code: string,
  { apiUrl, files, data }: ReturnType<typeof makePlan>,
): Promise<MadeApp> {
  const app = await convertCode(apiUrl, code);
  keepSecrets(files, app, data);
  return app;
}

function prepareFolder(data: string): void {
  try {
    makeDataFolder(data, 0o700);
    accessSync(data, constants.W_OK);
  } catch (cause) {
    const { code = 'unknown' } = cause as NodeJS.ErrnoException;
    throw new UserError({
      where: data,
      seen: `nothing can be written there (${code})`,
      expected: 'the folder where the service keeps its files',
      remedy: 'name another with --data',
      cause,
    });
  }
}

function nameOwner(organization: string | undefined): string {
  if (organization === undefined) return '';
  if (/^[A-Za-z0-9_-]{1,100}$/.test(organization)) return `/organizations/${organization}`;
  throw new UserError({
    where: '--org',
    seen: `${JSON.stringify(organization.slice(0, 100))} is no name of an organization`,
    expected: 'the name as it stands in the address of its page',
  });
}

function write(text: string): void {
  process.stdout.write(text);
}

interface SettingsFile {
  file: string;
  /** Undefined where there is none yet. */
  text?: string;
  /** The folder that the service would use. */
  data(environment: Readonly<Record<string, string | undefined>>): string;
  /** @throws UserError where the section cannot be added to what is there */
  refuseUnlessAddable(section: BotSection): void;
}

/** @throws UserError for a file that is wrong already */
function openSettings(asked: string | undefined): SettingsFile {
  const file = asked ?? usualFile;
  const text = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  const value = text === undefined ? { version: 1 as const } : parseSettings(text, file);
  return {
    file,
    text,
    data: (environment) => {
      const own = environment['PERIGEE_DATA'] ?? '';
      return own === '' ? (value.data ?? 'perigee-data') : own;
    },
    refuseUnlessAddable: (section) => {
      if (addBotSettings(text, section) !== undefined) return;
      throw new UserError({
        where: file,
        seen: value.bot === undefined ? 'its layout is unusual' : 'it has a section `bot` already',
        expected: 'a file that the section `bot` can be added to',
        remedy:
          '`perigee bot check` tests what is there; ' +
          'with --print nothing is written into it, and you are shown what to set',
      });
    },
  };
}

interface KeptFiles {
  privateKey: string;
  webhookSecret: string;
}

/** The files of key and secret in a data folder. */
function nameFiles(data: string): KeptFiles {
  return {
    privateKey: join(data, 'bot-private-key.pem'),
    webhookSecret: join(data, 'bot-webhook-secret'),
  };
}

/**
 * Before anything is asked of GitHub: a key that is there may be the only one of an app in use.
 * @throws UserError when one of the files is there
 */
function refuseToReplace({ privateKey, webhookSecret }: KeptFiles): void {
  const there = [privateKey, webhookSecret].filter((file) => existsSync(file));
  if (there.length === 0) return;
  throw new UserError({
    where: there.join(', '),
    seen: 'the key or the secret of an app is there already',
    expected: 'a data folder without a bot',
    remedy:
      '`perigee bot check` says whether that app works; ' +
      'move the files away to make another app, or name another folder with --data',
  });
}

/** Each in a file of its own that only its owner can read. */
function keepSecrets(files: KeptFiles, app: MadeApp, data: string): void {
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const write = (file: string, text: string): void => {
    writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
    // The mode above is lessened by the umask only; a default ACL of the folder could add to it.
    chmodSync(file, 0o600);
  };
  write(files.privateKey, app.privateKey);
  try {
    write(files.webhookSecret, `${app.webhookSecret}\n`);
  } catch (error) {
    rmSync(files.privateKey);
    throw error;
  }
}
