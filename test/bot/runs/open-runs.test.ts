import { expect, test } from 'vitest';
import {
  openRuns,
  platformOf,
  platformOfRun,
  type RunPorts,
} from '../../../bot/src/runs/open-runs.ts';
import { createWorld, repository } from '../reconcile/world.ts';
import { openWorld } from '../reconcile/github.ts';

const { signal } = new AbortController();
const ports: RunPorts = {
  github: openWorld(createWorld()),
  openArtifacts: () => {
    throw new Error('nothing is opened before it is asked for');
  },
};

test('the base branch says whose runs count', () => {
  expect(platformOf({})).toBe('github');
  expect(platformOf({ pipeline: 'acme/sync' })).toBe('buildkite');
});

test.each([
  ['812', 'github'],
  ['acme/sync/812', 'buildkite'],
])('the id %s is one of %s', (id, platform) => {
  expect(platformOfRun({ id })).toBe(platform);
});

test('without a token for Buildkite it is said who can set it, and GitHub is asked nothing', () => {
  expect(() => openRuns(ports, 'buildkite', repository, signal)).toThrow(
    'the bot has no access to Buildkite; its operator has to set artifacts.buildkite.token',
  );
  expect(() => openRuns(ports, 'github', repository, signal)).not.toThrow();
});
