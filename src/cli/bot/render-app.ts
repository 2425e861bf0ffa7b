import type { RegisteredApp } from './ask-app.ts';
import type { Finding } from './judge-app.ts';
import type { MadeApp } from './receive-app.ts';

const marks = { right: '✓', hint: '!', wrong: '✗' } as const;

/** The output of `perigee bot check`. */
export function renderAppFindings(app: RegisteredApp, findings: readonly Finding[]): string {
  const owner = app.owner === undefined ? '' : `, of ${app.owner}`;
  return renderBelow(`${app.name}${owner}: ${app.url}`, findings);
}

/** @param title of what was looked at */
export function renderBelow(title: string, findings: readonly Finding[]): string {
  const lines = findings.flatMap(({ kind, what, remedies }) => [
    `  ${marks[kind]} ${what}`,
    ...remedies.map((remedy) => `      ${remedy}`),
  ]);
  return [title, ...lines, ''].join('\n');
}

/** The environment that says the same as the section `bot` of the settings. */
export function renderEnvironment(
  app: Pick<MadeApp, 'id'>,
  files: { privateKey: string; webhookSecret: string },
  { apiUrl, publicUrl }: { apiUrl?: string; publicUrl?: string },
): string {
  const lines = [
    `PERIGEE_BOT_APP_ID=${app.id}`,
    `PERIGEE_BOT_PRIVATE_KEY_FILE=${files.privateKey}`,
    `PERIGEE_BOT_WEBHOOK_SECRET_FILE=${files.webhookSecret}`,
    ...(apiUrl === undefined ? [] : [`PERIGEE_BOT_API_URL=${apiUrl}`]),
    ...(publicUrl === undefined ? [] : [`PERIGEE_PUBLIC_URL=${publicUrl}`]),
  ];
  return `Set in the environment of the service:\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

/** The steps that are left for a new app. */
export function renderNextSteps(app: Pick<MadeApp, 'url'>, program: string): string {
  return [
    'Next:',
    `  1. Install the app where the pull requests are: ${app.url}/installations/new`,
    `  2. Start the service: ${program} serve`,
    `  3. Check the setup: ${program} bot check`,
    `  4. In a repository that does not measure yet: ${program} init --bot`,
    '  5. After the check appeared on a pull request: require `perigee` in a rule of the branch',
    '     (Settings → Rules → Rulesets → Require status checks to pass).',
    '',
  ].join('\n');
}
