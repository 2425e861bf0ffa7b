import { expect, test } from 'vitest';
import {
  openInstaller,
  prepareCounting,
  prepareExplaining,
  type Runner,
} from '../../action/src/install-with-sudo.ts';

const hosted = { RUNNER_ENVIRONMENT: 'github-hosted', RUNNER_OS: 'Linux' };

function open(more: Partial<Runner> = {}, fault?: string) {
  const said: string[] = [];
  const install = openInstaller({
    ...{ choice: 'auto', environment: hosted },
    run: async (program, args) => {
      said.push([program, ...args].join(' '));
      return fault;
    },
    ...more,
  });
  const log = {
    say: (sentence: string) => void said.push(sentence),
    warn: (sentence: string) => void said.push(`warning: ${sentence}`),
  };
  return { install, log, said };
}

test.each([
  ['it may outlive its job', { environment: { RUNNER_OS: 'Linux' } }],
  ['it is one of your own', { environment: { ...hosted, RUNNER_ENVIRONMENT: 'self-hosted' } }],
  ['it has no apt', { environment: { ...hosted, RUNNER_OS: 'macOS' } }],
  ['sudo is never to be used', { choice: 'never' as const }],
])('a runner is not changed where %s', (_, more) => {
  expect(open(more).install).toBeUndefined();
});

test('perf and strace are installed without a password, and a failure is said', async () => {
  const { install, log, said } = open({}, 'no network');
  await prepareExplaining(install!, log)();
  expect(said[0]).toContain('`sudo: never`');
  expect(said[1]).toMatch(
    /^sudo --non-interactive -- timeout [^]*sysctl [^]* strace \|\|[^]* "linux-tools-\$\(uname -r\)" \|\|/,
  );
  expect(said[2]).toContain('no network');
});

async function count(instructions: 'too' | undefined, isThere: boolean, fault?: string) {
  const { install, log, said } = open({}, fault);
  const request = instructions === undefined ? {} : { instructions };
  await prepareCounting({ log, request, suite: { tests: [] } }, install!, () => isThere);
  return said;
}

test('valgrind is installed where instructions are to be counted and it is missing', async () => {
  expect((await count('too', false)).at(-1)).toContain(' valgrind || failed=1');
  expect(await count('too', true)).toEqual([]);
  expect(await count(undefined, false)).toEqual([]);
});

test('valgrind that cannot be installed leaves the reason and the remedy in the log', async () => {
  expect((await count('too', false, 'E: no space')).at(-1)).toBe(
    'warning: instructions are not counted: valgrind could not be installed: E: no space. Install it in a step before',
  );
});
