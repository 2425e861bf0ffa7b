import { expect, test } from 'vitest';
import { environmentOfTests } from '../../action/src/environment-of-tests.ts';

test('the code of a pull request sees neither inputs nor keys nor the files that steer a job', () => {
  const environment = {
    PATH: '/usr/bin',
    CI: 'true',
    GITHUB_SHA: 'c'.repeat(40),
    DATABASE_URL: 'set by the workflow',
    INPUT_TOKEN: 'secret',
    'INPUT_KAFKA-SASL-PASSWORD': 'secret',
    STATE_isPost: 'true',
    ACTIONS_RUNTIME_TOKEN: 'secret',
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'secret',
    GITHUB_OUTPUT: '/outputs',
    GITHUB_ENV: '/env',
    GITHUB_PATH: '/path',
    GITHUB_STATE: '/state',
    GITHUB_STEP_SUMMARY: '/summary',
    UNSET: undefined,
  };
  expect(environmentOfTests(environment)).toEqual({
    PATH: '/usr/bin',
    CI: 'true',
    GITHUB_SHA: 'c'.repeat(40),
    DATABASE_URL: 'set by the workflow',
  });
});
