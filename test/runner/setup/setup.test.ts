import { execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { linuxOnly } from '../../linux-only.ts';
import {
  buildEnvironment,
  describeBuild,
  leadToSide,
  type Maker,
  readGoFlags,
} from '../../../src/runner/setup/environment.ts';
import { isKeyOfJob } from '../../../src/runner/setup/hide-keys.ts';
import { resolveServices } from '../../../src/runner/setup/resolve-services.ts';
import { makeFolder } from '../stage/make-repository.ts';

describe('environment', () => {
  test("git's and perigee's own variables go, the suite's come, and PERIGEE_HOME is ours", () => {
    const caller = {
      PATH: '/bin',
      EMPTY: '',
      UNSET: undefined,
      GIT_DIR: '/elsewhere/.git',
      GIT_INDEX_FILE: '/elsewhere/index',
      GIT_SSH_COMMAND: 'ssh -i key',
      PERIGEE_SIDE: 'after',
      PERIGEE_SOCKET: '/tmp/of-another-run',
      PERIGEE_HOME: '/of/another/run',
    };
    const suite = { PATH: '/suite/bin', SIZE: '10' };
    expect(buildEnvironment(caller, suite, '/home/of/perigee')).toEqual({
      PATH: '/suite/bin',
      EMPTY: '',
      GIT_SSH_COMMAND: 'ssh -i key',
      SIZE: '10',
      PYTHONPATH: '/home/of/perigee/sdk/python',
      PERIGEE_HOME: '/home/of/perigee',
    });
  });

  test('compilers lay functions out in another way in each next build', () => {
    const flagsOf = (build: number, environment: Record<string, string>, ...makes: Maker[]) => {
      const { PERIGEE_BUILD, PERIGEE_PADDING, ...flags } = describeBuild(
        ...([build, environment, new Set(makes)] as const),
      );
      expect([PERIGEE_BUILD, PERIGEE_PADDING?.length]).toEqual([String(build), 1019 * build]);
      return flags;
    };
    expect(flagsOf(1, {})).toEqual({});
    expect(flagsOf(0, {}, 'go', 'cargo')).toEqual({});
    expect(flagsOf(2, {}, 'go', 'cargo')).toEqual({
      GOFLAGS: '-ldflags=-randlayout=2',
      CARGO_BUILD_RUSTFLAGS: '-Cmetadata=perigee2',
    });
    const own = { GOFLAGS: '-tags=x', CARGO_BUILD_RUSTFLAGS: '--cfg y' };
    expect(flagsOf(1, own, 'go', 'cargo')).toEqual({
      GOFLAGS: '-tags=x -ldflags=-randlayout=1',
      CARGO_BUILD_RUSTFLAGS: '--cfg y -Cmetadata=perigee1',
    });
    expect(flagsOf(1, { GOFLAGS: '-ldflags=-s' }, 'go')).toEqual({});
  });

  test.each([
    ['go1.26.8', '-mod=mod', '-mod=mod'],
    ['go1.22', '', ''],
    ['go1.21.13', '', undefined],
    ['devel', '', undefined],
  ])('%s with the flags "%s" of a file: %s', (version, flags, wanted) => {
    const asks = '[ "$*" = "env GOVERSION GOFLAGS" ] || exit 1';
    const folder = makeFolder({ go: `#!/bin/sh\n${asks}\nprintf '${version}\\n${flags}\\n'\n` });
    chmodSync(join(folder, 'go'), 0o755);
    expect(readGoFlags({ PATH: `${folder}:/bin:/usr/bin` }, folder)).toBe(wanted);
    expect(readGoFlags({ PATH: '/nowhere' }, folder)).toBeUndefined();
  });

  test('Python finds the SDK behind whatever was on its path', () => {
    const pathOf = (caller: object, suite: Record<string, string>): string | undefined =>
      buildEnvironment({ ...caller }, suite, '/p')['PYTHONPATH'];
    expect(pathOf({ PYTHONPATH: '/mine' }, {})).toBe('/mine:/p/sdk/python');
    expect(pathOf({ PYTHONPATH: '/mine' }, { PYTHONPATH: 'lib' })).toBe('lib:/p/sdk/python');
    expect(pathOf({ PYTHONPATH: '' }, {})).toBe('/p/sdk/python');
  });

  test('called through npm, setup and tests see what they see without it', () => {
    const direct = {
      PATH: '/usr/bin:/bin',
      HOME: '/home/a',
      npm_config_registry: 'https://npm.example',
    };
    const throughNpm = {
      ...direct,
      PATH: '/repo/node_modules/.bin:/node_modules/.bin:/npm/node-gyp-bin:/usr/bin:/bin',
      NODE: '/usr/bin/node',
      INIT_CWD: '/repo',
      npm_execpath: '/npm/npm-cli.js',
      npm_command: 'exec',
      npm_config_loglevel: 'silent',
      npm_lifecycle_event: 'npx',
      npm_package_name: 'repo',
    };
    expect(buildEnvironment(throughNpm, {}, '/p')).toEqual(buildEnvironment(direct, {}, '/p'));
    const cache = '/home/me/.npm/_npx/0f1e/node_modules/.bin';
    const ofUser = { ...throughNpm, PATH: `${cache}:/node24/node_modules/.bin:/bin` };
    expect(buildEnvironment(ofUser, {}, '/p')['PATH']).toBe('/node24/node_modules/.bin:/bin');
  });

  test('a PATH that the user put together is left as it is', () => {
    const caller = { PATH: '/repo/node_modules/.bin:/bin' };
    expect(buildEnvironment(caller, {}, '/p')['PATH']).toBe('/repo/node_modules/.bin:/bin');
  });
});

test('variables with the path of the checkout lead to the side', () => {
  const environment = {
    PATH: '/repo/.venv/bin:/repo-2/bin:/bin',
    NODE_OPTIONS: '--require=/repo/hook.cjs',
    PYTHONPATH: '/repo/src:/other',
  };
  expect(leadToSide(environment, '/repo', '/side')).toEqual({
    PATH: '/side/.venv/bin:/repo-2/bin:/bin',
    NODE_OPTIONS: '--require=/side/hook.cjs',
    PYTHONPATH: '/side/src:/other',
  });
});

describe('hide keys', () => {
  const file = join(import.meta.dirname, '../../../src/runner/setup/hide-keys.ts');

  /** Starts a process with keys, which hides some of them and then runs a test that looks at its parent. */
  function attack(hide: string): { seen: string; own: string } {
    const program = `
    import { execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
    import { hideFromOthers } from ${JSON.stringify(file)};
    ${hide}
    const script = 'tr "\\\\0" "\\\\n" < /proc/$PPID/environ';
    const seen = execFileSync('/bin/sh', ['-c', script], { env: {}, encoding: 'utf8' });
    console.log(JSON.stringify({ seen, own: process.env.INPUT_TOKEN }));`;
    const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
      env: {
        PATH: process.env['PATH'],
        FIRST: 'kept',
        INPUT_TOKEN: 'secret-of-the-job',
        EMPTY: '',
        INPUT_OTHER: 'ä secret with = and \n line',
        LAST: 'kept too',
      },
      encoding: 'utf8',
    });
    return JSON.parse(output) as { seen: string; own: string };
  }

  linuxOnly(
    'a key that is hidden is not in what a test reads of its parent, and the parent still has it',
    () => {
      const plain = attack("delete process.env['INPUT_OTHER'];");
      expect(plain.seen).toContain('secret-of-the-job');
      expect(plain.seen).toContain('ä secret with =');
      const { seen, own } = attack(
        "hideFromOthers(process.env, (name) => name.startsWith('INPUT_'));",
      );
      expect(seen).not.toContain('secret');
      expect(seen).toContain('FIRST=kept\n');
      expect(seen).toContain('LAST=kept too\n');
      expect(own).toBe('secret-of-the-job');
    },
  );

  test.each([
    ['ACTIONS_RUNTIME_TOKEN', true],
    ['ACTIONS_ID_TOKEN_REQUEST_TOKEN', true],
    ['BUILDKITE_AGENT_ACCESS_TOKEN', true],
    ['CI_JOB_TOKEN', true],
    ['BUILDKITE_COMMIT', false],
    ['GITHUB_SHA', false],
    ['DATABASE_PASSWORD', false],
  ])('tests do not see the keys of a job, and all else: %s', (name, isHidden) => {
    expect(isKeyOfJob(name)).toBe(isHidden);
    expect(name in buildEnvironment({ [name]: 'x' }, {}, '/home')).toBe(!isHidden);
  });
});

describe('resolve services', () => {
  test('a pid file is read; pids and cgroups are passed on', async () => {
    const root = makeFolder({ 'api.pid': '4711\n' });
    const services = [
      { name: 'api', pidFile: 'api.pid' },
      { name: 'db', pid: 12 },
      { name: 'cache', cgroup: '/sys/fs/cgroup/cache' },
    ];
    expect(await resolveServices(services, root)).toEqual([
      { name: 'api', pid: 4711 },
      { name: 'db', pid: 12 },
      { name: 'cache', cgroup: '/sys/fs/cgroup/cache' },
    ]);
  });

  test.each(['', 'none', '-4', '1.5', '0', '12 13', '99999999999999999999'])(
    'a pid file that holds %j is refused by its path',
    async (text) => {
      const root = makeFolder({ 'api.pid': text });
      const services = [{ name: 'api', pidFile: 'api.pid' }];
      await expect(resolveServices(services, root)).rejects.toThrow(join(root, 'api.pid'));
    },
  );

  test('a pid file that is not there asks to start the service', async () => {
    const services = [{ name: 'api', pidFile: 'api.pid' }];
    await expect(resolveServices(services, makeFolder())).rejects.toThrow(/start the service/);
  });
});
