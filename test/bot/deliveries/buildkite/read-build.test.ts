import { expect, test } from 'vitest';
import { readBuild } from '../../../../bot/src/deliveries/buildkite/read-build.ts';
import { Refused } from '../../../../src/transport/platform-errors.ts';
import { heard, tellBuild, unheard } from './payloads.ts';

const event = (payload: Record<string, unknown>): string => String(payload['event']);
const from = (repository: unknown): Record<string, unknown> => ({
  ...tellBuild('build.running'),
  pipeline: { repository },
});

test.each(heard.map((payload) => [event(payload), payload] as const))(
  '%s says which build to look at, and nothing else of it is kept',
  (_event, payload) => {
    const { mayWait, ...build } = readBuild(payload) ?? {};
    expect(build).toEqual({ repository: 'acme/sync', runId: 'acme/sync-perf/42' });
    expect(mayWait).toBe(event(payload) === 'job.finished' ? true : undefined);
  },
);

test.each(unheard.map((payload) => [event(payload), payload] as const))(
  '%s is nothing for us',
  (_event, payload) => {
    expect(readBuild(payload)).toBeUndefined();
  },
);

test.each([
  ['git@github.com:acme/sync.git', 'acme/sync'],
  ['https://github.com/acme/sync.git', 'acme/sync'],
  ['https://github.com/Acme/Sync', 'Acme/Sync'],
  ['ssh://git@github.example.com:22/acme/sync.git', 'acme/sync'],
])('the pipeline of %s builds %s', (address, name) => {
  expect(readBuild(from(address))?.repository).toBe(name);
});

test.each([
  'git@gitlab.com:group/below/sync.git',
  '/srv/git/sync',
  'https://github.com/acme',
  'git@github.com:acme/<b>.git',
])('a pipeline of %s builds nothing on GitHub', (address) => {
  expect(readBuild(from(address))).toBeUndefined();
});

const api = 'https://api.buildkite.com/v2/organizations';
test.each([
  'https://buildkite.com/acme/sync-perf/builds/42',
  `${api}/acme/pipelines/sync-perf`,
  `${api}/acme/pipelines/sync-perf/builds/0`,
  `${api}/acme/pipelines/sync-perf/builds/042`,
  `${api}/acme/pipelines/sync-perf/builds/42/`,
  `${api}/acme/pipelines/sync-perf/builds/42?a=b`,
  `${api}/acme/pipelines/sync-perf/builds/99999999999`,
  `${api}/acme/pipelines/../builds/42`,
  `${api}/acme/pipelines/%2e%2e/builds/42`,
  `${api}/acme/pipelines/a/b/builds/42`,
  `${api}/Acme/pipelines/sync/builds/42`,
  `javascript:${api}/acme/pipelines/sync-perf/builds/42`,
  `${api}/acme/pipelines/sync-perf/builds/42\n`,
  42,
  null,
])('a build at %j is refused', (url) => {
  expect(() => readBuild(tellBuild('build.running', { url }))).toThrow(Refused);
});

test.each([
  ['no object', 'hello'],
  ['no event', { build: {} }],
  ['an event that is no text', { event: ['build.running'] }],
  ['no build', { event: 'build.running', pipeline: {} }],
  ['no pipeline', { ...tellBuild('build.running'), pipeline: null }],
])('%s is refused with its place', (_what, payload) => {
  expect(() => readBuild(payload)).toThrow(/^the webhook of Buildkite has no .+ at [\w.]+$/);
});
