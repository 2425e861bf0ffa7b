import { execFile, type ExecFileException } from 'node:child_process';
import { isMeasured } from '../../src/contract/suite.ts';
import type { Job } from '../../src/pipeline/job/job.ts';
import { findValgrind } from '../../src/profile/instructions/find-valgrind.ts';

export const sudoChoices = ['auto', 'never'] as const;

export interface Runner {
  choice: (typeof sudoChoices)[number];
  environment: Readonly<Record<string, string | undefined>>;
  /** @returns why it failed */
  run?(this: void, program: string, args: readonly string[]): Promise<string | undefined>;
}

/** @returns why it could not */
export type Install = (packages: readonly string[], also?: string) => Promise<string | undefined>;

const limitMs = 90_000;

/**
 * Installs packages of Debian and Ubuntu with sudo, which asks for no password on GitHub's own runners.
 * @returns undefined where this runner is not to be changed: it may outlive its job
 */
export function openInstaller({ choice, environment, run = runHere }: Runner): Install | undefined {
  const { RUNNER_ENVIRONMENT: kind, RUNNER_OS: system } = environment;
  if (choice === 'never' || kind !== 'github-hosted' || system !== 'Linux') return undefined;
  return (packages, also) => {
    const lines = [
      'export DEBIAN_FRONTEND=noninteractive',
      ...(also === undefined ? [] : [also]),
      // The lists of packages may be old, or not there.
      'apt-get -qq update',
      'failed=0',
      // One that there is not keeps no other away.
      ...packages.map((one) => `apt-get -qq install -y --no-install-recommends ${one} || failed=1`),
      'exit $failed',
    ];
    // It ends all of them: this user may not end what root has started.
    const limited = ['timeout', '--kill-after=5', String(limitMs / 1000), 'sh', '-c'];
    return run('sudo', ['--non-interactive', '--', ...limited, lines.join('\n')]);
  };
}

type Log = Pick<Job['log'], 'say' | 'warn'>;

/** A program that counts calls as root, with its arguments; or why there is none. */
export type OpenedCounter = { command: readonly string[] } | { why: string };

/**
 * perf sees functions of native programs; calls are counted as root, and else by strace.
 * @returns makes that ready, and gives the program that counts as root, with its arguments
 */
export function prepareExplaining(
  install: Install,
  log: Log,
  openCounter: () => Promise<OpenedCounter>,
): () => Promise<readonly string[] | undefined> {
  return async () => {
    log.say(
      'install perf, strace and koffi, to explain what became slower (`sudo: never` leaves that out)',
    );
    const perf = 'sysctl -q -w kernel.perf_event_paranoid=1';
    const [why, counter] = await Promise.all([
      install(['strace', '"linux-tools-$(uname -r)"'], perf),
      openCounter().catch((error: unknown) => ({ why: String(error) })),
    ]);
    if (why !== undefined) log.say(`that failed, so less may be explained: ${why}`);
    if ('command' in counter) return counter.command;
    log.say(`no program counts packets and connections as root: ${counter.why}`);
    return undefined;
  };
}

interface CountingJob {
  log: Log;
  request: Pick<Job['request'], 'instructions'>;
  suite: Pick<Job['suite'], 'tests'>;
}

/** Where instructions are to be counted, and valgrind is missing. */
export async function prepareCounting(
  { log, request, suite }: CountingJob,
  install: Install,
  isThere = (): boolean => findValgrind() !== undefined,
): Promise<void> {
  const asked = suite.tests.some((test) => isMeasured(test, 'instructions'));
  if ((request.instructions === undefined && !asked) || isThere()) return;
  log.say('install valgrind, which counts instructions (`sudo: never` leaves that out)');
  const why = await install(['valgrind']);
  if (why === undefined) return;
  log.warn(
    `instructions are not counted: valgrind could not be installed: ${why}. Install it in a step before`,
  );
}

export function runHere(program: string, args: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(program, args, { timeout: limitMs + 10_000 }, (error, _, stderr) => {
      if (error === null) resolve(undefined);
      else resolve(describeFailure(program, error, stderr));
    });
  });
}

/** npm gives the reason first, and the place of its log last; others end with the reason. */
function describeFailure(
  program: string,
  { code, message }: ExecFileException,
  stderr: string,
): string {
  const lines = stderr.trim().split('\n');
  const said = program === 'npm' ? lines.slice(0, 2).join(', ') : (lines.at(-1) ?? '');
  if (said !== '') return said;
  // Such as ENOENT.
  if (typeof code === 'string') return message;
  return `it did not end well within ${limitMs / 1000} s`;
}
