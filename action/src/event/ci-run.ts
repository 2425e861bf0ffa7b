import { UserError } from '../../../src/contract/user-error.ts';
import { showText } from '../../../src/suite/show-value.ts';
import { readFields } from './fields.ts';
import type { Checkout } from './trigger.ts';

/** Which run of which workflow this is, from the variables that the runner sets. */
export interface CiRun {
  repository: { owner: string; name: string };
  /** The same for all jobs and attempts. */
  runId: string;
  /** Counted from 1. */
  attempt: number;
  eventName: string;
  eventFile: string;
  checkout: Checkout;
  /** e.g. https://api.github.com */
  apiUrl: string;
  /** The page of this attempt. */
  url: string;
  /** Where the repository is checked out. */
  workspace: string;
  /** For files that end with the job. */
  temporaryFolder: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** @throws UserError that names the variable which is missing or is not what GitHub sets */
export function readCiRun(environment: Environment): CiRun {
  const fields = readFields(environment, 'the environment of this job');
  const [owner = '', name = '', ...more] = fields.text('GITHUB_REPOSITORY').split('/');
  if (!isName(owner) || !isName(name) || more.length > 0) {
    throw new UserError({
      where: 'GITHUB_REPOSITORY',
      seen: showText(fields.text('GITHUB_REPOSITORY')),
      expected: 'owner/name',
    });
  }
  const runId = readDigits(environment, 'GITHUB_RUN_ID');
  const attempt = Number(readDigits(environment, 'GITHUB_RUN_ATTEMPT', '1'));
  const server = readUrl(environment, 'GITHUB_SERVER_URL', 'https://github.com');
  return {
    repository: { owner, name },
    runId,
    attempt,
    eventName: fields.text('GITHUB_EVENT_NAME'),
    eventFile: fields.text('GITHUB_EVENT_PATH'),
    checkout: { commit: fields.commit('GITHUB_SHA'), reference: fields.text('GITHUB_REF') },
    apiUrl: readUrl(environment, 'GITHUB_API_URL', 'https://api.github.com'),
    url: `${server}/${owner}/${name}/actions/runs/${runId}/attempts/${attempt}`,
    workspace: fields.text('GITHUB_WORKSPACE'),
    temporaryFolder: fields.text('RUNNER_TEMP'),
  };
}

function isName(text: string): boolean {
  return /^[A-Za-z0-9._-]{1,100}$/.test(text);
}

function readDigits(environment: Environment, name: string, absent = ''): string {
  const text = environment[name] ?? absent;
  if (/^[1-9]\d{0,14}$/.test(text)) return text;
  throw new UserError({ where: name, seen: showText(text), expected: 'a number from 1' });
}

function readUrl(environment: Environment, name: string, absent: string): string {
  const text = environment[name] ?? absent;
  if (/^https?:\/\/[^\s\p{Cc}"'<>]{1,500}$/u.test(text) && URL.canParse(text))
    return text.replace(/\/+$/, '');
  throw new UserError({ where: name, seen: showText(text), expected: 'an http(s) address' });
}
