import { expect, test } from 'vitest';
import { systemClock } from '../../../src/transport/rest/clock.ts';
import { refuse } from '../../servers/github/answer.ts';
import { listRequests, openSide } from './open-side.ts';

const perigee = { context: 'perigee' };

/** A minute passes whenever somebody looks at it, so that nothing that was answered is still known. */
function hurryingClock() {
  let minutes = 0;
  return { ...systemClock, monotonicMs: () => ++minutes * 60_000 };
}

test('whoever asks again within a minute hears the same, and GitHub is not asked', async () => {
  const { side, github, fake, repository } = await openSide();
  expect(await side.readRequirement(repository, 'main')).toBe('not-required');
  const asked = github.requests.length;
  fake.protections.set('main', [perigee]);
  expect(await side.readRequirement(repository, 'main')).toBe('not-required');
  expect(github.requests).toHaveLength(asked);
});

test('a ruleset that names the check requires it, unless it is to come from another app', async () => {
  const { side, fake, repository } = await openSide({ clock: hurryingClock() });
  fake.branches.set('release/1', fake.branches.get('main') ?? '');
  fake.rules.set('release/1', [{ context: 'ci' }, perigee]);
  expect(await side.readRequirement(repository, 'release/1')).toBe('required');
  fake.rules.set('main', [{ ...perigee, appId: 4711 }]);
  expect(await side.readRequirement(repository, 'main')).toBe('required');
  fake.rules.set('main', [{ ...perigee, appId: 15368 }]);
  expect(await side.readRequirement(repository, 'main')).toBe('unknown');
});

test('where a branch has more rules than are read, nobody knows whether one requires the check', async () => {
  const { side, fake, repository } = await openSide();
  const others = Array.from({ length: 1_000 }, (_, i) => ({ context: `ci ${i}` }));
  fake.rules.set('main', [...others, perigee]);
  fake.protections.set('main', [{ context: 'ci' }]);
  expect(await side.readRequirement(repository, 'main')).toBe('unknown');
});

test('a protected branch that names other checks alone does not require ours', async () => {
  const { side, fake, repository } = await openSide({ clock: hurryingClock() });
  fake.protections.set('main', [{ context: 'ci' }]);
  expect(await side.readRequirement(repository, 'main')).toBe('not-required');
  fake.protections.set('main', [{ ...perigee, appId: 15368 }]);
  expect(await side.readRequirement(repository, 'main')).toBe('not-required');
});

test('where a protected branch names none, only those who may look know it', async () => {
  const hidden = await openSide();
  hidden.fake.protections.set('main', []);
  expect(await hidden.side.readRequirement(hidden.repository, 'main')).toBe('unknown');
  const { side, github, state, fake, repository } = await openSide();
  state.installations[0]!.permissions['administration'] = 'read';
  // The branch itself does not tell of it.
  fake.protections.set('main', []);
  github.intercept = ({ path }) => {
    if (path.endsWith('/required_status_checks')) fake.protections.set('main', [perigee]);
    return undefined;
  };
  expect(await side.readRequirement(repository, 'main')).toBe('required');
});

test('on a server without rulesets the protection alone counts', async () => {
  const { side, github, fake, repository } = await openSide({ clock: hurryingClock() });
  github.intercept = ({ path }) =>
    path.includes('/rules/') ? refuse(404, 'Not Found') : undefined;
  expect(await side.readRequirement(repository, 'main')).toBe('not-required');
  fake.protections.set('main', [perigee]);
  expect(await side.readRequirement(repository, 'main')).toBe('required');
  expect(listRequests(github)).not.toContain(
    'GET /repos/acme/sync/branches/main/protection/required_status_checks',
  );
});
