import { exitCode, UserError } from '../../contract/user-error.ts';

export type FetchFailureKind =
  | 'not-there'
  | 'no-remote'
  | 'not-allowed'
  | 'not-reached'
  | 'something-else';

export interface FetchFailure {
  kind: FetchFailureKind;
  /** Git's words in one line, without what it was authenticated with. */
  said: string;
}

/** In this order: a server that refuses also hangs up. */
const signs: readonly [FetchFailureKind, RegExp][] = [
  ['no-remote', /does not appear to be a git repository|No such remote|no such repository/i],
  [
    'not-allowed',
    /could not read (Username|Password)|Authentication failed|Permission denied|Host key verification failed|error: 40[13]|returned error: 40[13]|Repository not found|repository '.*' not found|Invalid username or (password|token)/i,
  ],
  ['not-there', /not our ref|unadvertised object|couldn't find remote ref|no such ref/i],
  [
    'not-reached',
    /Could not resolve|Failed to connect|Connection (timed out|refused|reset)|Operation too slow|unable to access|early EOF|RPC failed|hung up|error: 5\d\d|Could not read from remote/i,
  ],
];

export function classifyFetch(stderr: string): FetchFailure {
  const kind = signs.find(([, sign]) => sign.test(stderr))?.[0] ?? 'something-else';
  return { kind, said: shorten(stderr) };
}

/** The lines that matter, and no user name or password of a URL. */
function shorten(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => /^(fatal|error|remote):/.test(line));
  const text = (lines.length > 0 ? lines : [stderr]).slice(0, 3).join('; ');
  return text
    .replaceAll(/\/\/[^/@\s]+@/g, '//')
    .replaceAll(/\s+/g, ' ')
    .slice(0, 500);
}

const remedies: Record<FetchFailureKind, string> = {
  'not-there':
    'it was replaced by a newer push, or its branch is gone: start the job for the newest commit; or check out with the full history (fetch-depth: 0)',
  'no-remote': 'let the checkout keep its remote, or check out with the full history',
  'not-allowed':
    'give the job the right to read the code (permissions: contents: read) and let the checkout keep its credentials, or check out with the full history (fetch-depth: 0)',
  'not-reached': 'start the job again; if it stays so, look whether the runner reaches the server',
  'something-else': 'fix what git reports, or check out with the full history (fetch-depth: 0)',
};

const meanings: Record<FetchFailureKind, string> = {
  'not-there': 'does not have it (any more)',
  'no-remote': 'is not a remote of this checkout',
  'not-allowed': 'does not let this job read it',
  'not-reached': 'could not be reached',
  'something-else': 'did not give it',
};

/**
 * @param wanted what was to be fetched, e.g. "commit 1234abcd5678"
 * @param remote its name, e.g. origin
 */
export function describeFetch(
  root: string,
  wanted: string,
  remote: string,
  failure: FetchFailure,
): UserError {
  return new UserError({
    where: root,
    seen: `${wanted} is not in this checkout, and ${remote} ${meanings[failure.kind]} (git: ${failure.said})`,
    expected: 'a history that holds both sides of the comparison',
    remedy: remedies[failure.kind],
    exitCode: exitCode.couldNotMeasure,
  });
}
