import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { exitCode, UserError } from '../../contract/user-error.ts';

export interface GitResult {
  exitCode: number;
  stdout: string;
  /** Trimmed. */
  stderr: string;
}

export interface Repository {
  /** Absolute path of the working tree that the user is in. */
  root: string;
  /**
   * Runs git there. Never rejects for an exit code.
   * @param deadlineMs after this long git is ended, and has failed
   */
  git(
    args: readonly string[],
    environment?: Readonly<Record<string, string>>,
    deadlineMs?: number,
  ): Promise<GitResult>;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that tie git to one repository: a git hook sets them for whatever it starts. */
const repositoryVariables = new Set([
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_COMMON_DIR',
  'GIT_INDEX_FILE',
  'GIT_OBJECT_DIRECTORY',
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_NAMESPACE',
  'GIT_PREFIX',
  'GIT_QUARANTINE_PATH',
  'GIT_REFLOG_ACTION',
]);

export function leaveOutRepositoryVariables(environment: Environment): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined && !repositoryVariables.has(name)) kept[name] = value;
  }
  return kept;
}

/** The user's hooks and watchers have no business in a measurement. */
const configuration = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.splitIndex=false',
  // Both sides are checked out whole, and work outside the user's part of the tree is work.
  'core.sparseCheckout=false',
  // A file whose changes git is told to overlook.
  'core.ignoreStat=false',
  // It would mark the user's repository with an extension that an older git refuses.
  'worktree.useRelativePaths=false',
];

/**
 * Finds the repository around a directory.
 * @throws UserError when there is none, or no git
 */
export async function openRepository(
  directory: string,
  environment: Environment,
): Promise<Repository> {
  const base = {
    ...leaveOutRepositoryVariables(environment),
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
  };
  const found = await runGit(directory, ['rev-parse', '--show-toplevel'], base);
  const foreign = findForeign(found.stderr);
  if (foreign !== undefined) throw explainOwnership(foreign);
  if (found.exitCode !== 0 || found.stdout.trim() === '') {
    throw new UserError({
      seen: `${directory} is not inside the working tree of a git repository`,
      expected: 'a repository with the code to measure',
      remedy: 'run perigee inside one, or make one with git init and a first commit',
      cause: found.stderr,
    });
  }
  // Git writes slashes, on Windows too.
  const root = resolve(found.stdout.replace(/\n$/, ''));
  return {
    root,
    git: (args, more, deadlineMs) => runGit(root, args, { ...base, ...more }, deadlineMs),
  };
}

/**
 * The root of a repository that git does not trust, which is what it has to be told to trust.
 * @param said by git, in English
 */
export function findForeign(said: string): string | undefined {
  return /dubious ownership in repository at '(.+)'/.exec(said)?.[1];
}

/** A container whose user is not the one that made the checkout. */
export function explainOwnership(root: string): UserError {
  return new UserError({
    where: root,
    seen: 'the repository belongs to another user, and git refuses to work in it',
    expected: 'a repository of the user who runs this, or one that git is told to trust',
    remedy: `run git config --global --add safe.directory ${JSON.stringify(root)} before`,
    exitCode: exitCode.couldNotMeasure,
  });
}

/**
 * The output of a git command that is expected to succeed, without its last line end.
 * @throws UserError with git's own words when it does not
 */
export async function readGit(
  repository: Repository,
  args: readonly string[],
  environment?: Readonly<Record<string, string>>,
): Promise<string> {
  const result = await repository.git(args, environment);
  if (result.exitCode === 0) return result.stdout.replace(/\n$/, '');
  throw new UserError({
    where: repository.root,
    seen: `git ${args[0] ?? ''} failed: ${result.stderr || `exit code ${result.exitCode}`}`,
    remedy: /unknown (?:option|switch)|^usage: git/m.test(result.stderr)
      ? 'update git: Perigee needs 2.30 or newer (`git --version`)'
      : 'fix what git reports, then run perigee again',
    exitCode: exitCode.couldNotMeasure,
  });
}

const answers = new WeakMap<Repository, Map<string, string>>();

/**
 * The same for a question about commits that are named by their full ids, or about the repository's place. Its answer
 * never changes, so git is asked once.
 */
export async function readConstant(
  repository: Repository,
  args: readonly string[],
): Promise<string> {
  const known = answers.get(repository) ?? new Map<string, string>();
  answers.set(repository, known);
  const question = args.join('\0');
  const answer = known.get(question) ?? (await readGit(repository, args));
  known.set(question, answer);
  return answer;
}

function runGit(
  directory: string,
  args: readonly string[],
  environment: Record<string, string>,
  deadlineMs?: number,
): Promise<GitResult> {
  const all = [...configuration.flatMap((setting) => ['-c', setting]), ...args];
  const options = {
    ...{ cwd: directory, env: environment, maxBuffer: 512 * 1024 * 1024 },
    timeout: deadlineMs,
  };
  return new Promise((answer, reject) => {
    execFile('git', all, options, (error, stdout, stderr) => {
      const code = error === null ? 0 : error.code;
      if (typeof code === 'number') {
        answer({ exitCode: code, stdout, stderr: stderr.trim() });
        return;
      }
      if (deadlineMs !== undefined && code === null && error?.killed === true) {
        const said = `fatal: Operation too slow: no end after ${Math.round(deadlineMs / 1000)} s`;
        answer({ exitCode: 1, stdout: '', stderr: said });
        return;
      }
      reject(
        new UserError({
          seen: `git could not be run in ${directory}: ${error?.message ?? 'ended by a signal'}`,
          expected: 'git 2.30 or newer on the PATH, and a directory that exists',
          remedy: 'install git',
          exitCode: exitCode.couldNotMeasure,
          cause: error,
        }),
      );
    });
  });
}
