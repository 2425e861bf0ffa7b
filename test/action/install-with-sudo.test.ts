import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import {
  openInstaller,
  prepareCounting,
  prepareExplaining,
  runHere,
  type Runner,
} from '../../action/src/install-with-sudo.ts';
import { openCounter } from '../../action/src/open-counter.ts';
import { makeFolder } from '../make-folder.ts';

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

test('perf and strace are installed without a password, beside what counts as root', async () => {
  const { install, log, said } = open();
  const command = ['sudo', 'counter'];
  expect(await prepareExplaining(install!, log, async () => ({ command }))()).toEqual(command);
  expect(said[0]).toContain('`sudo: never`');
  expect(said[1]).toMatch(
    /^sudo --non-interactive -- timeout [^]*sysctl [^]* strace \|\|[^]* "linux-tools-\$\(uname -r\)" \|\|/,
  );
  expect(said).toHaveLength(2);
});

test('what could not be installed to explain is said', async () => {
  const { install, log, said } = open({}, 'no network');
  const openCounter = async () => ({ why: 'bpf(2) refused a map (error 1)' });
  expect(await prepareExplaining(install!, log, openCounter)()).toBeUndefined();
  expect(said.slice(2)).toEqual([
    'that failed, so less may be explained: no network',
    'no program counts packets and connections as root: bpf(2) refused a map (error 1)',
  ]);
});

const bundle = fileURLToPath(new URL('../../action/dist', import.meta.url));

async function openIn(answers: Record<string, string>) {
  const temporaryFolder = makeFolder();
  const said: string[] = [];
  const opened = await openCounter({
    ...{ bundle, temporaryFolder },
    run: async (program, args) => {
      said.push([program, ...args].join(' '));
      return answers[program];
    },
  });
  return { opened, said, temporaryFolder };
}

test('what counts as root gets the koffi that Perigee is tested with, and lies where only root writes', async () => {
  const { opened, said, temporaryFolder } = await openIn({});
  const [home = ''] = readdirSync(temporaryFolder);
  expect(said[0]).toContain(`npm ci --prefix ${join(temporaryFolder, home)} --omit=dev `);
  const program = join('/opt', home, 'count-as-root.mjs');
  const sudo = ['sudo', '--non-interactive', '--'];
  expect(opened).toEqual({ command: [...sudo, process.execPath, program] });
  expect(said[1]).toMatch(/^sudo --non-interactive -- timeout .* cp -R .* --check sh /);
});

test('npm is quoted with its reason, and a program that is not there with its name', async () => {
  const failed = await runHere('npm', ['ci', '--prefix', '/nonexistent', '--loglevel=error']);
  expect(failed).toMatch(/^npm error /);
  expect(failed).not.toContain('complete log');
  expect(await runHere('/nonexistent/sudo', [])).toContain('ENOENT');
});

test.each([
  [{ npm: 'E404' }, 'koffi could not be installed: E404'],
  [{ sudo: 'bpf(2) refused a program (error 1)' }, 'bpf(2) refused a program (error 1)'],
])('%j is why nothing counts as root', async (answers, why) => {
  expect((await openIn(answers)).opened).toEqual({ why });
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
