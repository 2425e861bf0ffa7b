import { expect, test } from 'vitest';
import { UserError } from '../../src/contract/user-error.ts';
import { parseSettings } from '../../src/suite/parse-settings.ts';

/** What is said of a key of the service's settings. */
function tell(settings: string): string[] {
  try {
    parseSettings(`version: 1\n${settings}\n`, 'perigee-service.yml');
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const { facts } = error;
    return [facts, ...(facts.others ?? [])].map(({ seen, remedy }) => `${seen}; ${remedy}`);
  }
  return [];
}

test('the two sections of Buildkite are told apart by where a token belongs', () => {
  expect(tell('bot: { buildkite: { token: { file: a } } }')).toContain(
    '"token" is not a key of "bot.buildkite"; "token" is a key of "artifacts.buildkite": move it there',
  );
  expect(
    tell('artifacts: { buildkite: { token: { file: a }, webhookToken: { file: b } } }'),
  ).toEqual([
    '"webhookToken" is not a key of "artifacts.buildkite"; "webhookToken" is a key of "bot.buildkite": move it there',
  ]);
});

test('a pipeline is named in perigee.yml, not in the settings of the service', () => {
  expect(tell('artifacts: { buildkite: { token: { file: a }, pipeline: acme/sync } }')).toEqual([
    '"pipeline" is not a key of "artifacts.buildkite"; "pipeline" is a key of "gate" in perigee.yml: move it there',
  ]);
});

test('a key that has many homes, or one that no service has, gets none', () => {
  expect(tell('token: { file: a }')).toEqual([
    '"token" is not a key of perigee-service.yml; undefined',
  ]);
  expect(tell('command: [node]')).toEqual([
    '"command" is not a key of perigee-service.yml; undefined',
  ]);
});
