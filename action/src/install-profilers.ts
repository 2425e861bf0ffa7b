import { execFile } from 'node:child_process';

/** perf sees functions of native programs, and strace counts calls. A runner of GitHub may have neither. */
const script = [
  'sysctl -q -w kernel.perf_event_paranoid=1',
  'apt-get -qq update',
  'DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends strace "linux-tools-$(uname -r)"',
].join('\n');
const command = ['--non-interactive', '--', 'sh', '-c', script] as const;
const limitMs = 90_000;

export const sudoChoices = ['auto', 'never'] as const;

export interface Installation {
  choice: (typeof sudoChoices)[number];
  /** As the runner says it: only a machine that ends with the job is changed. */
  runner: string | undefined;
  say(this: void, sentence: string): void;
  /** @returns why it failed */
  run?(this: void, program: string, args: readonly string[]): Promise<string | undefined>;
}

/** @returns installs what explains a regression; undefined where this runner is not to be changed */
export function openInstallation({
  choice,
  run = runHere,
  runner,
  say,
}: Installation): (() => Promise<void>) | undefined {
  if (choice === 'never' || runner !== 'github-hosted' || process.platform !== 'linux') {
    return undefined;
  }
  return async () => {
    say('install perf and strace, to explain what became slower (`sudo: never` leaves that out)');
    const fault = await run('sudo', command);
    if (fault !== undefined) say(`that failed, so less may be explained: ${fault}`);
  };
}

function runHere(program: string, args: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(program, args, { timeout: limitMs }, (error, _, stderr) => {
      resolve(error === null ? undefined : (stderr.trim().split('\n').at(-1) ?? error.message));
    });
  });
}
