import { expect, test } from 'vitest';
import { isOwnBuild } from '../../../bot/src/runs/is-own-build.ts';
import type { BuildkiteOrigin } from '../../../src/transport/buildkite/builds.ts';
import { Refused, Unavailable } from '../../../src/transport/platform-errors.ts';
import { makeBuild } from './make-build.ts';

const { commit } = makeBuild();
const { signal } = new AbortController();
const webhook = (of = commit): BuildkiteOrigin => ({ commit: of, source: 'webhook' });
const triggered = (by: string, of = commit): BuildkiteOrigin => ({
  ...{ commit: of, source: 'trigger_job', triggeredFrom: by },
});

function ask(
  build: Partial<BuildkiteOrigin>,
  others: Readonly<Record<string, BuildkiteOrigin>> = {},
) {
  const readOrigin = async (runId: string) => others[runId];
  return isOwnBuild({ readOrigin }, { ...makeBuild(), ...build }, signal);
}

test('what a push, a person or a program began is a build of its own', async () => {
  for (const source of ['webhook', 'ui', 'api']) expect(await ask({ source })).toBe(true);
});

test('so is what a build of the same commit has triggered, over others too', async () => {
  const others = { 'acme/all/1': webhook(), 'acme/some/2': triggered('acme/all/1') };
  expect(await ask(triggered('acme/all/1'), others)).toBe(true);
  expect(await ask(triggered('acme/some/2'), others)).toBe(true);
});

test('what the build of another commit has triggered is none, nor is what cannot be followed', async () => {
  const mallory = 'd'.repeat(40);
  const others = {
    'acme/sync/66': webhook(mallory),
    'acme/some/2': triggered('acme/sync/66'),
    'acme/circle/3': triggered('acme/circle/3'),
  };
  expect(await ask(triggered('acme/sync/66'), others)).toBe(false);
  expect(await ask(triggered('acme/some/2'), others)).toBe(false);
  expect(await ask(triggered('acme/circle/3'), others)).toBe(false);
  expect(await ask(triggered('acme/gone/1'), others)).toBe(false);
  expect(await ask({ source: 'trigger_job' }, others)).toBe(false);
});

test('what may not be read is none, and an outage is waited for', async () => {
  const askFailing = (error: Error) =>
    isOwnBuild(
      { readOrigin: () => Promise.reject(error) },
      { ...makeBuild(), ...triggered('acme/all/1') },
      signal,
    );
  expect(await askFailing(new Refused('ci-not-allowed', 'no'))).toBe(false);
  await expect(askFailing(new Unavailable('later'))).rejects.toThrow('later');
});
