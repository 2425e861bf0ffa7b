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
    PERIGEE_HOME: '/home/of/perigee',
  });
});
