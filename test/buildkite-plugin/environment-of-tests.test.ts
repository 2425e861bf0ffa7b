import { expect, test } from 'vitest';
import { environmentOfTests } from '../../buildkite-plugin/src/environment-of-tests.ts';

test('the code of a pull request sees neither the keys of the agent nor the options of the plugin', () => {
  const seen = {
    PATH: '/usr/bin',
    BUILDKITE_COMMIT: 'c'.repeat(40),
    DATABASE_URL: 'set by the pipeline',
  };
  const environment = {
    ...seen,
    BUILDKITE_AGENT_ACCESS_TOKEN: 'secret',
    BUILDKITE_AGENT_JOB_API_TOKEN: 'secret',
    BUILDKITE_PLUGINS: '[]',
    BUILDKITE_PLUGIN_CONFIGURATION: '{}',
    BUILDKITE_PLUGIN_PERIGEE_MODE: 'run',
    KAFKA_PASSWORD: 'secret',
    UNSET: undefined,
  };
  expect(environmentOfTests(environment, { passwordVariable: 'KAFKA_PASSWORD' })).toEqual(seen);
});
