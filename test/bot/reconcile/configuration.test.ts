import { expect, test } from 'vitest';
import { seriesKey } from '../../../src/contract/series-key.ts';
import { writeSuite } from './measurements.ts';
import { commit, measureRun, propose, pullRequest, startRun, judgeChange } from './scenario.ts';
import { newestCheck, ownComments } from './world.ts';

const sure = 'gate: { confirm: false }';
const invalid = 'version: 1\nsuite: sync\ntests: []\n';

test('where no branch has a perigee.yml nothing is said', async () => {
  const { check, comment } = await judgeChange({ base: '' });
  expect([check, comment]).toEqual([undefined, '']);
});

test('a perigee.yml that the change brings is judged by, and blocks nothing', async () => {
  const { check, comment } = await judgeChange({ base: '', head: writeSuite(), factor: 1.3 });
  expect(check).toMatchObject({ conclusion: 'neutral' });
  expect(comment).toContain('perigee.yml is new');
  expect(comment).toContain('the thresholds are those of this change');
});

test('one that is not valid is shown with its faults, and not applied', async () => {
  const { check, comment } = await judgeChange({ base: writeSuite(), head: invalid });
  expect(check).toMatchObject({ conclusion: 'action_required' });
  expect(comment).toMatch(/perigee\.yml:3:/);
  expect(comment).toContain('perigee.yml of this commit is not valid');
});

test.each([
  ['blocks', undefined, 'action_required'],
  ['does not stop the change that mends it', writeSuite(), 'neutral'],
])('one that is not valid on the base %s', async (_, head, conclusion) => {
  const { check } = await judgeChange({ base: invalid, ...(head === undefined ? {} : { head }) });
  expect(check).toMatchObject({ conclusion });
});

test('a change of nothing that counts needs no run', async () => {
  const more = 'gate: { ignore: ["src/**", "docs/**"] }';
  const { check, comment } = await judgeChange({ base: writeSuite({ more }) });
  expect([check?.conclusion, comment]).toEqual(['neutral', '']);
});

test('an accept covers what was accepted, and nothing worse', async () => {
  const base = writeSuite({ more: sure });
  const { ledger, look, world } = await judgeChange({ base, factor: 1.3 });
  const head = world.pulls.get(1)!.head;
  expect(newestCheck(world, head)).toMatchObject({ conclusion: 'failure' });
  const red = ledger.readVerdicts(ledger.listRuns(7, head)[0]!)[0]!.verdict.series[0]!;
  const { test: name, span, metric, evidence } = red;
  ledger.addAccept({
    ...{ repositoryId: 7, number: 1, commit: head, by: 'm', because: 'worth it', atMs: 1 },
    series: [
      {
        ...{ key: seriesKey(red), test: name, span, metric },
        ...{ change: evidence.change!, changeAbsolute: evidence.changeAbsolute! },
        upper: evidence.interval!.upper!,
      },
    ],
  });
  await look(pullRequest(1));
  expect(newestCheck(world, head)).toMatchObject({ conclusion: 'success' });
  expect(ownComments(world, 1)[0]).toMatch(/A1.*worth it/);
  const worse = commit(world, { name: 'worse', parents: [head] });
  world.pulls.get(1)!.head = worse;
  measureRun(world, { factors: { upload: 1.6 } });
  await look(pullRequest(1));
  expect(newestCheck(world, worse)).toMatchObject({ conclusion: 'failure' });
  expect(ownComments(world, 1)[0]).toContain('does not cover it');
});

test('that the check is not required is said once, and stays where it was said', async () => {
  const { look, world } = await judgeChange({ base: writeSuite() });
  world.requirement = 'not-required';
  await look(pullRequest(1));
  expect(ownComments(world, 1)[0]).toContain('This check is not required on `main`');
  propose(world, { number: 2, name: 'b' });
  measureRun(world, {}, startRun(world, 2));
  for (const number of [2, 1, 2]) await look(pullRequest(number));
  expect(ownComments(world, 1)[0]).toContain('This check is not required');
  expect(ownComments(world, 2)[0]).not.toContain('This check is not required');
});

test('a base that the branch does not have any more has its run refused, by name', async () => {
  const { look, world } = await judgeChange({ base: writeSuite() });
  const { head } = world.pulls.get(1)!;
  const release = commit(world, { name: 'r', parents: [world.commits.get(head)!.parents[0]!] });
  const start = world.commits.get(release)!.parents[0]!;
  world.branches.set('release', world.commits.get(start)!.parents[0]!);
  world.pulls.get(1)!.baseBranch = 'release';
  world.pulls.get(1)!.base = world.branches.get('release')!;
  await look(pullRequest(1));
  expect(newestCheck(world, head)).toMatchObject({ conclusion: 'action_required' });
  expect(ownComments(world, 1)[0]).toMatch(/its base is/);
});
