import { expect, test } from 'vitest';
import { buildEnvironment } from '../../../src/runner/setup/environment.ts';

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
});

test('a PATH that the user put together is left as it is', () => {
  const caller = { PATH: '/repo/node_modules/.bin:/bin' };
  expect(buildEnvironment(caller, {}, '/p')['PATH']).toBe('/repo/node_modules/.bin:/bin');
});
